"""The service in real time: a thread for each bus, and one loop that owns the table."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

import msgspec

from firmware.core.events import Event
from firmware.core.panel import Panel, Text
from firmware.core.rulings import Announced, RoundOpened, Ruling
from firmware.core.table import Table
from firmware.shell.attached import Attached
from firmware.shell.bus import Bus
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener, Loop
from firmware.shell.status import PartStatus, Reporter, Status
from firmware.shell.watchdog import Notifier
from hal.ports import Clock, Millis

RESULTS_KEPT = 40
LONGEST_WAIT_MS = 250
TEST_PATIENCE_S = 3.0
TEST_LOOK_S = 0.02
PATIENCE_MS = 5000
"""How long the parts may take to be tested before the table is in service."""
QUIET_MS = 15
"""How long nothing must have happened before the status is made: the lights come first."""


class View(Protocol):
    """Someone who watches the table."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Take what was decided."""
        ...

    def show(self, status: Status) -> None:
        """Take the table as it is."""
        ...


class BusThread:
    """A bus and the thread that takes its turns. `wait` returns early when the wire has news."""

    def __init__(self, bus: Bus, clock: Clock, wait: Callable[[Millis], None] | None) -> None:
        self.bus = bus
        self._clock = clock
        self._wait = wait
        self._woken = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=bus.name, daemon=True)
        self._deliver: Callable[[list[Event]], None] = lambda _events: None

    @property
    def alive(self) -> bool:
        """Whether the thread still takes turns."""
        return self._thread.is_alive()

    def start(self, deliver: Callable[[list[Event]], None]) -> None:
        """Begin to take turns; what happens goes to `deliver`."""
        self._deliver = deliver
        self._thread.start()

    def want(self, panel: Panel) -> None:
        """Have the bus show `panel` next."""
        if panel is not self.bus.wanted:
            self.bus.wanted = panel
            self._woken.set()

    def test(self) -> None:
        """Have every part of the bus tested in the thread's next turn."""
        for attached in self.bus.attached:
            attached.test_soon()
        self._woken.set()

    def stop(self) -> None:
        """End the thread, then leave everything on the wire dark."""
        self._stopping = True
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join()
        self.bus.blank()

    def _run(self) -> None:
        heard = False
        while not self._stopping:
            now = self._clock.now()
            events = self.bus.show(now) + self.bus.poll(now, heard=heard)
            if events:
                self._deliver(events)
            heard = self._rest(min(self.bus.due() - self._clock.now(), LONGEST_WAIT_MS))

    def _rest(self, most_ms: int) -> bool:
        """Wait; return whether the wire may have ended it."""
        if most_ms <= 0:
            return False
        if self._wait is not None and all(attached.up for attached in self.bus.attached):
            self._wait(Millis(most_ms))
            return True
        self._woken.wait(most_ms / 1000)
        self._woken.clear()
        return False


