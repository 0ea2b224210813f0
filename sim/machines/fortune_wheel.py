"""A wheel of fortune with its two sensors: it slows down evenly from the hand to its rest."""

from collections.abc import Callable, Sequence
from math import floor
from typing import Final

from sim.wires.own_time import PolledTime

PEG_WIDTH: Final = 0.5
"""For how much of the way from peg to peg a peg is seen: half of it lies before the peg's tip."""
INDEX_BEGINS: Final = -0.45
INDEX_ENDS: Final = 0.0
"""Where the index is seen, in parts from the first peg's tip."""


class SimFortuneWheel:
    """A wheel whose position is computed from the time whenever a sensor is read.

    `order` lists the parts behind each peg, turned forwards. `peg` and `index` are the lines to
    wire up; each may be `stuck`. `missed` are the pegs, counted from the spin's start, that are not
    seen, `extra` those after which one is seen that isn't there. Not modelled: the hand's push, the
    pointer's friction, rolling back.
    """

    lasts_ms = 8000
    """How long the next spin takes."""

    def __init__(self, now: Callable[[], int], order: Sequence[str]) -> None:
        self.missed: set[int] = set()
        self.extra: set[int] = set()
        self.time = PolledTime()
        self.index = SensorLine(self._sees_index, self.time)
        self.peg = SensorLine(self._sees_peg, self.time)
        self._now = now
        self._order = tuple(order)
        self._from = self._to = 0.5
        self._began = 0
        self._lasts = self.lasts_ms

    def spin(self, symbol: str, revolutions: int, within: float = 0.5) -> None:
        """Turn it whole turns, and on to the next part of that symbol; `within` is where in it."""
        ahead = (self._order.index(symbol) - floor(self._place())) % len(self._order)
        self._turn_to(floor(self._place()) + revolutions * len(self._order) + ahead + within)

    def stop_between(self, revolutions: int = 4) -> None:
        """Turn it so that the pointer comes to rest on a peg."""
        self._turn_to(floor(self._place()) + revolutions * len(self._order) + 1.0)

    def turn_back(self, revolutions: int = 1) -> None:
        """Turn it the other way, or back while it turns."""
        self._turn_to(floor(self._place()) - revolutions * len(self._order) + 0.5)

    @property
    def in_play(self) -> bool:
        """Whether it turns."""
        return self._now() < self._began + self._lasts and self._from != self._to

    def halt(self) -> None:
        """Stop at once, between two pegs."""
        self._from = self._to = floor(self._place()) + 0.5

    def _turn_to(self, place: float) -> None:
        self._from, self._to, self._began = self._place(), place, self._now()
        self._lasts = self.lasts_ms

    def _place(self) -> float:
        left = max(0.0, 1 - (self._now() - self._began) / self._lasts)
        return self._to - (self._to - self._from) * left * left

    def _sees_peg(self) -> bool:
        place = self._place()
        nearest = floor(place + 0.5)
        if abs(place - nearest) < PEG_WIDTH / 2:
            return self._passed(nearest) not in self.missed
        between = abs(place - floor(place) - 0.5) < PEG_WIDTH / 8
        return between and self._passed(floor(place)) in self.extra

    def _sees_index(self) -> bool:
        parts = len(self._order)
        beside = (self._place() + parts / 2) % parts - parts / 2
        return INDEX_BEGINS <= beside < INDEX_ENDS

    def _passed(self, peg: int) -> int:
        """Return which one a peg is since the spin began: 1 is the first."""
        return peg - floor(self._from)


class SensorLine:
    """Implements `hal.ports.InputLine`: low while its sensor sees something, or where `stuck`."""

    def __init__(self, sees: Callable[[], bool], time: PolledTime) -> None:
        self.stuck: bool | None = None
        """The forced state of the sensor; None if it is not forced."""
        self.cut = False
        """Whether its wire is cut, so that the line is pulled high."""
        self._sees = sees
        self._time = time

    def level(self) -> bool:
        """Return True for high."""
        self._time.look()
        return self.cut or not (self._sees() if self.stuck is None else self.stuck)
