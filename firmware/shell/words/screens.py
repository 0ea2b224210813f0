"""The lines of the two text displays, from the panel and the table's language."""

from datetime import date

from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import JournalHead, Panel, Payout, Text, Ticket, Values
from firmware.core.vocabulary.rulings import bet_name
from firmware.shell.words.words import Words


class Screens:
    """Renders a panel in words."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def dealer(self, panel: Panel) -> tuple[str, ...]:
        """Return the dealer's lines, the next act first."""
        return self._said((*panel.dealer, *self._chips))

    def players(self, panel: Panel) -> tuple[str, ...]:
        """Return the lines of the players' display: the current payment, or the game.

        The notice of a test, a progressive lot (21.2, 67.21), and that a tournament's chips have no
        value, are always shown.
        """
        if panel.payout is None:
            return self._said((*panel.players, *self._chips))
        test = (text for text in panel.players if text.key == "players.testing")
        lot = (text for text in panel.players if text.key.startswith("players.lot"))
        return self._said((*test, *self._payment(panel.payout), *lot, *self._chips))

    def tickets(self, panel: Panel) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the tickets to be printed, by control number, with the data of article 82.

        The last one is the slip of a closed table, with the journal's head.
        """
        tickets = [(ticket.control, self._said(_ticket(ticket))) for ticket in panel.tickets]
        slips = [(panel.head.shown, self._said(_slip(panel.head)))] if panel.head else []
        return (*tickets, *slips)

    @property
    def copy(self) -> str:
        """The heading of a ticket that may have been printed before."""
        return self._words.say(Text("ticket.copy"))

    def spoken(self, panel: Panel) -> str:
        """Return the spoken announcement; empty if there is none."""
        return "" if panel.sound.words is None else self._words.say(panel.sound.words)

    @property
    def always_spoken(self) -> tuple[str, ...]:
        """The announcements that are the same in every round."""
        return self._said(tuple(Text(f"announce.{call}") for call in SPOKEN))

    @property
    def language(self) -> str:
        """The table's language."""
        return self._words.language

    def standing(self, *, testing: bool, simulated: bool) -> str:
        """Return the line on every screen of each display.

        In a test, in a tournament (126), and on a simulated table, it says so.
        """
        stands = marks(testing=testing, chips=self._words.chips, simulated=simulated)
        return " ".join(self._said(stands))

    @property
    def _chips(self) -> tuple[Text, ...]:
        return (WITHOUT_VALUE,) if self._words.chips else ()

    def _said(self, texts: tuple[Text, ...]) -> tuple[str, ...]:
        return tuple([self._words.say(text) for text in texts])

    def _payment(self, payout: Payout) -> tuple[Text, ...]:
        place: Values = {"spot": payout.place.spot, "on": bet_name(payout.place.on)}
        if payout.stake == UNCOUNTED:
            return (*self._odds(payout, place), *_payer(payout))
        sums: Values = {"stake_cents": payout.stake, "odds": payout.odds, "paid_cents": payout.paid}
        owed: Values = {"commission_cents": payout.commission}
        lines = [Text("payout.place", place), Text(_sum(payout), sums), *_payer(payout)]
        if payout.commission:
            lines.append(Text("payout.commission", owed))
        lines += [
            Text("payout.chips", {"count": count, "value_cents": value})
            for value, count in payout.chips
        ]
        return tuple(lines)

    def _odds(self, payout: Payout, place: Values) -> tuple[Text, ...]:
        """Return a payment of unknown amounts: the odds, and the share of the commission."""
        key = "payout.odds_most" if payout.capped else "payout.odds"
        lines = (Text("payout.place", place), Text(key, {"odds": payout.odds}))
        if payout.share is None:
            return lines
        percent, step = payout.share
        return (*lines, Text("payout.share", {"percent": percent, "step_cents": step}))


def _ticket(ticket: Ticket) -> tuple[Text, ...]:
    """Return the lines of a ticket (82): 1° to 6° in their order."""
    until = date.fromordinal(date(1970, 1, 1).toordinal() + ticket.claim_until)
    draws: Values = {"first": str(ticket.first_draw), "last": str(ticket.last_draw)}
    lines = [
        Text("game.keno"),
        Text("ticket.numbers", {"numbers": " ".join(map(str, ticket.numbers))}),
        Text("ticket.stake", {"cents": ticket.cents}),
        Text("ticket.draw" if ticket.first_draw == ticket.last_draw else "ticket.draws", draws),
        Text("ticket.control", {"control": "-".join(_fours(ticket.control))}),
        Text("ticket.most", {"most_cents": ticket.most_cents}),
        Text("ticket.claim", {"day": until.isoformat()}),
    ]
    test = [Text("ticket.test")] if ticket.test else []
    unpaid = [] if ticket.paid else [Text("ticket.unpaid")]
    return (*test, *lines, *unpaid)


def _slip(head: JournalHead) -> tuple[Text, ...]:
    """Return the lines of a closing's slip, which `croupier verify --head` holds a bundle to."""
    digest = " ".join(head.digest[at : at + 16] for at in range(0, len(head.digest), 16))
    return (
        Text("slip.closed", {"round": head.round}),
        Text("slip.head", {"head": head.shown}),
        Text("slip.digest", {"digest": digest}),
    )


def _payer(payout: Payout) -> tuple[Text, ...]:
    """Return who pays, if it isn't the house."""
    return (Text("payout.bank", {"spot": payout.bank}),) if payout.bank else ()


def _fours(control: str) -> list[str]:
    return [control[at : at + 4] for at in range(0, len(control), 4)]


def _sum(payout: Payout) -> str:
    """Return the key for a payment: by odds, up to a maximum, a second one, or a fixed prize."""
    if not payout.odds:
        return "payout.prize"
    if payout.capped:
        return "payout.most"
    return "payout.sum" if payout.stake else "payout.bonus"


SPOKEN = ("place_your_bets", "no_more_bets", "insurance", "no_roll", "cut_card")
SIMULATION = Text("ui.simulation")
"""The word that every display of a simulated table carries."""
TEST = Text("ui.test")
"""The word that every display carries in a test."""
TOURNAMENT = Text("ui.tournament.real")
"""The word that every display of a table carries in a tournament (126)."""
WITHOUT_VALUE = Text("ui.tournament.chips")


def marks(*, testing: bool, chips: bool, simulated: bool) -> tuple[Text, ...]:
    """Return the words that every display carries: on a small one two of them have room.

    What is played in a test is no tournament.
    """
    if chips and not testing:
        return (Text("ui.tournament.simulated"),) if simulated else (TOURNAMENT,)
    return (*([TEST] if testing else []), *([SIMULATION] if simulated else []))
