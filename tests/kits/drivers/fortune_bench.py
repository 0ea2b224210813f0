"""A wheel of fortune that turns on a bench."""

from collections.abc import Callable

from drivers.fortune_wheel import FortuneWheel
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ResultSeen
from hal.ports import InputLine, Millis
from sim.machines.fortune_wheel import SimFortuneWheel
from sim.world.virtual_clock import VirtualClock

UNKNOWN = FaultRaised("wheel", "spin_unknown")
KNOWN = FaultEnded("wheel", "spin_unknown")
FREE = FaultEnded("wheel", "sensor_stuck")
SPUN_MS = 11_000
"""A spin, and the rest after which it is reported."""
RESTS_MS = 2200
"""A little more than that rest."""


def stuck(sensor: str) -> FaultRaised:
    return FaultRaised("wheel", "sensor_stuck", {"code": sensor})


def result(part: int, revolutions: int) -> ResultSeen:
    return ResultSeen((f"p{part}",), revolutions)


class Bench:
    """A wheel and its driver, polled whenever it is due."""

    def __init__(
        self,
        parts: int = 24,
        worn: Callable[[InputLine, VirtualClock], InputLine] = lambda line, clock: line,
    ) -> None:
        self.clock = VirtualClock(1000)
        order = [f"p{part}" for part in range(parts)]
        self.far = SimFortuneWheel(self.clock.now, order)
        lines = (worn(line, self.clock) for line in (self.far.index, self.far.peg))
        self.part = FortuneWheel(*lines, order)
        self.part.start(self.clock.now())

    def run(self, millis: int = SPUN_MS, late: Callable[[], int] = lambda: 0) -> list[Event]:
        events: list[Event] = []
        end = self.clock.now() + millis
        while (at := max(self.clock.now(), self.part.due) + late()) <= end:
            self.clock.advance_to(Millis(at))
            events += self.part.poll(Millis(at))
        self.clock.advance_to(Millis(end))
        return events

    def spin(
        self, part: int, revolutions: int = 4, within: float = 0.5, lasts_ms: int = 4000
    ) -> list[Event]:
        self.far.spin_duration_ms = lasts_ms
        self.far.spin(f"p{part}", revolutions, within)
        return self.run(lasts_ms + RESTS_MS)
