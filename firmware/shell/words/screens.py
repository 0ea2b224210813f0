"""The lines of the two text displays, from the panel and the table's language."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.money import UNCOUNTED, Direction
from firmware.core.vocabulary.panel import JournalHead, Panel, Payout, Text, TextValues, Ticket
from firmware.shell.words.words import Words


class DisplayScreens:
    """Renders a panel in words."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def dealer_lines(self, panel: Panel) -> tuple[str, ...]:
        """Return the dealer's lines, the next act first."""
        return self._rendered((*panel.dealer, *self._chips_notice))

    def player_lines(self, panel: Panel) -> tuple[str, ...]:
        """Return the lines of the players' display: the current payment, or the game.

        The notice of a test, a progressive lot (21.2, 67.21), and that a tournament's chips have no
        value, are always shown.
        """
        if panel.payout is None:
            return self._rendered((*panel.players, *self._chips_notice))
        test_notice = (text for text in panel.players if text.key == "players.testing")
        # articles 21.2 and 67.21: the amount is always shown
        jackpot_lines = (text for text in panel.players if text.key.startswith("players.lot"))
        return self._rendered(
            (*test_notice, *self._payment_lines(panel.payout), *jackpot_lines, *self._chips_notice)
        )

    def ticket_lines(self, panel: Panel) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the tickets to be printed, by control number, with the data of article 82.

        The last one is the slip of a closed table, with the journal's head.
        """
        tickets = [
            (ticket.control, self._rendered(_ticket_lines(ticket))) for ticket in panel.tickets
        ]
        slips = [(panel.head.shown, self._rendered(_slip_lines(panel.head)))] if panel.head else []
        return (*tickets, *slips)

    @property
    def copy_heading(self) -> str:
        """The heading of a ticket that may have been printed before."""
        return self._words.render(Text("ticket.copy"))

    def announcement_text(self, panel: Panel) -> str:
        """Return the spoken announcement, or an empty text."""
        return "" if panel.sound.words is None else self._words.render(panel.sound.words)

    @property
    def standard_phrases(self) -> tuple[str, ...]:
        """The announcements that are the same in every round."""
        return self._rendered(tuple(Text(key) for key in FIXED_ANNOUNCEMENTS))

    @property
    def voice(self) -> str:
        """The name of the language's voice, for espeak-ng."""
        return self._words.render(Text("language.voice"))

    @property
    def money_decimals(self) -> int:
        """How many decimals an amount has."""
        return self._words.money_decimals

    def footer_line(self, *, testing: bool, simulated: bool) -> str:
        """Return the line on every screen of each display.

        It marks a test, a tournament (126) and a simulated table.
        """
        mark_texts = display_marks(testing=testing, chips=self._words.chips, simulated=simulated)
        return " ".join(self._rendered(mark_texts))

    @property
    def _chips_notice(self) -> tuple[Text, ...]:
        return (WITHOUT_VALUE,) if self._words.chips else ()

    def _rendered(self, texts: tuple[Text, ...]) -> tuple[str, ...]:
        return tuple([self._words.render(text) for text in texts])

    def _payment_lines(self, payout: Payout) -> tuple[Text, ...]:
        place_values: TextValues = {"spot": payout.place.spot, "on": bet_words(payout.place.on)}
        if payout.stake == UNCOUNTED:
            return (*self._odds_lines(payout, place_values), *_payer_lines(payout))
        sum_values: TextValues = {
            "stake_cents": payout.stake,
            "odds": payout.odds,
            "paid_cents": payout.paid,
        }
        commission_values: TextValues = {"commission_cents": payout.commission}
        lines = [
            Text("payout.place", place_values),
            Text(_payment_key(payout), sum_values),
            *_payer_lines(payout),
        ]
        if payout.commission:
            lines.append(Text("payout.commission", commission_values))
        lines += [
            Text("payout.chips", {"count": chip_count, "value_cents": value})
            for value, chip_count in payout.chips
        ]
        return tuple(lines)

    def _odds_lines(self, payout: Payout, place_values: TextValues) -> tuple[Text, ...]:
        """Return a payment of unknown amounts: the odds, and the share of the commission."""
        key = "payout.odds_most" if payout.capped else "payout.odds"
        lines = (Text("payout.place", place_values), Text(key, {"odds": payout.odds}))
        if payout.share is None:
            return lines
        percent, step = payout.share
        key = SHARE_KEYS[payout.share_direction]
        return (*lines, Text(key, {"percent": percent, "step_cents": step}))


