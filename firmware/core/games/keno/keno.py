"""Keno, articles 75 to 86: tickets for one draw or several, twenty numbers of eighty."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.pack import GameRules
from firmware.core.games.keno.prizes import (
    DRAWN,
    NUMBERS,
    Paytable,
    highest,
    is_paytable,
    prize,
    returns,
    shared,
)
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import TicketAsked, TicketClaimed
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, bet_name

LEAST_RETURN: Final = Fraction(65, 100)
"""Article 85."""
CLAIM_DAYS: Final = range(3_651)
"""Ten years at most."""
RECALLED: Final = 500
"""The number of finished tickets whose end is remembered."""
MOST_TICKETS: Final = 3_000
"""In play, or won and not claimed: all of them are kept in every checkpoint."""


class Sold(NamedTuple):
    """A registered ticket (81)."""

    place: Place
    ticket: Ticket
    won: Cents = NOTHING
    """The amount won and not yet paid to its holder."""
    claimed: bool = False
    """Whether he was paid before."""


class Keno(InstrumentGame):
    """One Keno, draw after draw. Tickets are identified by their control numbers; the registered
    data prevail over the printed ones (84).
    """

    BETS = ()
    THROWN = REOPENS = PAID_LATER = True
    OPTIONS = MappingProxyType({"max_spots": (10,), "claim_days": (365,), "max_draw": (0,)})
    REQUIRED = ("paytable",)
    NEEDS = MappingProxyType(
        {"paytable": Text("why.option_paytable", {"numbers": str(NUMBERS[-1]), "most": str(DRAWN)})}
    )
    INSTRUMENT = Instrument("balls", DRAWN)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.most_cents = Cents(self.options["max_draw"])
        """The most that all tickets are paid for one draw (77, 82 5°); 0 is no maximum."""
        self.paytable: Paytable = self.options["paytable"]
        self.remember({})

    @classmethod
    def allows(cls, name: str, value: object) -> bool:
        """A pay table has a line for each number of picks; the others are numbers."""
        match name:
            case "paytable":
                return is_paytable(value)
            case "max_spots":
                return type(value) is int and value in NUMBERS
            case "claim_days":
                return type(value) is int and value in CLAIM_DAYS
            case "max_draw":
                return type(value) is int and value >= 0
        return super().allows(name, value)

    @classmethod
    def forbidden(cls, options: Mapping[str, Any]) -> Text | None:
        """Article 85."""
        for picked, back in returns(options["paytable"]).items():
            if back < LEAST_RETURN:
                what = Text("keno.picked", {"count": picked})
                ratio = f"{back.numerator}/{back.denominator}"
                values = {"back_ratio": ratio, "least": "65", "article": "85"}
                return Text("why.return_low", {"what": what, **values})
        return None

    # state between draws

    @property
    def memory(self) -> dict[str, Any]:
        """The next draw, the number of tickets ordered, and the tickets."""
        sold = msgspec.to_builtins(list(self.sold.values()))
        return {"draw": self.draw, "asked": self.asked, "sold": sold, "done": dict(self.done)}

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Take `memory` over."""
        self.draw: int = memory.get("draw", 1)
        """The number of the next draw."""
        self.asked: int = memory.get("asked", 0)
        """The number of tickets ordered, refused ones included."""
        sold = msgspec.convert(memory.get("sold", []), list[Sold])
        self.sold = {each.ticket.control: each for each in sold}
        """The tickets that play on or are still to be paid."""
        self.done: dict[str, str] = dict(memory.get("done", {}))
        """The reason for which each finished ticket is worth nothing more."""
        self.carried = self.carries

    @property
    def at_stake(self) -> tuple[Bet, ...]:
        """The bets on the next draw: tickets, without chips on the felt."""
        paid = (sold for sold in self._playing() if sold.ticket.paid)
        return tuple(Bet(sold.place, sold.ticket.cents) for sold in paid)

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The tickets that play on."""
        return {(bet.place, bet.bettor): bet.cents for bet in self.at_stake}

    def _playing(self) -> list[Sold]:
        return [sold for sold in self.sold.values() if not self._ended(sold)]

    def _ended(self, sold: Sold) -> bool:
        return sold.ticket.last_draw < self.draw

    # the sale

    def sell(self, asked: TicketAsked, *, seated: bool) -> Ticket:
        """Register a selection (80, 81); one that is refused has its number all the same."""
        self.asked += 1
        on = f"ticket:{self.asked}"
        why = self._why_unsold(asked) if seated else "why.ticket_spot"
        if why is not None:
            most = str(self.options["max_spots"])
            cents = {"cents": self._highest(asked), "limit_cents": self.most_cents}
            raise Forbidden(why, on=bet_name(on), count=len(asked.numbers), most=most, **cents)
        self._expire(asked.day)
        ticket = Ticket(
            control=asked.control,
            numbers=asked.numbers,
            cents=asked.cents,
            first_draw=self.draw,
            last_draw=self.draw + asked.draws - 1,
            paid=asked.paid,
            most_cents=self.most_cents or self._highest(asked),
            claim_until=asked.day + self.options["claim_days"],
        )
        self.sold[asked.control] = Sold(Place(asked.spot, on), ticket)
        return ticket

    def _highest(self, asked: TicketAsked) -> Cents:
        return self.rounding.given(highest(self.paytable, len(asked.numbers), asked.cents))

    def _why_unsold(self, asked: TicketAsked) -> str | None:
        """Return why a selection can't be played (76, 78, 80)."""
        numbers = set(asked.numbers)
        reasons = {
            "why.ticket_full": len(self.sold) >= MOST_TICKETS,
            "why.ticket_empty": not numbers,
            "why.ticket_twice": len(numbers) < len(asked.numbers),
            "why.ticket_numbers": not numbers.issubset(NUMBERS),
            "why.ticket_too_many": len(numbers) > self.options["max_spots"],
            "why.ticket_not_offered": str(len(numbers)) not in self.paytable,
            "why.ticket_stake": asked.cents <= 0,
            "why.ticket_draws": asked.draws <= 0,
            "why.ticket_above_most": 0 < self.most_cents < self._highest(asked),
            "why.ticket_control": asked.control in self.sold.keys() | self.done.keys(),
        }
        return next((why for why, holds in reasons.items() if holds), None)

    # the draw

    def unknown(self, symbols: Symbols) -> Text | None:
        """Anything but twenty different numbers."""
        if len(symbols) == DRAWN == len(set(symbols).intersection(map(str, NUMBERS))):
            return None
        return Text("no_result.balls", {"result": " ".join(symbols)})

    def settle(self, symbols: Symbols) -> None:
        """Settle every ticket of this draw (76); one that is not paid for is void (83)."""
        drawn = frozenset(map(int, symbols))
        for sold in self._playing():
            if not sold.ticket.paid:
                self.refusals.append(Text("why.ticket_unpaid", {"on": bet_name(sold.place.on)}))
                self._done_with(sold, "why.ticket_void")
        self._settle(self._playing(), drawn)
        self._end_draw()

    def _settle(self, playing: Sequence[Sold], drawn: frozenset[int]) -> None:
        """Pay each ticket its prize, or its share if all prizes exceed the maximum (77)."""
        hits = [len(drawn.intersection(sold.ticket.numbers)) for sold in playing]
        prizes = [self._prize(sold.ticket, n) for sold, n in zip(playing, hits, strict=True)]
        paid = shared(prizes, self.most_cents) if self.most_cents else prizes
        for sold, n, due, won in zip(playing, hits, prizes, paid, strict=True):
            self._settle_one(sold, n, due, won)

    def _prize(self, ticket: Ticket, hits: int) -> Cents:
        return prize(self.paytable, len(ticket.numbers), hits, ticket.cents)

    def _settle_one(self, sold: Sold, hits: int, due: Cents, paid: Cents) -> None:
        bet, picks = Bet(sold.place, sold.ticket.cents), len(sold.ticket.numbers)
        more = {"hits": hits, "picks": picks, "capped": paid < due}
        self._line(bet, "win" if due else "lose", NOTHING, paid, None, "76", **more)
        won = Cents(sold.won + self.lines[-1].paid)
        self.sold[sold.ticket.control] = sold._replace(won=won)

    def _end_draw(self) -> None:
        self.draw += 1
        for sold in list(self.sold.values()):
            if self._ended(sold) and not sold.won:
                self._done_with(sold, "why.ticket_paid" if sold.claimed else "why.ticket_not_won")

    def _done_with(self, sold: Sold, why: str) -> None:
        control = sold.ticket.control
        del self.sold[control]
        self.done = dict([*self.done.items(), (control, why)][-RECALLED:])

    def void(self) -> None:
        """The draw is voided: it counts among those of each ticket."""
        super().void()
        self._end_draw()

    def open(self) -> None:
        """Begin a draw."""
        super().open()
        self.carried = self.carries

    def told(self) -> tuple[Text, ...]:
        """Return the draw on sale."""
        return (Text("told.draw", {"draw": str(self.draw)}),)

    # the payment

    def claim(self, claimed: TicketClaimed) -> Cents:
        """Pay the holder of a ticket its winnings so far (86)."""
        control = claimed.control
        sold = self.sold.get(control)
        if sold is None:
            raise Forbidden(self.done.get(control, "why.ticket_unknown"), control=control)
        if claimed.day > sold.ticket.claim_until:
            raise Forbidden("why.ticket_expired", control=control)
        if not sold.won:
            why = "why.ticket_paid" if sold.claimed else "why.ticket_not_won"
            raise Forbidden(why, control=control)
        self.sold[control] = sold._replace(won=NOTHING, claimed=True)
        if self._ended(sold):
            self._done_with(sold, "why.ticket_paid")
        return sold.won

    def _expire(self, day: int) -> None:
        """Be done with the tickets that can't be claimed any more."""
        for sold in list(self.sold.values()):
            if self._ended(sold) and sold.ticket.claim_until < day:
                self._done_with(sold, "why.ticket_expired")


GAME = Keno
