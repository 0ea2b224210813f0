"""A chip reader on a wire, run as its bus would run it."""

from collections.abc import Callable, Mapping

from drivers.rr3036.reader import ChipReader
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from firmware.core.vocabulary.events import ChipsSwept, Event, StackRead
from firmware.core.vocabulary.places import Place
from hal.errors import HardwareError
from hal.ports import Millis
from sim.machines.rr3036 import SimRr3036
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort

ANTE, PLAY, TIE = PLACES = (Place(1, "ante"), Place(2, "ante"), Place(2, "tie"))
ANTENNAS = dict(enumerate(PLACES, start=1))


def uid(number: int) -> bytes:
    return bytes.fromhex("E0040150") + number.to_bytes(4, "big")


CHIPS = {uid(n): RegisteredChip(100 << n % 8, ("Roy", None, "Gagnon")[n % 3]) for n in range(24)}


class Bench:
    def __init__(
        self,
        antennas: Mapping[int, Place] = ANTENNAS,
        chips: Mapping[bytes, RegisteredChip] = CHIPS,
        manner: Impairment | None = None,
        between: Callable[[SimRr3036], FarEnd] = lambda far: far,
    ) -> None:
        self.far = SimRr3036(antennas)
        self.port = MemoryPort(between(self.far), impairment=manner)
        self.reader = ChipReader(self.port, antennas, ChipRegistry(chips))
        self.now = 0
        self.losses = 0
        self.swept = 0
        """How often it was said that every place has been read since a start."""
        self.empty: list[Place] = []
        """Places reported as empty that were not reported as anything else since the start."""
        self._reported: set[tuple[Place, str | None]] = set()

    def start(self) -> None:
        self.reader.start(Millis(self.now))
        self.empty.clear()

    def poll(self) -> list[Event]:
        """One poll 2 ms after the last; a lost reader is started again, as its bus does."""
        self.now += 2
        try:
            return [e for e in self.reader.poll(Millis(self.now)) if self._is_news(e)]
        except HardwareError:
            self.losses += 1
            self.start()
            return []

    def _is_news(self, event: Event) -> bool:
        if isinstance(event, ChipsSwept):
            self.swept += 1
            return False
        if not isinstance(event, StackRead):
            return True
        if event.cents or (event.place, event.bettor) in self._reported:
            self._reported.add((event.place, event.bettor))
            return True
        self.empty.append(event.place)
        return False

    def polls(self, count: int) -> list[Event]:
        return [event for _ in range(count) for event in self.poll()]

    def until_lost(self, within: int = 500) -> None:
        """Poll a reader that nobody starts again."""
        for _ in range(within):
            self.now += 2
            self.reader.poll(Millis(self.now))

    def sweeps(self, count: int = 1, within: int = 5000) -> list[Event]:
        """Poll until the reader has begun and ended `count` whole sweeps."""
        events: list[Event] = []
        goal = self.reader.sweeps + count + 1
        for _ in range(within):
            events += self.poll()
            if self.reader.sweeps >= goal:
                return events
        raise AssertionError(f"{self.reader.sweeps} sweeps of {goal} in {within} polls")
