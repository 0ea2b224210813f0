"""Chance at a table of a wheel, dice or balls, whose players bet on one layout or buy tickets."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from firmware.core.table.payments import first_unmoved
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.events import (
    NO_RESULT_WORDS,
    Event,
    KeyPressed,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
    StackRead,
    TicketClaimed,
    TicketOrdered,
)
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import Croupier
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import STAKES

BALLS = [str(number) for number in range(1, 81)]
FACES = [str(face) for face in range(1, 7)]


class ThrownChance(Chance):
    """Results are mostly possible ones of the instrument; some symbols are more frequent."""

    def __init__(self, rng: Random, game: str, croupier: Croupier, noise: float) -> None:
        super().__init__(rng, game, croupier, noise)
        self._tickets = 0
        known = self._symbols()
        self._often = rng.sample(known, min(2, len(known)))

    @property
    def _instrument(self) -> Instrument:
        instrument = self._table.state.game.INSTRUMENT
        assert instrument is not None
        return instrument

    # bets

    def _open(self) -> list[Event]:
        if self._table.state.felt.unpriced_stacks():
            return [KeyPressed(Key.CHIP_2), KeyPressed(Key.COLOUR_PRICE)]
        return super()._open()

    def _bets_stand(self) -> int:
        return super()._bets_stand() + len(self._table.state.game.at_stake)

    def _bets_of_one(self) -> list[Event]:
        rng, table = self._rng, self._table
        if not table.state.game.BETS:
            return [self._ticket()]
        spot = rng.choice(list(table.state.felt.betting_spots))
        who = "B" if table.state.rules.amounts.by_reader and rng.random() < 0.2 else None
        bases = list(dict.fromkeys(map(base_bet_name, table.state.game.BETS)))
        events: list[Event] = []
        for base in rng.sample(bases, min(len(bases), rng.randint(1, 5))):
            on = rng.choice([on for on in table.state.game.BETS if base_bet_name(on) == base])
            stack, cents = (Place(spot, on), who), Cents(60 * rng.choice((5, 10, 25)))
            if rng.random() < 0.1 or not (
                stack in table.state.game.carried or table.state.game.chips_refusal(stack, cents)
            ):
                events += self._put(stack, cents)
        if not events or (table.state.game.MARK_KEYS and rng.random() < 0.3):
            events.append(KeyPressed(Key.TOGGLE_WORKING))
        return events

    def _ticket(self) -> Event:
        rng = self._rng
        self._tickets += 1
        numbers = tuple(rng.sample(range(1, 81), rng.randint(1, 5)))
        cents, draws = Cents(rng.choice(STAKES)), rng.choice((1, 1, 2, 3))
        paid = rng.random() < 0.9
        return TicketOrdered(1, numbers, cents, draws, f"T{self._tickets}", paid, day=1)

    def _closes(self) -> list[Event]:
        if self._table.state.game.THROW_CLOSES_BETS and self._rng.random() < 0.9:
            return self._result()
        seen = NoMoreBetsSeen() if self._rng.random() < 0.3 else KeyPressed(Key.NO_MORE_BETS)
        return [seen]

    # results

    def _round(self) -> list[Event]:
        table = self._table
        disputed = table.state.round.bets.late_stacks or table.state.round.bets.returning_stacks
        if table.state.game.awaits_result and not disputed:
            return self._result()
        return super()._round()

    def _result(self) -> list[Event]:
        """Show a result, by a part or by keys, as often as it is read."""
        shown, rng = self._shown(), self._rng
        keyed = all(symbol.isdecimal() for symbol in shown) and len(shown) < 20
        if not keyed or rng.random() < 0.5:
            turns = rng.choice((None, None, 1, 7, 12))
            return [ResultSeen(shown, turns)]
        reading = [key for symbol in shown for key in self._keys_of(symbol)]
        return [*map(KeyPressed, reading * self._instrument.readings)]

    def _keys_of(self, symbol: str) -> list[Key]:
        digits = [DIGIT_KEYS[int(digit)] for digit in symbol]
        return digits if self._instrument.keyed_by_face else [*digits, Key.END_NUMBER]

    def _shown(self) -> Symbols:
        rng, symbols = self._rng, self._symbols()
        if self._instrument.result_kind == "balls":
            return tuple(rng.sample(symbols, self._instrument.symbols))
        some = self._often if rng.random() < 0.5 else symbols
        return tuple(rng.choice(some) for _ in range(self._instrument.symbols))

    def _symbols(self) -> list[str]:
        game: Any = self._table.state.game
        match self._instrument.result_kind:
            case "number":
                return list(game.numbers_on_table)
            case "segment":
                return list(game.options["segments"])
            case "dice":
                return FACES
        return BALLS

    def _settled(self) -> list[Event]:
        moving = first_unmoved(self._table.state)
        if moving is None:
            return super()._settled()
        origin, to = moving
        moved = [] if origin == to else self._put(origin, NO_CENTS)
        return [*moved, *self._put(to, self._table.state.round.bets.carried_stacks[to])]

    # anything

    def _any_place(self) -> Place:
        spot = self._rng.choice(list(self._table.state.felt.betting_spots))
        return Place(spot, self._rng.choice(self._table.state.game.BETS or ["nothing"]))

    def _any_result(self) -> Event:
        odd = (("7",), ("0", "1"), ("37",), (), ("6", "6", "6"), tuple(BALLS[:20]), self._shown())
        return ResultSeen(self._rng.choice(odd), self._rng.choice((None, 2)))

    def _no_result(self) -> Event:
        return NoResultSeen(self._rng.choice(sorted(NO_RESULT_WORDS)))

    def _closed_by_part(self) -> Event:
        return NoMoreBetsSeen()

    def _any_digit(self) -> Event:
        return KeyPressed(self._rng.choice((*DIGIT_KEYS, Key.END_NUMBER)))

    def _any_colours(self) -> Event:
        """Lay chips without value, while bets are open or after."""
        if not self._table.state.rules.amounts.by_reader:
            return self._any_stack()
        return StackRead(self._any_place(), NO_CENTS, None, self._rng.choice((1, 2, 5)))

    def _any_ticket(self) -> Event:
        if self._rng.random() < 0.5:
            return self._ticket()
        control = f"T{self._rng.randint(1, self._tickets + 1)}"
        return TicketClaimed(control, self._rng.choice((1, 2, 400)))

    ODD: ClassVar[Sequence[Callable[[Any], Event]]] = (
        *(one for one in Chance.ODD if "card" not in one.__name__),
        *(_any_result, _no_result, _closed_by_part, _any_digit, _any_colours, _any_ticket),
    )
