"""The life of a part: absent, there, lost, back again, back as another unit."""

import logging
from collections.abc import Callable, Sequence
from enum import Enum, auto
from operator import attrgetter
from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    PartAnswered,
    PartAwaited,
)
from firmware.core.vocabulary.faults import ASSISTING_PARTS
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.part_selftest import PartSelfTest
from firmware.shell.parts.retry import SETTLE_MS, RestartSchedule
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError, PortTaken, WrongAnswers
from hal.ports import NEVER, Millis

START_GRACE_MS: Final = 5000
"""The grace period of a part that has not answered since the program's start: parts on the same
switch may need longer to start than the program (a SlingShot some seconds).
"""
START_RETRY_MS: Final = 100
"""How soon such a part is started again."""

log = logging.getLogger(__name__)


def field_getter(names: Sequence[str]) -> Callable[[Panel], object]:
    """Return a function that gives these fields of a panel."""
    return attrgetter(*names) if names else _no_fields


def _no_fields(_panel: Panel) -> None:
    """Return no fields: of a part without light, display or sound."""


class _ReportedState(Enum):
    """The last report of a part to the table."""

    PRESENT = auto()
    AWAITED = auto()
    LOST = auto()


class AttachedPart:
    """A part on its wire. While it is lost it is started again, at 0.5 s and then up to 5 s.

    One that has not answered since the program's start is awaited for START_MS, and then lost.
    One that was lost or awaited is back once it has answered since it was started again. `reported`
    is the loss that the table knows from before a start.
    A stuck bus is no part's fault: `BusStuck` passes through, and every part is then restarted.
    """

    def __init__(
        self, part: Part, reported: str | None = None, *, settle_ms: int = SETTLE_MS
    ) -> None:
        self.part = part
        self._shown_fields = field_getter(part.panel_fields)
        self.is_up = False
        self._reported_loss = reported
        """The fault that the table knows, while the part is lost."""
        self.losses = 0
        self.last_error = ""
        self.selftest = PartSelfTest()
        self._retry = RestartSchedule(settle_ms)
        self._reported_state = _ReportedState.LOST if reported else _ReportedState.PRESENT
        self._grace_until = NEVER
        """Until when silence is no fault; set in the first turn."""
        self._has_answered = False
        """Whether it has answered since the program's start."""
        self._answered_since_start = False
        """Whether it has answered since it was last started."""
        self._identity = ""
        self.shown_panel: Panel | None = None
        """The panel that it was brought to since it was last started."""

    @property
    def is_present(self) -> bool:
        """Whether it works: started, and not lost or awaited."""
        return self.is_up and self._reported_state is _ReportedState.PRESENT

    def due_at(self) -> Millis:
        """Return when the part next wants a turn."""
        if not self.is_up:
            return self._retry.restart_at
        part_due, test_due = self.part.due, self.selftest.due_at
        return part_due if part_due < test_due else test_due

    def requests_poll(self) -> bool:
        """Return whether the part asks for a turn by its interrupt line."""
        has_interrupt = self.part.interrupt_active
        return has_interrupt is not None and self.is_up and has_interrupt()

    def test_soon(self) -> None:
        """Have the part tested in its next turn; from any thread."""
        self.selftest.due_at = Millis(0)

    def poll(self, now: Millis, *, wire_active: bool = False) -> Sequence[Event]:
        """Return the events, the part's own loss and return included.

        A part whose wire was active, or whose interrupt line is set, is polled before it is due.
        """
        has_interrupt = self.part.interrupt_active
        must_poll = self.is_up and (
            wire_active or now >= self.part.due or (has_interrupt is not None and has_interrupt())
        )
        if not must_poll and now < (self.selftest.due_at if self.is_up else self._retry.restart_at):
            return ()
        try:
            return (
                self._poll_part(now, must_poll=must_poll) if self.is_up else self._start_part(now)
            )
        except BusStuck:
            raise
        except HardwareError as error:
            return self._handle_failure(error, now)

    def show(self, panel: Panel, now: Millis) -> Sequence[Event]:
        """Make the part agree with the panel, if it is there and does not yet."""
        if not self.is_up or panel is self.shown_panel:
            return ()
        try:
            if self.shown_panel is None or self._shown_fields(panel) != self._shown_fields(
                self.shown_panel
            ):
                self.part.show(panel, now)
        except BusStuck:
            raise
        except HardwareError as error:
            return self._handle_failure(error, now)
        self.shown_panel = panel
        return ()

    def restart(self, restart_at: Millis) -> None:
        """Schedule a restart at `restart_at` without raising a fault."""
        self.is_up = False
        self._retry.restart_at = restart_at

    def blank(self) -> None:
        """Have the part go dark, if it is there."""
        if not self.is_up:
            return
        try:
            self.part.blank()
        except HardwareError as error:
            log.warning("%s: %s", self.part.name, error)

    def _poll_part(self, now: Millis, *, must_poll: bool) -> Sequence[Event]:
        events = self.part.poll(now) if must_poll else ()
        if now >= self.selftest.due_at:
            self.selftest.run_test(self.part, now, had_events=bool(events))
        if self._answered_since_start and self.part.identity == self._identity:
            return events
        return [*events, *self._first_answer(now)]

    def _start_part(self, now: Millis) -> Sequence[Event]:
        self._grace_until = min(self._grace_until, Millis(now + START_GRACE_MS))
        self.part.start(now)
        self.is_up = True
        # each start must be answered again before the part counts as there
        self._answered_since_start = False
        self.selftest.due_at = NEVER
        self.shown_panel = None
        return self._first_answer(now)

    def _first_answer(self, now: Millis) -> Sequence[Event]:
        """Report that a part is there, and whether it is another unit, once it has answered."""
        if not self.part.answered:
            return ()
        return [
            *(() if self._answered_since_start else self._report_return(now)),
            *self._check_identity(),
        ]

    def _report_return(self, now: Millis) -> Sequence[Event]:
        """Say that a part is there that was lost or awaited."""
        self._answered_since_start = self._has_answered = True
        self.selftest.due_at = now  # a start waits until all parts were tested
        self._retry.backoff.note_well(now)
        state_before, self._reported_state = self._reported_state, _ReportedState.PRESENT
        match state_before:
            case _ReportedState.AWAITED:
                return [PartAnswered(self.part.name)]
            case _ReportedState.LOST:
                return self._report_loss(None)
        return []

    def _check_identity(self) -> Sequence[Event]:
        """Say so if the unit that came back is not the one that was there."""
        known_identity, answered_identity = self._identity, self.part.identity
        if not answered_identity or answered_identity == known_identity:
            return ()
        self._identity = answered_identity
        # the first identity after the program's start is only remembered
        return [FaultRaised(self.part.name, "swapped")] if known_identity else ()

    def _await_start(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        """Start a part that may be starting itself again; the table waits for one it needs."""
        if str(error) != self.last_error:
            log.warning("%s, which may be starting: %s", self.part.name, error)
        self._mark_down(error)
        self._retry.restart_at = Millis(now + START_RETRY_MS)
        if self._reported_state is _ReportedState.AWAITED or self.part.name in ASSISTING_PARTS:
            return ()
        self._reported_state = _ReportedState.AWAITED
        return [PartAwaited(self.part.name)]

    def _handle_failure(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        is_lost = self._reported_state is _ReportedState.LOST
        # parts that share the table's power switch may start later than the program
        if now < self._grace_until and not (self._has_answered or is_lost):
            return self._await_start(error, now)
        log.warning("%s: %s", self.part.name, error)
        # a single failed transfer: retried without a report, unless another comes within a second
        is_glitch = (
            self.is_up and self._answered_since_start and isinstance(error, DeviceSilent | BadReply)
        )
        self._mark_down(error)
        self.losses += 1
        if self._retry.schedule_after(now, may_forgive=is_glitch):
            return ()
        self._reported_state = _ReportedState.LOST
        return self._report_loss(self._loss_code(error))

    def _loss_code(self, error: HardwareError) -> str:
        if self.part.name in ASSISTING_PARTS:
            return "dark"
        match error:
            case PortTaken():
                return "port_taken"
            case WrongAnswers():
                return "wrong_answers"
        return "lost"

    def _report_loss(self, new_loss: str | None) -> list[Event]:
        """Return the events that bring the table from the loss that it knows to this one."""
        name, known_loss = self.part.name, self._reported_loss
        if new_loss == known_loss:
            return []
        self._reported_loss = new_loss
        end_events = [FaultEnded(name, known_loss)] if known_loss else []
        return [*end_events, *([FaultRaised(name, new_loss)] if new_loss else [])]

    def _mark_down(self, error: HardwareError) -> None:
        self.is_up = False
        self.selftest.last_proof = None
        self.last_error = str(error)