class Service:
    """The loop in real time. It waits in one place, for news from the buses.

    `threads` makes the buses, given the names of the parts that the table knows to be lost;
    `parts` says how one part is. `found` is what the device's own checks have come to.
    """

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        threads: Callable[[Iterable[str]], Iterable[BusThread]],
        clock: Clock,
        reporter: Reporter,
        view: View,
        parts: Callable[[Attached], PartStatus],
        *,
        shoe_port: str = "",
        notes: Sequence[Text] = (),
        listeners: Iterable[Listener] = (),
        found: Sequence[Event] = (),
    ) -> None:
        self.loop = Loop(table, ledger, [self._hear, *listeners])
        self.rounds = 0
        self._ledger = ledger
        self._clock = clock
        self._reporter = reporter
        self._view = view
        self._parts = parts
        self._shoe_port = shoe_port
        self._notes = list(notes)
        self._to_keep: queue.SimpleQueue[Text] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
        self._results: deque[str] = deque(maxlen=RESULTS_KEPT)
        self._heard: list[Ruling] = []
        self._untold_since: Millis | None = None
        self._stopping = threading.Event()
        self.loop.begin(clock.now())
        self.loop.take(found, clock.now())
        self._busy_at = clock.now()
        self._threads = tuple(threads(table.trouble.lost_parts))
        self.status = self._report()

    def stop(self) -> None:
        """Have the loop end after its turn; from any thread."""
        self._stopping.set()
        self._news.put([])

    def tell(self, events: list[Event]) -> None:
        """Have the table take what no bus reports; from any thread."""
        self._news.put(events)

    def keep(self, note: Text) -> None:
        """Have something kept in the journal, and told, that no event says; from any thread."""
        self._to_keep.put(note)
        self._news.put([])

    def stands(self, part: str, code: str) -> bool:
        """Say whether the table knows of that fault; from any thread."""
        return self.loop.table.trouble.has(part, code)

    def idle_ms(self) -> int:
        """Return for how long nothing has happened at the table; from any thread."""
        return self._clock.now() - self._busy_at

    def parts(self) -> tuple[PartStatus, ...]:
        """Return how every part is now; from any thread."""
        return tuple(map(self._parts, self._attached()))

    def test(self) -> tuple[PartStatus, ...]:
        """Have every part that is there tested, and return how all are; not from the loop's thread.

        Waits until all have been, or for TEST_PATIENCE_S.
        """
        before = {attached: attached.tests for attached in self._attached() if attached.up}
        for thread in self._threads:
            thread.test()
        deadline = time.monotonic() + TEST_PATIENCE_S
        while time.monotonic() < deadline and any(a.up and a.tests == n for a, n in before.items()):
            time.sleep(TEST_LOOK_S)
        return self.parts()

    def _attached(self) -> list[Attached]:
        return [attached for thread in self._threads for attached in thread.bus.attached]

    def run(
        self,
        notifier: Notifier,
        rounds: int | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve until stopped, or until so many rounds have been finished.

        `ready` is called once every part has been tested, or is known to be lost; until then
        nothing is said to anybody outside.
        """
        for thread in self._threads:
            thread.start(self._news.put)
            thread.want(self.loop.panel)
        self._await_tests(notifier)
        if not self._stopping.is_set():
            ready()
            notifier.ready(self._clock.now())
        while not self._stopping.is_set() and (rounds is None or self.rounds < rounds):
            self._turn(notifier)
        notifier.stopping()
        self.loop.end(self._clock.now())

    def _await_tests(self, notifier: Notifier) -> None:
        until = self._clock.now() + PATIENCE_MS
        while not self._stopping.is_set() and self._clock.now() < until and not self._tested():
            self._turn(notifier)

    def _tested(self) -> bool:
        """Say whether every part was tested, as each is soon after its start, or is lost."""
        return all(attached.tests or attached.losses for attached in self._attached())

    def close(self) -> None:
        """End the buses and make durable what is still held back."""
        for thread in self._threads:
            thread.stop()
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _turn(self, notifier: Notifier) -> None:
        events, before = self._next_events(), self.loop.panel
        if events:
            self._busy_at = self._clock.now()
        self._keep_notes()
        panel = self.loop.take(events, self._clock.now())
        for thread in self._threads:
            thread.want(panel)
            if not thread.alive:
                raise RuntimeError(f"the thread of the {thread.bus.name} bus has ended")
        self._tell_if_quiet(news=bool(events) or panel is not before)
        notifier.feed(self._clock.now())

    def _keep_notes(self) -> None:
        while not self._to_keep.empty():
            note = self._to_keep.get()
            self._notes.append(note)
            self._ledger.noted(note, self._clock.now())

    def _next_events(self) -> list[Event]:
        wait_ms = LONGEST_WAIT_MS if self._untold_since is None else QUIET_MS
        try:
            return self._news.get(timeout=wait_ms / 1000)
        except queue.Empty:
            return []

    def _tell_if_quiet(self, *, news: bool) -> None:
        """Say how the table is, once the buses have had their turn with it."""
        now = self._clock.now()
        if news and self._untold_since is None:
            self._untold_since = now
        if self._untold_since is None:
            return
        if not news or now - self._untold_since > LONGEST_WAIT_MS:
            self._untold_since = None
            self._count()
            self.status = self._report()
            self._tell(self._heard)

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._heard += rulings

    def _tell(self, heard: list[Ruling]) -> None:
        self._heard = []
        self._view.heard(heard)
        self._view.show(self.status)

    def _count(self) -> None:
        for ruling in self._heard:
            if isinstance(ruling, Announced) and (result := self._reporter.result(ruling.words)):
                self._results.append(result)
            if isinstance(ruling, RoundOpened) and ruling.round > 1:
                self.rounds += 1

    def _report(self) -> Status:
        status = self._reporter.status(self.loop.table, self.loop.panel, tuple(self._results))
        return msgspec.structs.replace(
            status,
            parts=self.parts(),
            shoe_port=self._shoe_port,
            notes=tuple(map(self._reporter.say, self._notes)),
        )
