"""Who spins, throws and draws as chance has it, not always rightly."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.games.craps.craps import INITIAL
from firmware.core.table.felt import NOBODY
from firmware.core.vocabulary.instruments import Instrument
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import Luck
from sim.people.person import Person
from sim.people.status_queries import standing
from sim.people.throws import FACES

THROWS_MS: Final = 2000
SPINS_MS: Final = 1500
TOO_FEW: Final = 2
"""Turns of a wheel of fortune that make no result (121)."""


class Thrower:
    """Brings the result about that a table waits for, and waits until it has it."""

    def __init__(self, person: Person, luck: Luck) -> None:
        self._person = person
        self._body = person.body
        self._throws = person.throws
        self._luck = luck
        self._acts: Mapping[str, Callable[[Status, Instrument], None]] = {
            "number": self._spin,
            "segment": self._spin,
            "dice": self._throw,
            "balls": self._draw,
        }

    def throw(self, seen: Status) -> None:
        """Bring the result about."""
        instrument = self._throws.instrument
        if instrument is not None:
            self._acts[instrument.step](seen, instrument)

    def pass_dice(self, seen: Status) -> None:
        """On the come-out, have somebody throw who has bet pass or don't pass (95.8, 95.11).

        If nobody has, the shooter bets pass.
        """
        if "point" in seen.told or all(one.do is not Key.SHOOTER for one in seen.choices):
            return
        shooter = seen.told.get("shooter", {}).get("spot")
        able = {place.spot for place, _ in standing(seen) if place.on in INITIAL}
        if shooter in able or NOBODY in able:
            return
        offered = [choice for choice in seen.choices if choice.spot in able]
        if offered:
            self._person.decisions.key(seen, offered[0])
        elif shooter is not None:
            least = self._person.layout.limits_of("pass").min_cents
            self._person.chips.lay(Place(int(shooter), "pass"), least)

    def _throw(self, seen: Status, instrument: Instrument) -> None:
        self._body.pause(THROWS_MS)
        dice = self._throws.by_chance(instrument)
        if self._luck.strikes("no_roll"):
            self._body.hands.press(Key.NO_RESULT)
        elif instrument.readings > 1 and self._luck.strikes("misread"):
            self._throws.key(dice, instrument, readings=1)
            others = tuple(FACES[int(face) % len(FACES)] for face in dice)
            self._throws.key(others, instrument, readings=1)
        else:
            self._throws.key(dice, instrument)
            self._body.until(lambda now: (now.ask, now.round) != (seen.ask, seen.round))

    def _spin(self, seen: Status, instrument: Instrument) -> None:
        symbols, wheel = self._throws.by_chance(instrument), self._body.hands.table.wheel
        self._body.pause(SPINS_MS)
        short = wheel is not None and wheel.counts and self._luck.strikes("short_spin")
        self._throws.bring(seen, instrument, symbols, TOO_FEW if short else None)
        if wheel is None:
            self._body.until(lambda now: now.ask != seen.ask)
        else:
            self._throws.wait_for_result()

    def _draw(self, seen: Status, instrument: Instrument) -> None:
        self._body.pause(THROWS_MS)
        self._throws.bring(seen, instrument, self._throws.by_chance(instrument))
        self._throws.wait_for_result()
