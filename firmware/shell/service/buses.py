"""The threads of all buses, and the parts that hang on them."""

import time
from collections.abc import Callable, Container, Iterable
from typing import Final

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.service.bus_watch import BusWatch
from hal.ports import Millis

TEST_PATIENCE_S: Final = 3.0
TEST_POLL_S: Final = 0.02


class BusThreads:
    """Starts and ends the threads together; `describe` makes the status of one part.

    `held_buses` are the buses whose fault the table knows from before a start.
    """

    def __init__(
        self,
        threads: Iterable[BusThread],
        describe: Callable[[AttachedPart], PartStatus],
        held_buses: Container[str] = (),
    ) -> None:
        self._threads = tuple(threads)
        self._bus_watches = [
            BusWatch(thread, reported=thread.bus.name in held_buses) for thread in self._threads
        ]
        self._describe = describe

    def start(self, deliver: Callable[[list[Event]], None], panel: Panel) -> None:
        """Start taking turns; events go to `deliver`."""
        for thread in self._threads:
            thread.start(deliver)
            thread.set_panel(panel)

    def show_panel(self, panel: Panel) -> None:
        """Have every bus show the panel."""
        for thread in self._threads:
            thread.set_panel(panel)

    def check_threads(self, now: Millis) -> list[Event]:
        """Return the faults of threads that a transfer holds, and their ends.

        Raises RuntimeError if a thread has ended.
        """
        for thread in self._threads:
            if not thread.is_alive:
                # the service ends and systemd restarts it: a silent bus must not look like an empty
                # table
                raise RuntimeError(f"the thread of the {thread.bus.name} bus has ended")
        return [event for watch in self._bus_watches for event in watch.check_thread(now)]

    @property
    def are_hopeless(self) -> bool:
        """Whether only a new start of the service can free a bus."""
        return any(watch.is_hopeless for watch in self._bus_watches)

    def stop(self) -> None:
        """End the threads."""
        for thread in self._threads:
            thread.stop()

    def thread_of(self, part: str) -> BusThread:
        """Return the bus that the part hangs on. Raises KeyError."""
        for thread in self._threads:
            if any(attached.part.name == part for attached in thread.bus.attached):
                return thread
        raise KeyError(part)

    def part_statuses(self) -> tuple[PartStatus, ...]:
        """Return how every part is now; from any thread."""
        return tuple(map(self._describe, self._attached_parts()))

    @property
    def all_tested(self) -> bool:
        """Whether every part was tested, as each is soon after its start, or is lost."""
        return all(
            attached.selftest.test_count or attached.losses for attached in self._attached_parts()
        )

    def test_parts(self) -> tuple[PartStatus, ...]:
        """Have every part that is there tested, and return how all are; not from the loop's thread.

        Waits until all have been, or for TEST_PATIENCE_S.
        """
        counts_before = {
            attached: attached.selftest.test_count
            for attached in self._attached_parts()
            if attached.is_up
        }
        for thread in self._threads:
            thread.test_soon()
        deadline = time.monotonic() + TEST_PATIENCE_S
        while time.monotonic() < deadline and any(
            attached.is_up and attached.selftest.test_count == count
            for attached, count in counts_before.items()
        ):
            time.sleep(TEST_POLL_S)
        return self.part_statuses()

    def _attached_parts(self) -> list[AttachedPart]:
        return [attached for thread in self._threads for attached in thread.bus.attached]
