"""A part that comes and goes keeps its distance, and repeats nothing that the table has."""

from collections import Counter

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, PresenceSeen, StackRead
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.retry import LONGEST_RETRY_MS
from tests.kits.shell.part_bench import STEP_MS, PartBench

MINUTE_MS = 60_000
MOST_LOSSES = 4 + MINUTE_MS // LONGEST_RETRY_MS
"""After 0.5, 1, 2 and 4 s a loss in five seconds."""
SWEEP_MS = 26_000
"""The simulated reader looks at 21 empty places for its whole scan time."""


class Flapping:
    """A part of a closed table on its wire, and what the table gets of it."""

    def __init__(self, part: str) -> None:
        self.bench = bench = PartBench()
        self.attached = bench.attached(part)
        self._bus = next(bus for bus in bench.buses if self.attached in bus.attached)
        self._bus.target_panel = Panel({}, closed=True)
        self._part = part

    def run(self, millis: int) -> Counter[type[Event]]:
        """Let the part's wire take its turns; return the events by their kind."""
        return Counter(type(event) for event in self.events(millis))

    def events(self, millis: int) -> list[Event]:
        events: list[Event] = []
        for _ in range(millis // STEP_MS):
            now = self.bench.clock.now()
            events += [*self._bus.show(now), *self._bus.poll(now)]
            self.bench.clock.advance(STEP_MS)
        return events

    def flap(self, millis: int) -> Counter[type[Event]]:
        """Take the part away as often as it is back; it is there at the end."""
        counts: Counter[type[Event]] = Counter()
        for _ in range(millis // STEP_MS):
            self.set_there(is_there=not self.attached.is_present)
            counts += self.run(STEP_MS)
        self.set_there(is_there=True)
        return counts

    def set_there(self, *, is_there: bool) -> None:
        if port := self.bench.ports.get(self._part):
            (port.plug if is_there else port.unplug)()
        else:
            self.bench.sim.i2c.unplugged = {
                chip for chip in self.bench.sim.chips[self._part] if not is_there
            }


def test_chip_reader_repeats_no_place() -> None:
    chips = Flapping("chips")
    assert chips.run(SWEEP_MS)[StackRead] == len(chips.bench.sim.wiring.places)
    counts = chips.flap(2 * SWEEP_MS)
    assert counts[FaultRaised] >= 2
    assert counts[StackRead] == 0


def test_sensors_are_retried_seldom_and_repeat_no_place() -> None:
    sensors = Flapping("presence")
    place = sensors.bench.sim.wiring.places[0]
    sensors.bench.sim.felt.sensors.force_sensor(place, is_covered=True)
    assert PresenceSeen(place, covered=True) in sensors.events(1000)
    counts = sensors.flap(MINUTE_MS)
    assert 4 <= counts[FaultRaised] <= MOST_LOSSES
    assert counts[FaultEnded] >= counts[FaultRaised] - 1
    assert counts[PresenceSeen] == 0


def test_sensors_that_are_back_report_what_differs() -> None:
    sensors = Flapping("presence")
    felt, (freed, covered, still, *_) = sensors.bench.sim.felt, sensors.bench.sim.wiring.places
    for place in (freed, still):
        felt.sensors.force_sensor(place, is_covered=True)
    sensors.run(1000)
    sensors.set_there(is_there=False)
    sensors.run(1000)
    felt.sensors.force_sensor(freed, is_covered=False)
    felt.sensors.force_sensor(covered, is_covered=True)
    sensors.set_there(is_there=True)
    seen = [e for e in sensors.events(LONGEST_RETRY_MS) if isinstance(e, PresenceSeen)]
    assert sorted(seen, key=lambda event: event.covered) == [
        PresenceSeen(freed, covered=False),
        PresenceSeen(covered, covered=True),
    ]
