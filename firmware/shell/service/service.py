"""The service in real time: a thread for each bus, and one loop that owns the table."""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self, TypeVar

import msgspec

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import PartStatus, Status
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.bus_thread import LONGEST_WAIT_MS, BusThread
from firmware.shell.parts.call_in_turn import CallInTurn
from firmware.shell.service.loop import Listener, Loop
from firmware.shell.service.overlay import Cover, Overlay
from firmware.shell.service.recent import RecentNews
from firmware.shell.service.reporter import Reporter
from firmware.shell.service.watchdog import Notifier
from hal.ports import Clock, Millis

Result = TypeVar("Result")

TEST_PATIENCE_S = 3.0
TEST_LOOK_S = 0.02
PATIENCE_MS = 5000
"""How long the parts may take to be tested before the table is in service."""
QUIET_MS = 15
"""How long nothing must have happened before the status is made: the lights come first."""


class View(Protocol):
    """Someone who watches the table."""

    def heard(self, rulings: Sequence[Ruling]) -> None: ...

    def show(self, status: Status) -> None:
        """Take the table as it is."""
        ...


class Service:
    """The loop in real time. It waits in one place, for news from the buses.

    `threads` makes the buses, given the names of the parts that are lost according to the table;
    `parts` returns a part's status. `found` are the results of the device's own checks.
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
        self.then: Text | None = None
        """Why the table is to be served again, once it has ended in order."""
        self._ledger = ledger
        self._clock = clock
        self._reporter = reporter
        self._view = view
        self._parts = parts
        self._shoe_port = shoe_port
        self._notes = list(notes)
        self._to_do: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
        self._recent = RecentNews(reporter)
        self._cover = Cover()
        self._untold_since: Millis | None = None
        self._stopping = threading.Event()
        self.loop.begin(clock.now())
        self.loop.take(found, clock.now())
        self._busy_at = clock.now()
        self._threads = tuple(threads(table.state.device.trouble.lost_parts))
        self._shown = self.loop.panel
        """The table's panel, or its overlay."""
        self.status = self._report()

    @property
    def table(self) -> Table:
        """The table, to be looked at from any thread; only the loop changes it."""
        return self.loop.table

    def stop(self) -> None:
        """Have the loop end after its turn; from any thread."""
        self._stopping.set()
        self._news.put([])

    def end(self, then: Text | None) -> None:
        """Stop in order; with `then`, the reason, the table will be served again."""
        self.then = then
        self.stop()

    def tell(self, events: list[Event]) -> None:
        """Pass events that come from no bus to the table; from any thread."""
        self._news.put(events)

    def handle(self, event: Event, patience_s: float = 3.0) -> tuple[Ruling, ...]:
        """Have the table handle an event, and return its rulings.

        Not from the loop's thread. Raises TimeoutError if the loop does not get to it.
        """
        return self._in_turn(lambda: self._ruled_on(event), patience_s)

    def record(self, note: Text, patience_s: float = 3.0) -> None:
        """Journal a note and return when it is durable; not from the loop's thread.

        Raises TimeoutError if the loop does not get to it.
        """
        self._in_turn(lambda: self._keep_now(note), patience_s)

    def keep(self, note: Text) -> None:
        """Journal a note soon, and show it as long as the service runs; from any thread."""
        self._notes.append(note)
        self._to_do.put(lambda: self._keep_now(note))
        self._news.put([])

    def cover(self, overlay: Overlay | None) -> None:
        """Have something else shown than the table for a while, None to end it; from any thread.

        The status goes on telling of the table.
        """
        self._to_do.put(lambda: self._cover.put(overlay, self._clock.now()))
        self._news.put([])

    def bus_of(self, part: str) -> BusThread:
        """Return the bus that the part hangs on. Raises KeyError."""
        for thread in self._threads:
            if any(attached.part.name == part for attached in thread.bus.attached):
                return thread
        raise KeyError(part)

    def stands(self, part: str, code: str) -> bool:
        """Return whether the table knows of that fault; from any thread."""
        return self.loop.table.state.device.trouble.find(part, code) is not None

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
        tested = {attached: attached.selftest.count for attached in self._attached() if attached.up}
        for thread in self._threads:
            thread.test()
        deadline = time.monotonic() + TEST_PATIENCE_S
        while time.monotonic() < deadline and any(
            attached.up and attached.selftest.count == count for attached, count in tested.items()
        ):
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

        `ready` is called once every part has been tested, or is known to be lost; only then may
        sockets open.
        """
        for thread in self._threads:
            thread.start(self._news.put)
            thread.want(self.loop.panel)
        self._await_tests(notifier)
        if not self._stopping.is_set():
            ready()
            notifier.ready(self._clock.now())
        while not self._stopping.is_set() and (rounds is None or self._recent.rounds < rounds):
            self._turn(notifier)
        if self.then is None:
            notifier.stopping()
        self.loop.end(self._clock.now())

    def _await_tests(self, notifier: Notifier) -> None:
        until = self._clock.now() + PATIENCE_MS
        while not self._stopping.is_set() and self._clock.now() < until and not self._tested():
            self._turn(notifier)

    def _tested(self) -> bool:
        """Return whether every part was tested, as each is soon after its start, or is lost."""
        return all(attached.selftest.count or attached.losses for attached in self._attached())

    def close(self) -> None:
        """Stop the buses and make the remaining entries durable."""
        for thread in self._threads:
            thread.stop()
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _turn(self, notifier: Notifier) -> None:
        events, before = self._next_events(), self._shown
        if events:
            self._busy_at = self._clock.now()
        while not self._to_do.empty():
            self._to_do.get()()
        now = self._clock.now()
        self._shown = self._cover.over(self.loop.take(events, now), self.table, now)
        for thread in self._threads:
            thread.want(self._shown)
            if not thread.alive:
                raise RuntimeError(f"the thread of the {thread.bus.name} bus has ended")
        self._tell_if_quiet(news=bool(events) or self._shown is not before)
        notifier.feed(self._clock.now())

    def _in_turn(self, act: Callable[[], Result], patience_s: float) -> Result:
        """Run `act` in the loop's thread, and return its result."""
        call = CallInTurn(act)
        self._to_do.put(call.run)
        self._news.put([])
        return call.result(patience_s)

    def _keep_now(self, note: Text) -> None:
        self._ledger.noted(note, self._clock.now())
        self._ledger.close()

    def _ruled_on(self, event: Event) -> tuple[Ruling, ...]:
        before = len(self._recent.untold)
        self._busy_at = self._clock.now()
        self.loop.take([event], self._busy_at)
        return tuple(self._recent.untold[before:])

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
            heard = self._recent.tell()
            self.status = self._report()
            self._view.heard(heard)
            self._view.show(self._seen())

    def _seen(self) -> Status:
        """Return the status as displayed: at a simulated table with the overlay."""
        if self._shown is not self.loop.panel and self._shown.simulated:
            return self._reporter.covered(self.status, self._shown)
        return self.status

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._recent.take(self.table, rulings)

    def _report(self) -> Status:
        return msgspec.structs.replace(
            self._reporter.status(self.table, self.loop.panel, self._recent.results),
            parts=self.parts(),
            shoe_port=self._shoe_port,
            notes=tuple(map(self._reporter.say, self._notes)),
            last_fault=self._recent.last_fault(self.table),
        )
