"""Wheels, dice and balls at a simulated table: spun, thrown, drawn, keyed where no part sees."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.people.luck import Luck
from sim.people.person import Person

THROWS_MS: Final = 2000
SPINS_MS: Final = 1500
WHEEL_MS: Final = 300
"""How long it takes until it is known that a wheel is at rest."""
LONGEST_MS: Final = 75_000
"""Longer than any draw."""
RESTS_MS: Final = 15_000
"""Longer than it takes until it is known where a wheel has come to rest."""
LOOKS_MS: Final = 100
"""How often people look up while a wheel turns or balls are drawn."""
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
        self._acts: Mapping[str, Callable[[Status, Instrument], bool]] = {
            "number": self._spin,
            "segment": self._spin,
            "dice": self._throw,
            "balls": self._draw,
        }

    def throw(self, seen: Status) -> None:
        """Bring the result about that the table waits for, and wait until it has it."""
        instrument = self._instrument
        if instrument is not None and self._acts[instrument.step](seen, instrument):
            self.wait_for_result()

    def bring(self, seen: Status, symbols: Symbols = (), revolutions: int | None = None) -> None:
        """Bring a result about, this one where one is given; what turns then is left to itself."""
        instrument = self._instrument
        if instrument is None:
            return
        came = symbols or self._by_chance(instrument)
        if instrument.step == "balls":
            self._load(seen, instrument, came)
        elif self._table.wheel is None:
            self._key(came, instrument)
        else:
            self._turn(seen, came[0], revolutions)

    def _by_chance(self, instrument: Instrument) -> Symbols:
        match instrument.step:
            case "dice":
                return tuple(self._chance.choice(FACES) for _ in range(instrument.symbols))
            case "balls":
                return tuple(map(str, self._chance.sample(BALLS, instrument.symbols)))
        return (self._chance.choice(self._symbols),)

    def _throw(self, seen: Status, instrument: Instrument) -> bool:
        self._person.pause(THROWS_MS)
        dice = self._by_chance(instrument)
        if self._luck.strikes("no_roll"):
            self._hands.press(Key.NO_RESULT)
            return False
        if instrument.readings > 1 and self._luck.strikes("misread"):
            self._key(dice, instrument._replace(readings=1))
            others = tuple(FACES[int(face) % len(FACES)] for face in dice)
            self._key(others, instrument._replace(readings=1))
            return False
        self._key(dice, instrument)
        self._person.until(lambda now: (now.ask, now.round) != (seen.ask, seen.round))
        return False

    def _key(self, symbols: Symbols, instrument: Instrument) -> None:
        readings, faces = instrument.readings, instrument.faces
        self._hands.key_result(symbols, readings=readings, faces=faces)

    def _spin(self, seen: Status, instrument: Instrument) -> bool:
        symbols, wheel = self._by_chance(instrument), self._table.wheel
        self._person.pause(SPINS_MS)
        if wheel is None:
            self._key(symbols, instrument)
            self._person.until(lambda now: now.ask != seen.ask)
            return False
        short = wheel.counts and self._luck.strikes("short_spin")
        self._turn(seen, symbols[0], TOO_FEW if short else None)
        return True

    def _turn(self, seen: Status, symbol: str, revolutions: int | None) -> None:
        wheel = self._table.wheel
        if wheel is None:
            return
        wheel.rest()
        self._hands.wait(WHEEL_MS)
        wheel.spin(symbol, revolutions)
        self._start(seen)

    def _draw(self, seen: Status, instrument: Instrument) -> bool:
        self._person.pause(THROWS_MS)
        self._load(seen, instrument, self._by_chance(instrument))
        return True

    def _load(self, seen: Status, instrument: Instrument, balls: Symbols) -> None:
        if self._table.blower:
            self._table.blower.load(tuple(map(int, balls)))
        elif Key.SPIN not in seen.keys:
            self._key(balls, instrument)
        self._start(seen)

    def _start(self, seen: Status) -> None:
        """Start the wheel or the draw, where the table does that."""
        if Key.SPIN in seen.keys:
            self._hands.press(Key.SPIN)
            self._person.until(lambda now: _starts(now) != _starts(seen))

    def wait_for_result(self) -> None:
        """Wait until the table has seen what turns come to rest; not for ever after that."""
        before, wheel = self._person.look(), self._table.wheel
        said, rested_ms = before.dealer, 0
        while rested_ms < (RESTS_MS if wheel else LONGEST_MS):
            self._person.wait(LOOKS_MS)
            now = self._person.look()
            if (now.ask, now.round) != (before.ask, before.round):
                return
            if wheel and wheel.turning:
                said, rested_ms = now.dealer, 0
            elif now.dealer != said:
                return
            rested_ms += LOOKS_MS


def _starts(seen: Status) -> int:
    return seen.instrument.starts if seen.instrument else 0
