"""A wheel of fortune at a table: two sensors on pins, and the hand that turns it."""

from collections.abc import Callable
from typing import Final

from drivers.fortune_wheel.kind import FortuneSensors
from sim.machines.fortune_wheel import SimFortuneWheel
from sim.machines.mounted import Around, Mounted
from sim.machines.wheel_source import WheelSource

TURNS: Final = 4
"""Revolutions of a spin by default."""


class FortuneWheelSource:
    """A wheel of fortune with its sensors."""

    counts = True
    least_ms = 8000
    """How long a spin takes at least."""
    peg_ms = 24
    """No hand turns it faster than from peg to peg in so long: a level lasts two polls of 5 ms."""

    def __init__(self, wiring: FortuneSensors, now: Callable[[], int]) -> None:
        self.far_end = SimFortuneWheel(now, wiring.order)
        self._parts = len(wiring.order)

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Turn it on to that part; it slows down evenly, so it is twice as quick at first."""
        turns = TURNS if revolutions is None else revolutions
        self.far_end.lasts_ms = max(self.least_ms, 2 * self.peg_ms * (turns + 1) * self._parts)
        self.far_end.spin(symbol, turns)

    def rest(self) -> None:
        """It is at rest already."""

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def halt(self) -> None:
        """Break a spin off."""
        self.far_end.halt()

    def quicken(self, times: float) -> None:
        """Take less time, but long enough for the pegs to be seen."""
        self.least_ms = round(FortuneWheelSource.least_ms / times)


def far_end(wiring: FortuneSensors, around: Around) -> Mounted[WheelSource]:
    source = FortuneWheelSource(wiring, around.now)
    wheel = source.far_end
    lines = {wiring.index: wheel.index, wiring.peg: wheel.peg}
    return Mounted(source, lines=lines, time=wheel.time)
