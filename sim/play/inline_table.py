"""A whole table in one thread, whose buses take turns on a clock that is steered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from firmware.cli.serving.assembly import make_buses
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.shared_commit import SHARED_COMMIT_MS
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.loop import Listener, TableLoop
from hal.ports import NEVER, Millis, SerialPort

REPOLL_MS: Final = 5
"""How soon after its last turn a bus has another, if its wire brings something."""

IDLE_POLL_MS: Final = 250
"""How often a bus that rests has one all the same, so that its parts are known to answer."""

MAX_POLLS: Final = 64
"""Answers that a bus takes in one turn at most, where its far end needs no time."""

NEVER_IDLE: Final = MappingProxyType[str, Callable[[], bool]]({})


class SteeredClock(Protocol):
    """A clock whose time the caller sets."""

    def now(self) -> Millis:
        """Return the time."""
        ...

    def advance_to(self, now: Millis) -> None:
        """Set the time; never earlier than the last one."""
        ...


class _ScheduledBus:
    """A bus polled in turn with others, seldom while `is_idle`: a poll would bring nothing new."""

    def __init__(self, bus: PartBus, port: SerialPort | None, is_idle: Callable[[], bool]) -> None:
        self.bus = bus
        self._has_input = bus.requests_poll if port is None else port.readable
        self._has_port = port is not None
        self._is_idle = is_idle
        self.next_poll_at = Millis(0)
        """The time of its next turn, as last requested."""
        self._polled_at = self._input_poll_at = Millis(0)

    def schedule(self) -> None:
        """Ask the bus when it wants its next turn: it had one."""
        if self._is_idle():
            self.next_poll_at = Millis(self._polled_at + IDLE_POLL_MS)
            return
        self.next_poll_at = self.bus.due_at()
        if self._has_input():
            self.next_poll_at = min(self.next_poll_at, self._input_poll_at)

    def reschedule(self) -> None:
        """Recompute the next poll, since people may have acted."""
        if self._is_idle is not _never:
            self.schedule()
        # Without an idle test only new bytes can bring the next poll forward.
        elif self._has_input():
            self.next_poll_at = min(self.next_poll_at, self._input_poll_at)

    def poll(self, now: Millis) -> list[Event]:
        """Return the events; a bus that may rest is polled until it does."""
        self._polled_at = self._input_poll_at = now
        events = self.bus.poll(now, wire_active=self._has_port)
        for _ in range(MAX_POLLS if self._is_idle is not _never else 0):
            if self._is_idle() or not self._has_input():
                return events
            events += self.bus.poll(now, wire_active=True)
        if self._has_input():
            self._input_poll_at = Millis(now + REPOLL_MS)
        return events

    def show_panel(self, panel: Panel, now: Millis) -> list[Event]:
        """Show the panel on every part that it concerns; return the faults that this raised."""
        self.bus.target_panel = panel
        lost_events = self.bus.show(now) if self.bus.panel_fields else []
        self.schedule()
        return lost_events


def _never() -> bool:
    return False


class InlineTable:
    """A whole table in one thread, on a virtual clock: the buses take turns in the loop.

    A bus has a turn when it is due, when its port has bytes, when a part calls by its interrupt
    line; the clock jumps from one such moment to the next. A panel is shown before the clock
    advances, so that only the last panel of a moment is shown. A bus that `rests` has few turns,
    since a poll would bring nothing new.
    """

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        wires: TableWires,
        clock: SteeredClock,
        listeners: Iterable[Listener] = (),
        idle_tests: Mapping[str, Callable[[], bool]] = NEVER_IDLE,
        shared_commit_ms: int = SHARED_COMMIT_MS,
    ) -> None:
        self.loop = TableLoop(table, ledger, listeners, shared_commit_ms=shared_commit_ms)
        self._clock = clock
        self.loop.begin(clock.now())
        self._shown_panel = self.loop.panel
        self._deadline = NEVER
        """When the table's own time is up."""
        self._look_at_deadline()
        self.buses = make_buses(wires, table.state.device.trouble.lost_parts)
        self._scheduled_buses = [
            _ScheduledBus(
                bus, wires.port_by_section.get(bus.name), idle_tests.get(bus.name, _never)
            )
            for bus in self.buses
        ]
        self._showing_buses = [
            scheduled for scheduled in self._scheduled_buses if scheduled.bus.panel_fields
        ]
        self._handled_at: Millis = clock.now()

    def report_event(self, event: Event) -> None:
        """Handle an event that no bus brings."""
        self.loop.handle_and_follow([event], self._clock.now())
        self._look_at_deadline()

    def run_for(self, duration_ms: int) -> None:
        """Let the time pass, turn by turn."""
        self.run_until(_never, duration_ms)

    def run_until(self, is_done: Callable[[], bool], max_ms: int) -> None:
        """Let the time pass until the condition is met, at most `max_ms`."""
        now = self._clock.now()
        end_at = Millis(now + max_ms)
        for scheduled in self._scheduled_buses:
            scheduled.reschedule()
        while True:
            # An expired deadline stays set until an event changes it: it must not stop the clock.
            time_up = self._deadline if self._deadline > self._handled_at else NEVER
            time_up = min(time_up, self.loop.commit_due)
            next_at = time_up
            for scheduled in self._scheduled_buses:
                if scheduled.next_poll_at < next_at:
                    next_at = scheduled.next_poll_at
            next_at = max(next_at, now)
            if next_at > now and self._shown_panel is not self.loop.panel:
                self._shown_panel = self.loop.panel
                happened = self._show_panel(self._showing_buses, now)
            elif next_at > end_at:
                self._clock.advance_to(end_at)
                return
            else:
                now = next_at
                self._clock.advance_to(now)
                happened = self._poll_due(now, time_up=now >= time_up)
            # Without an event the condition cannot have changed.
            if happened and is_done():
                return

    def _poll_due(self, now: Millis, *, time_up: bool) -> bool:
        """Poll the buses that are due and handle the events; return whether there was any.

        `time_up`: the table's own deadline, or that of a shared commit, is now.
        """
        due_buses = [
            scheduled for scheduled in self._scheduled_buses if scheduled.next_poll_at <= now
        ]
        events: list[Event] = []
        for scheduled in due_buses:
            events += scheduled.poll(now)
        handled = (events or time_up) and self._receive(events, now)
        self._handled_at = now
        return self._show_panel(due_buses, now) or bool(handled)

    def _show_panel(self, scheduled_buses: Sequence[_ScheduledBus], now: Millis) -> bool:
        """Show the panel on these buses; return whether a part was lost by it."""
        lost_events: list[Event] = []
        for scheduled in scheduled_buses:
            lost_events += scheduled.show_panel(self._shown_panel, now)
        if lost_events:
            self._receive(lost_events, now)
        return bool(lost_events)

    def _receive(self, events: Sequence[Event], now: Millis) -> bool:
        """Return whether any events were handled."""
        handled = self.loop.receive(events, now)
        self.loop.follow_up(now)
        self._look_at_deadline()
        return handled

    def _look_at_deadline(self) -> None:
        deadline = self.loop.table.deadline
        self._deadline = NEVER if deadline is None else Millis(deadline)
