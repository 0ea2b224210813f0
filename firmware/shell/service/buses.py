"""The threads of all buses, and the parts that hang on them."""

import time
from collections.abc import Callable, Container, Iterable
from typing import Final

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.service.bus_watch import BusWatch
from hal.ports import Millis

TEST_PATIENCE_S: Final = 3.0
TEST_LOOK_S: Final = 0.02


class Buses:
    """Starts and ends the threads together; `describe` makes the status of one part.

    `held` are the buses whose fault the table knows from before a start.
    """

    def __init__(
        self,
        threads: Iterable[BusThread],
        describe: Callable[[Attached], PartStatus],
        held: Container[str] = (),
    ) -> None:
        self._threads = tuple(threads)
        self._watches = [BusWatch(t, reported=t.bus.name in held) for t in self._threads]
        self._describe = describe

    def start(self, deliver: Callable[[list[Event]], None], panel: Panel) -> None:
        """Start taking turns; events go to `deliver`."""
        for thread in self._threads:
            thread.start(deliver)
            thread.want(panel)

    def want(self, panel: Panel) -> None:
        """Have every bus show the panel."""
        for thread in self._threads:
            thread.want(panel)

    def look(self, now: Millis) -> list[Event]:
        """Return the faults of threads that a transfer holds, and their ends.

        Raises RuntimeError if a thread has ended.
        """
        for thread in self._threads:
            if not thread.alive:
                raise RuntimeError(f"the thread of the {thread.bus.name} bus has ended")
        return [event for watch in self._watches for event in watch.look(now)]

    @property
    def are_hopeless(self) -> bool:
        """Whether only a new start of the service can free a bus."""
        return any(watch.is_hopeless for watch in self._watches)

    def stop(self) -> None:
        """End the threads."""
        for thread in self._threads:
            thread.stop()

    def of(self, part: str) -> BusThread:
        """Return the bus that the part hangs on. Raises KeyError."""
        for thread in self._threads:
            if any(attached.part.name == part for attached in thread.bus.attached):
                return thread
        raise KeyError(part)

    def parts(self) -> tuple[PartStatus, ...]:
        """Return how every part is now; from any thread."""
        return tuple(map(self._describe, self._attached()))

    @property
    def tested(self) -> bool:
        """Whether every part was tested, as each is soon after its start, or is lost."""
        return all(attached.selftest.count or attached.losses for attached in self._attached())

    def test(self) -> tuple[PartStatus, ...]:
        """Have every part that is there tested, and return how all are; not from the loop's thread.

        Waits until all have been, or for TEST_PATIENCE_S.
        """
        before = {attached: attached.selftest.count for attached in self._attached() if attached.up}
        for thread in self._threads:
            thread.test()
        deadline = time.monotonic() + TEST_PATIENCE_S
        while time.monotonic() < deadline and any(
            attached.up and attached.selftest.count == count for attached, count in before.items()
        ):
            time.sleep(TEST_LOOK_S)
        return self.parts()

    def _attached(self) -> list[Attached]:
        return [attached for thread in self._threads for attached in thread.bus.attached]