def _ticket_lines(ticket: Ticket) -> tuple[Text, ...]:
    """Return the lines of a ticket (82): 1° to 6° in their order."""
    last_day = date.fromordinal(date(1970, 1, 1).toordinal() + ticket.claim_until)
    draw_values: TextValues = {"first": str(ticket.first_draw), "last": str(ticket.last_draw)}
    lines = [
        Text("game.keno"),
        Text("ticket.numbers", {"numbers": " ".join(map(str, ticket.numbers))}),
        Text("ticket.stake", {"cents": ticket.cents}),
        Text(
            "ticket.draw" if ticket.first_draw == ticket.last_draw else "ticket.draws", draw_values
        ),
        Text("ticket.control", {"control": "-".join(_groups_of_four(ticket.control))}),
        Text("ticket.most", {"most_cents": ticket.most_cents}),
        Text("ticket.claim", {"day": last_day.isoformat()}),
    ]
    test_line = [Text("ticket.test")] if ticket.test else []
    unpaid_line = [] if ticket.paid else [Text("ticket.unpaid")]
    return (*test_line, *lines, *unpaid_line)


def _slip_lines(head: JournalHead) -> tuple[Text, ...]:
    """Return the lines of a closing's slip, which `croupier verify --head` holds a bundle to."""
    digest = " ".join(
        head.digest[position : position + 16] for position in range(0, len(head.digest), 16)
    )
    return (
        Text("slip.closed", {"round": head.round}),
        Text("slip.head", {"head": head.shown}),
        Text("slip.digest", {"digest": digest}),
    )


def _payer_lines(payout: Payout) -> tuple[Text, ...]:
    """Return who pays, if it isn't the house."""
    return (Text("payout.bank", {"spot": payout.bank}),) if payout.bank else ()


def _groups_of_four(control: str) -> list[str]:
    return [control[position : position + 4] for position in range(0, len(control), 4)]


def _payment_key(payout: Payout) -> str:
    """Return the key for a payment: by odds, up to a maximum, a second one, or a fixed prize."""
    if not payout.odds:
        return "payout.prize"
    if payout.capped:
        return "payout.most"
    return "payout.sum" if payout.stake else "payout.bonus"


SHARE_KEYS: Final[Mapping[Direction, str]] = {
    "up": "payout.share",
    "down": "payout.share_down",
    "nearest": "payout.share_nearest",
}
FIXED_ANNOUNCEMENTS = (
    "announce.place_your_bets",
    "announce.no_more_bets",
    "announce.insurance",
    "announce.no_roll",
    "announce.cut_card",
)
SIMULATION_MARK = Text("ui.simulation")
"""The word that every display of a simulated table carries."""
TEST_MARK = Text("ui.test")
"""The word that every display carries in a test."""
TOURNAMENT_MARK = Text("ui.tournament.real")
"""The word that every display of a table carries in a tournament (126)."""
WITHOUT_VALUE = Text("ui.tournament.chips")


def display_marks(*, testing: bool, chips: bool, simulated: bool) -> tuple[Text, ...]:
    """Return the words that every display carries: on a small one two of them have room.

    A test is never marked as a tournament.
    """
    if chips and not testing:
        return (Text("ui.tournament.simulated"),) if simulated else (TOURNAMENT_MARK,)
    return (*([TEST_MARK] if testing else []), *([SIMULATION_MARK] if simulated else []))
