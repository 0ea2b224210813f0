"""Wheels, dice and balls at a simulated table: spun, thrown, drawn, keyed where no part sees."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from firmware.core.events import Key
from firmware.core.game import Game
from firmware.core.instruments import Instrument, Symbols
from sim.luck import Luck
from sim.person import Person
from sim.seen import Seen

THROWS_MS: Final = 2000
SPINS_MS: Final = 1500
WHEEL_MS: Final = 300
"""How long it takes until it is known that a wheel is at rest."""
LONGEST_MS: Final = 75_000
"""Longer than any spin or draw."""
TOO_FEW: Final = 2
"""Turns of a wheel of fortune that make no result (121)."""
FACES: Final = "123456"
BALLS: Final = range(1, 81)


class Thrower:
    """Brings a result about. `symbols` are what a wheel has, each as often as it has it."""

    def __init__(
        self, person: Person, played: Game, symbols: Symbols, chance: Random, luck: Luck
    ) -> None:
        self._person = person
        self._hands = person.hands
        self._table = person.hands.table
        self._instrument = played.INSTRUMENT
        self._symbols = symbols
        self._chance = chance
        self._luck = luck
        self._acts: Mapping[str, Callable[[Seen, Instrument], None]] = {
            "number": self._spin,
            "segment": self._spin,
            "dice": self._throw,
            "balls": self._draw,
        }

    def throw(self, seen: Seen) -> None:
        """Bring the result about that the table waits for, and wait until it has it."""
        if self._instrument is not None:
            self._acts[self._instrument.step](seen, self._instrument)

    def _throw(self, seen: Seen, instrument: Instrument) -> None:
        self._person.pause(THROWS_MS)
        dice = [self._chance.choice(FACES) for _ in range(instrument.symbols)]
        if self._luck.strikes("no_roll"):
            self._hands.press(Key.NO_RESULT)
            return
        if instrument.readings > 1 and self._luck.strikes("misread"):
            self._key(dice, instrument._replace(readings=1))
            others = [FACES[int(face) % len(FACES)] for face in dice]
            self._key(others, instrument._replace(readings=1))
            return
        self._key(dice, instrument)
        self._person.until(lambda now: (now.act, now.round) != (seen.act, seen.round))

    def _key(self, symbols: list[str], instrument: Instrument) -> None:
        readings, faces = instrument.readings, instrument.faces
        self._hands.key_result(symbols, readings=readings, faces=faces)

    def _spin(self, seen: Seen, instrument: Instrument) -> None:
        symbol, wheel = self._chance.choice(self._symbols), self._table.wheel
        if wheel is None:
            self._person.pause(SPINS_MS)
            self._key([symbol], instrument)
            self._person.until(lambda now: now.act != seen.act)
            return
        wheel.rest()
        self._hands.wait(WHEEL_MS)
        self._person.pause(SPINS_MS)
        short = wheel.counts and self._luck.strikes("short_spin")
        wheel.spin(symbol, TOO_FEW if short else None)
        self._start(seen)
        self._wait_for_result()

    def _draw(self, seen: Seen, instrument: Instrument) -> None:
        self._person.pause(THROWS_MS)
        balls = self._chance.sample(BALLS, instrument.symbols)
        if self._table.blower:
            self._table.blower.load(balls)
        elif Key.SPIN not in seen.keys:
            self._key([str(ball) for ball in balls], instrument)
        self._start(seen)
        self._wait_for_result()

    def _start(self, seen: Seen) -> None:
        """Start the wheel or the draw, where the table does that."""
        if Key.SPIN in seen.keys:
            self._hands.press(Key.SPIN)
            self._person.until(lambda now: _starts(now) != _starts(seen))

    def _wait_for_result(self) -> None:
        before = self._person.look()
        self._person.until(
            lambda now: (
                (now.act, now.round, now.dealer) != (before.act, before.round, before.dealer)
            ),
            LONGEST_MS,
        )


def _starts(seen: Seen) -> int:
    return seen.instrument.starts if seen.instrument else 0
