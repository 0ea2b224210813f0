"""Wheels, dice and balls at a simulated table: spun, thrown, drawn, keyed where no part sees."""

from random import Random
from typing import Final

from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.layout import Layout

WHEEL_MS: Final = 300
"""How long it takes until it is known that a wheel is at rest."""
LONGEST_MS: Final = 75_000
"""Longer than any draw."""
RESTS_MS: Final = 15_000
"""Longer than any wheel takes to report its result."""
LOOKS_MS: Final = 100
"""How often people look up while a wheel turns or balls are drawn."""
NOTICED_MS: Final = 1500
"""How long the table may take to show that a draw may begin."""
FACES: Final = "123456"
BALLS: Final = range(1, 81)


class Throws:
    """Brings results about. `chance` is that of the instrument, whoever throws."""

    def __init__(self, body: Body, layout: Layout, chance: Random) -> None:
        self.instrument = layout.game.INSTRUMENT
        self._body = body
        self._hands = body.hands
        self._table = body.hands.table
        self._layout = layout
        self._chance = chance

    def throw(self, symbols: Symbols = (), revolutions: int | None = None) -> None:
        """Spin, throw or draw, with these symbols if given; does not wait for the result.

        Raises CannotBeDone.
        """
        instrument, wheel = self.instrument, self._table.wheel
        if instrument is None:
            raise CannotBeDone(Text("person.nothing_to_throw"))
        why = self._layout.game.unknown(symbols) if symbols else None
        if why is not None:
            raise CannotBeDone(why)
        if wheel and wheel.turning:
            raise CannotBeDone(Text("person.turning"))
        if self._table.blower:
            self._wait_for_draw()
        seen = self._body.look()
        self.bring(seen, instrument, symbols or self.by_chance(instrument), revolutions)

    def bring(
        self,
        seen: Status,
        instrument: Instrument,
        symbols: Symbols,
        revolutions: int | None = None,
    ) -> None:
        """Produce a result, keyed if no part reads it; does not wait for a spin."""
        if instrument.step == "balls":
            self._load(seen, instrument, symbols)
        elif self._table.wheel is None:
            self.key(symbols, instrument)
        else:
            self._turn(seen, symbols[0], revolutions)

    def by_chance(self, instrument: Instrument) -> Symbols:
        """Return a random result."""
        match instrument.step:
            case "dice":
                return tuple(self._chance.choice(FACES) for _ in range(instrument.symbols))
            case "balls":
                return tuple(map(str, self._chance.sample(BALLS, instrument.symbols)))
        return (self._chance.choice(self._layout.symbols),)

    def key(self, symbols: Symbols, instrument: Instrument, readings: int | None = None) -> None:
        """Key a result, as often as it is read."""
        times = instrument.readings if readings is None else readings
        self._hands.key_result(symbols, readings=times, faces=instrument.faces)

    def wait_for_result(self) -> None:
        """Wait, with a time-out, until the table has the result of a spin."""
        before, wheel = self._body.look(), self._table.wheel
        said, rested_ms = before.dealer, 0
        while rested_ms < (RESTS_MS if wheel else LONGEST_MS):
            self._body.wait(LOOKS_MS)
            now = self._body.look()
            if (now.ask, now.round) != (before.ask, before.round):
                return
            if wheel and wheel.turning:
                said, rested_ms = now.dealer, 0
            elif now.dealer != said:
                return
            rested_ms += LOOKS_MS

    def _wait_for_draw(self) -> None:
        """Wait until the table lets its machine draw, as after a sale. Raises CannotBeDone."""
        if not self._body.until(lambda now: Key.SPIN in now.keys, NOTICED_MS):
            raise CannotBeDone(Text("person.no_draw_yet"))

    def _turn(self, seen: Status, symbol: str, revolutions: int | None) -> None:
        wheel = self._table.wheel
        if wheel is None:
            return
        wheel.rest()
        self._hands.wait(WHEEL_MS)
        wheel.spin(symbol, revolutions)
        self._start(seen)

    def _load(self, seen: Status, instrument: Instrument, balls: Symbols) -> None:
        if self._table.blower:
            self._table.blower.load(tuple(map(int, balls)))
        elif Key.SPIN not in seen.keys:
            self.key(balls, instrument)
        self._start(seen)

    def _start(self, seen: Status) -> None:
        """Start the wheel or the draw, where the table does that."""
        if Key.SPIN in seen.keys:
            self._hands.press(Key.SPIN)
            self._body.until(lambda now: _starts(now) != _starts(seen))


def _starts(seen: Status) -> int:
    return seen.instrument.starts if seen.instrument else 0
