"""A wheel of fortune at a table: two sensors on pins, and the hand that turns it."""

from collections.abc import Callable
from typing import Final

from drivers.fortune_wheel.kind import FortuneSensorWiring
from sim.machines.fortune_wheel import SimFortuneWheel
from sim.machines.installation import FarEndContext, Installation
from sim.machines.wheel_source import WheelSource

DEFAULT_REVOLUTIONS: Final = 4
"""Revolutions of a spin by default."""


class FortuneWheelSource:
    """A wheel of fortune with its sensors."""

    counts_revolutions = True
    min_spin_ms = 8000
    """How long a spin takes at least."""
    min_peg_ms = 24
    """No hand turns it faster than from peg to peg in so long: a level lasts two polls of 5 ms."""

    def __init__(self, wiring: FortuneSensorWiring, now: Callable[[], int]) -> None:
        self.far_end = SimFortuneWheel(now, wiring.order)
        self._segment_count = len(wiring.order)

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Turn it on to that part; it slows down evenly, so it is twice as quick at first."""
        revolution_count = DEFAULT_REVOLUTIONS if revolutions is None else revolutions
        self.far_end.spin_duration_ms = max(
            # Long enough that the first and fastest peg still lasts two polls.
            self.min_spin_ms,
            2 * self.min_peg_ms * (revolution_count + 1) * self._segment_count,
        )
        self.far_end.spin(symbol, revolution_count)

    def prepare(self) -> None:
        """It is at rest already."""

    @property
    def is_spinning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def cancel_spin(self) -> None:
        """Break a spin off."""
        self.far_end.cancel_spin()

    def set_speed(self, speed_factor: float) -> None:
        """Take less time, but long enough for the pegs to be seen."""
        self.min_spin_ms = round(FortuneWheelSource.min_spin_ms / speed_factor)


def far_end(wiring: FortuneSensorWiring, context: FarEndContext) -> Installation[WheelSource]:
    source = FortuneWheelSource(wiring, context.now)
    wheel = source.far_end
    lines = {wiring.index: wheel.index, wiring.peg: wheel.peg}
    return Installation(source, lines=lines, polled_time=wheel.polled_time)
