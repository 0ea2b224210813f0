"""Checks the table at every turn against the real chips, cards and results."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.events import Event, ResultSeen, TicketOrdered
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
    TicketIssued,
)
from firmware.shell.config.settings import Config
from tests.campaigns.faults.faults_service import FaultyService
from tests.campaigns.faults.faults_truth import TICKET, Money, Round, Stack, Ticket
from tests.campaigns.kill.history import Difference

READ_MS: Final = 6000
"""Longer than the reader of a layout takes to see that chips have moved."""
AGAIN_MS: Final = 7000
"""Longer than a part that is well again takes to be set up."""
OPEN_COLOURS: Final = ((True, True, True), (False, False, True))
"""Awaiting and placed: what no light may show once the bets are closed."""


class Witness:
    """`hear` and `see` raise Difference at the first thing that is not so."""

    def __init__(self, config: Config) -> None:
        self.counts: Counter[str] = Counter()
        self.blind: dict[str, float] = {}
        """Until when nothing that this part shows can be the table's doing."""
        self.service: FaultyService
        self.cards: Any = None
        """Whose `dealt` are the cards on the felt."""
        self._config = config
        self.rounds = 0
        """How many were played to their end."""
        self._settled: Counter[Money] = Counter()
        self._lines: Counter[Money] | None = None
        self._begin(None, {})

    def _begin(self, point: int | None, tickets: Mapping[str, Ticket]) -> None:
        table = self._config.table
        options = dict(self._config.game_options)
        self.round = Round(table.game, options, point=point, tickets=dict(tickets))
        self._settled.clear()
        self._lines = None
        self._shown: tuple[str, ...] = ()
        """What an instrument has reported in this round."""
        if self.cards is not None:
            self.cards.gather()

    # what the table rules

    def take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Follow the round; hold what is locked to what lay there, what is settled to the truth."""
        closing = self.round.locked is None
        for ruling in rulings:
            match ruling:
                case BetsLocked(_, bets):
                    self._lock(bets)
                case Decided():
                    self.round.decided.append(_decision(ruling))
                case TicketIssued(ticket) if isinstance(event, TicketOrdered):
                    draws = ticket.last_draw - ticket.first_draw + 1
                    sold = Ticket(event.spot, frozenset(ticket.numbers), ticket.cents, draws)
                    self.round.tickets[ticket.control] = sold
                case BetSettled(bet) if self._was_locked(bet, closing=closing):
                    self._settled[_settlement(ruling)] += 1
        self._judge(event, rulings)

    def _was_locked(self, bet: Bet, *, closing: bool) -> bool:
        """Say whether this is a bet of the round, and not one that is given back at its close."""
        locked = self.round.locked
        added = locked is not None and not closing
        return added or _stack(bet) in (locked or ()) or base_bet_name(bet.place.on) == TICKET

    def _judge(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        if any(isinstance(ruling, RoundVoided) for ruling in rulings):
            self._voided()
        elif isinstance(event, ResultSeen) and self._opens_or_settles(rulings):
            self._take_shown(event)
        if self._settled and self._lines is None:
            self._hold_to_truth()
        if any(isinstance(ruling, RoundOpened) for ruling in rulings):
            self._end()

    @staticmethod
    def _opens_or_settles(rulings: tuple[Ruling, ...]) -> bool:
        return any(isinstance(ruling, BetSettled | RoundOpened) for ruling in rulings)

    def _lock(self, bets: tuple[Bet, ...]) -> None:
        self.round.locked = {_stack(bet): bet.cents for bet in bets}
        self.counts["locks"] += 1
        for bet in bets:
            if base_bet_name(bet.place.on) != TICKET:
                self._hold_to_felt(bet)

    def _hold_to_felt(self, bet: Bet) -> None:
        """What is locked lay there at the close, or when the reader saw it last."""
        now = self.service.clock.now()
        since = min(now, self.blind.get("chips since", now)) - READ_MS
        worths = self._worths(bet, since)
        self.counts["stakes locked as they lay"] += worths[-1] == bet.cents
        if bet.cents not in worths:
            raise Difference(f"locked {bet}, there lay {worths}")

    def _worths(self, bet: Bet, since: int) -> list[int]:
        """Return what a stack was worth at any time since then."""
        service, at = self.service, self.service.sim.felt.shared_place(bet.place)
        history = service.sim.history.get(at, [(0, ())])
        first = max((n for n, (when, _) in enumerate(history) if when <= since), default=0)
        return [self._worth(at, tags, bet) for _, tags in history[first:]]

    def _worth(self, at: Place, tags: tuple[bytes, ...], bet: Bet) -> int:
        hands, cage = self.service.hands, self.service._cage
        mine = (tag for tag in tags if hands.stack_of(at, tag) == (bet.place, bet.bettor))
        return sum(cage[tag].cents for tag in mine)

    def _take_shown(self, event: ResultSeen) -> None:
        came = self.service.came
        if event.symbols not in (came if self.service.sim.blower else came[-1:]):
            raise Difference(f"{event.symbols} never came: {came}")
        came.remove(event.symbols)
        self._shown = event.symbols

    def _hold_to_truth(self) -> None:
        self.round.cards = [card.name for card in self.cards.dealt] if self.cards else []
        self.round.shown = self._shown or self._thrown()
        self._hold_to_cards()
        lines = self.round.lines()
        if lines != self._settled:
            raise Difference(f"settled {dict(self._settled)}\nreckoned {lines}\nof {self.round}")
        self._lines = lines
        self.counts["rounds as reckoned"] += 1
        self.counts["bets as reckoned"] += lines.total()

    def _hold_to_cards(self) -> None:
        """Each card that lies face up by the table's account was dealt."""
        hands = self.service.core.state.game.cards.values()
        face_up = Counter(card.name for hand in hands for card in hand)
        if never := face_up - Counter(self.round.cards):
            raise Difference(f"never dealt: {[*never]}, but {self.round.cards}")

    def _thrown(self) -> tuple[str, ...]:
        """Return what the dealer has keyed, which is over once it is taken."""
        came = self.service.came
        return came.pop() if came and not self.service.sim.blower else ()

    def _voided(self) -> None:
        """Every stake goes back, and nothing is paid."""
        wrong = [money for money in self._settled if money[1] != "push" or money[3]]
        if wrong and self._lines is None:
            raise Difference(f"a void that pays: {wrong}")
        self.counts["rounds voided"] += 1
        if not self.service.sim.blower:
            self.service.came.clear()
        self._begin(None, self._left())

    def _end(self) -> None:
        """The next round is open."""
        if self.round.locked is None and not self._settled:
            return
        if self._lines is None:
            self._hold_to_truth()
        self.rounds += 1
        point, tickets = self.round.next_point(), self._left()
        self._begin(point, tickets)

    def _left(self) -> dict[str, Ticket]:
        for ticket in self.round.tickets.values():
            ticket.draws -= 1
        return {on: ticket for on, ticket in self.round.tickets.items() if ticket.draws}

    # what the table shows

    def see(self) -> None:
        """Hold lights, figures and payout to the round."""
        self._hold_to_lights()
        self._hold_to_figures()
        inline = self.service.inline
        payout = inline.loop.panel.payout if inline else None
        if payout is not None:
            self._owed(
                lambda m: (m[0][:2], m[3], m[4]) == (payout.place, payout.paid, payout.commission),
                payout,
            )

    def _hold_to_lights(self) -> None:
        if self.round.locked is None or self._is_blind("lights"):
            return
        sim = self.service.sim
        for spot in sim.wiring.lights.spots:
            lit = tuple(duty > 0 for duty in sim.spot_colour(spot))
            if lit in OPEN_COLOURS:
                raise Difference(f"spot {spot} is lit {lit} after the close")
        self.counts["turns with every light closed"] += 1

    def _hold_to_figures(self) -> None:
        figures = self.service.sim.displays.figures
        text = figures.text().strip() if figures else ""
        if text and not self._is_blind("figures"):
            self._owed(lambda money: f"{money[3] / 100:.2f}" == text, text)
            self.counts["turns with the figures right"] += 1

    def _owed(self, is_it: Any, shown: object) -> None:
        if not any(map(is_it, self._lines or ())):
            raise Difference(f"{shown} is shown, owed is {self._lines} in {self.round}")

    def _is_blind(self, part: str) -> bool:
        return self.service.clock.now() < max(self.blind.get(part, 0), self.blind.get("all", 0))


def _stack(bet: Bet) -> Stack:
    """Return whose bet it is; tickets go by their spot alone."""
    on = bet.place.on
    return bet.place.spot, TICKET if base_bet_name(on) == TICKET else on, bet.bettor


def _settlement(line: BetSettled) -> Money:
    return _stack(line.bet), line.outcome, line.returned, line.paid, line.commission


def _decision(ruling: Decided) -> dict[str, Any]:
    cost = ruling.cost or Cents(0)
    found = {"spot": ruling.spot, "do": ruling.do, "hand": ruling.hand, "bettor": ruling.bettor}
    found["cents"] = cost or None
    return {name: value for name, value in found.items() if value is not None}
