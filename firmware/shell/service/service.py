"""The service in real time: a thread for each bus, and one loop that owns the table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Self

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus_thread import LONGEST_WAIT_MS, BusThread
from firmware.shell.service.buses import BusThreads
from firmware.shell.service.inbox import ServiceInbox
from firmware.shell.service.loop import Listener, TableLoop
from firmware.shell.service.overlay import Overlay, OverlayCover
from firmware.shell.service.recent_rulings import RecentRulings
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.status_publisher import StatusPublisher, StatusView
from firmware.shell.service.watchdog import SystemdNotifier
from hal.ports import Clock, Millis

TEST_TIMEOUT_MS: Final = 5000
"""How long the parts may take to be tested before the table is in service."""
TEST_POLL_MS: Final = 20
"""How often it is looked whether they have been."""
LONGEST_CYCLE_MS: Final = 3000
"""Longer than any turn of the loop, even one in which a disk is given up."""


class TableService:
    """The loop in real time. It waits in one place, for news from the buses.

    `threads` makes the buses, given the names of the parts that are lost according to the table;
    `describe_part` returns a part's status. `device_events` are the results of the device's own
    checks. `poll_events` is called in every turn for events that come from no part.
    """

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        threads: Callable[[Mapping[str, str]], Iterable[BusThread]],
        clock: Clock,
        reporter: StatusReporter,
        status_view: StatusView,
        describe_part: Callable[[AttachedPart], PartStatus],
        *,
        shoe_port: str = "",
        notes: Sequence[Text] = (),
        listeners: Iterable[Listener] = (),
        device_events: Sequence[Event] = (),
        poll_events: Callable[[Millis], list[Event]] | None = None,
    ) -> None:
        self.loop = TableLoop(table, ledger, [self._take_rulings, *listeners], reporter.table_panel)
        self.restart_reason: Text | None = None
        """Why the table is to be served again, once it has ended in order."""
        self._ledger, self._clock = ledger, clock
        self._poll_events = poll_events
        self._inbox = ServiceInbox()
        self._recent_rulings = RecentRulings(reporter)
        self._overlay_cover = OverlayCover()
        self._stopping = False  # no event: a signal's handler sets it, and may interrupt itself
        self._begin_table(device_events)
        self._last_event_at = self._last_cycle_at = clock.now()
        trouble = table.state.device.trouble
        self.buses = BusThreads(threads(trouble.lost_parts), describe_part, trouble.held_buses)
        self._shown_panel = self.loop.panel
        """The table's panel, or its overlay."""
        self._publisher = StatusPublisher(
            self.loop,
            self._recent_rulings,
            self.buses.part_statuses,
            reporter,
            status_view,
            shoe_port=shoe_port,
            notes=notes,
        )

    def _begin_table(self, device_events: Sequence[Event]) -> None:
        """Begin the loop before the parts start: the table knows its faults and its round when
        their first event comes.
        """
        self.loop.begin(self._clock.now())
        self._recent_rulings.restore(self._ledger.announcements, self.loop.table)
        self.loop.handle_and_follow(device_events, self._clock.now())

    @property
    def table(self) -> Table:
        """The table, to be looked at from any thread; only the loop changes it."""
        return self.loop.table

    @property
    def status(self) -> Status:
        """The status as it was shown last; from any thread."""
        return self._publisher.status

    def stop(self) -> None:
        """Stop the loop after its turn; from any thread."""
        self._stopping = True
        self._inbox.put_events([])

    def end_in_order(self, restart_reason: Text | None) -> None:
        """Stop in order; with `restart_reason`, the reason, the table will be served again."""
        self.restart_reason = restart_reason
        self.stop()

    def put_events(self, events: list[Event]) -> None:
        """Pass events that come from no bus to the table; from any thread."""
        self._inbox.put_events(events)

    def handle(self, event: Event, timeout_s: float = 3.0) -> tuple[Ruling, ...]:
        """Have the table handle an event, and return its rulings.

        Not from the loop's thread. Raises TimeoutError if the loop does not get to it.
        """
        return self._inbox.call_and_wait(lambda: self._handle_now(event), timeout_s)

    def record_note(self, note: Text, timeout_s: float = 3.0) -> None:
        """Journal a note and return when it is durable; not from the loop's thread.

        Raises TimeoutError if the loop does not get to it.
        """
        self._inbox.call_and_wait(lambda: self._record_now(note), timeout_s)

    def record_and_show(self, note: Text) -> None:
        """Journal a note soon, and show it as long as the service runs; from any thread."""
        self._publisher.add_note(note)
        self._inbox.call_soon(lambda: self._record_now(note))

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Have something else shown than the table for a while, None to end it; from any thread.

        The status still reports the table.
        """
        self._inbox.call_soon(lambda: self._overlay_cover.start_overlay(overlay, self._clock.now()))

    def is_raised(self, part: str, code: str) -> bool:
        """Return whether the table knows of that fault; from any thread."""
        return self.loop.table.state.device.trouble.find_fault(part, code) is not None

    def idle_ms(self) -> int:
        """Return the time since the table's last event; from any thread."""
        return self._clock.now() - self._last_event_at

    @property
    def stalled_s(self) -> int:
        """For how long the loop has not turned, 0 if no longer than it may; from any thread."""
        elapsed_ms = self._clock.now() - self._last_cycle_at
        return elapsed_ms // 1000 if elapsed_ms > LONGEST_CYCLE_MS else 0

    def serve(
        self,
        notifier: SystemdNotifier,
        round_limit: int | None = None,
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve until stopped, or until so many rounds have been finished.

        `on_ready` is called once every part has been tested, or is known to be lost; only then may
        sockets open.
        """
        self.buses.start(self._inbox.put_events, self.loop.panel)
        self._await_tests(notifier)
        if not self._stopping:
            self._publish_first(notifier)
            on_ready()
            notifier.ready(self._clock.now())
        while not self._stopping and (
            round_limit is None or self._recent_rulings.finished_rounds < round_limit
        ):
            self._run_cycle(notifier)
        # a restart within the process is no end of the service for systemd
        if self.restart_reason is None:
            notifier.stopping()
        self.loop.end_service(self._clock.now())

    def _await_tests(self, notifier: SystemdNotifier) -> None:
        deadline = self._clock.now() + TEST_TIMEOUT_MS
        while not self._stopping and self._clock.now() < deadline and not self.buses.all_tested:
            self._run_cycle(notifier, TEST_POLL_MS)

    def _publish_first(self, notifier: SystemdNotifier) -> None:
        """Complete the status before the sockets open."""
        now = self._clock.now()
        self._publisher.note_news(now)
        self._housekeeping(notifier, now)

    def close(self) -> None:
        """Stop the buses and make the remaining entries durable."""
        self.buses.stop()
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _run_cycle(self, notifier: SystemdNotifier, max_wait_ms: int = LONGEST_WAIT_MS) -> None:
        """Show the panel after new events; everything else waits for a pause: the lights first.

        Wait for news for `max_wait_ms` at most.
        """
        events = self._inbox.wait_events(min(self._wait_ms, max_wait_ms))
        self._inbox.run_calls()
        now = self._last_cycle_at = self._clock.now()
        if events:
            self._last_event_at = now
        events += self._poll_events(now) if self._poll_events else ()
        handled = self.loop.receive(events, now)
        is_new = self._show_panel(now) or handled
        if is_new:
            self._publisher.note_news(now)
        if self._publisher.is_due(now, has_news=is_new or bool(events)):
            self._housekeeping(notifier, now)

    @property
    def _wait_ms(self) -> int:
        """How long the loop may wait for news: until the status or a shared commit is due."""
        until_commit_ms = self.loop.commit_due - self._clock.now()
        return max(0, min(self._publisher.wait_ms, until_commit_ms))

    def _show_panel(self, now: Millis) -> bool:
        """Show the table's panel or its overlay; return whether it is a new one."""
        shown_before, self._shown_panel = (
            self._shown_panel,
            self._overlay_cover.covered_panel(self.loop.panel, self.table, now),
        )
        self.buses.show_panel(self._shown_panel)
        return self._shown_panel is not shown_before

    def _housekeeping(self, notifier: SystemdNotifier, now: Millis) -> None:
        """Follow up, check the buses, publish the status and feed the watchdog."""
        bus_faults = self.buses.check_threads(now)
        if bus_faults:
            self.loop.receive(bus_faults, now)
        self.loop.check_journal(now)
        if self._show_panel(now) or bus_faults:
            self._publisher.note_news(now)
        self._publisher.publish(self._shown_panel)
        # an unfed watchdog has systemd restart the service, which alone frees a bus held in the
        # kernel
        if not self.buses.are_hopeless:
            notifier.feed(now)

    def _record_now(self, note: Text) -> None:
        now = self._clock.now()
        self._ledger.record_note(note, now)
        self._ledger.close()
        self._publisher.note_news(now)

    def _handle_now(self, event: Event) -> tuple[Ruling, ...]:
        self._last_event_at = self._clock.now()
        self.loop.follow_up(self._last_event_at)
        count_before = len(self._recent_rulings.unpublished)
        self.loop.handle_and_follow([event], self._last_event_at)
        return tuple(self._recent_rulings.unpublished[count_before:])

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._recent_rulings.add_rulings(self.table, rulings)
