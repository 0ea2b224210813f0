"""A wire with its parts.

Parts share a wire in one of two ways. A serial port has one part. An I2C bus has many, and one of
them can hold the whole bus low: then no part is to blame, and none can be reached. So failures come
in two kinds, and never both at once:

- a part fails (`HardwareError`): `AttachedPart` loses it and restarts it, and the others go on;
- the bus is held low (`BusStuck`, which passes through `AttachedPart`): every part waits.

    free ──held──> tried again, three times ──> recovered once ──> one fault, "stuck"
      ^                                         (nine clocks, STOP)    │ tried at 0.5 to 5 s
      └────────── a turn without BusStuck: every part is restarted ────┘

A held bus may have left a chip in the middle of a byte, so every part is restarted after it,
whatever its state, without a report. Only the third failure in a row is worth nine clocks by hand,
since a chip that is merely slow releases the bus by itself.

Turns belong to one thread, the bus's own (`bus_thread`) or that of a virtual table. Only
`target_panel` is set from another: it is a whole panel, so that a bus which was held up shows only
the newest.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.attached_part import AttachedPart, field_getter
from firmware.shell.parts.retry import SETTLE_MS, RetryBackoff
from hal.errors import BusStuck, HardwareError
from hal.ports import NEVER, Millis

STUCK_TRIES: Final = 3
"""How often a held bus is tried again before it is recovered."""

NO_LOSSES: Final[Mapping[str, str]] = {}

log = logging.getLogger(__name__)


class PartBus:
    """One wire and its parts, in the order in which they are started, polled and shown.

    A stuck bus is retried, then recovered once, then reported as one fault, and retried at 0.5 s to
    5 s. Once it is free every part is restarted. Turns belong to one thread; `target_panel` may be
    set from another. `reported` are the losses that the table knows from before a start.
    """

    def __init__(
        self,
        name: str,
        parts: Iterable[Part],
        reported: Mapping[str, str] = NO_LOSSES,
        settle_ms: Mapping[str, int] | None = None,
        recover_bus: Callable[[], None] | None = None,
    ) -> None:
        settle_by_part = settle_ms or {}
        self.name = name
        self.attached = [
            AttachedPart(
                part, reported.get(part.name), settle_ms=settle_by_part.get(part.name, SETTLE_MS)
            )
            for part in parts
        ]
        self._display_parts = [attached for attached in self.attached if attached.part.panel_fields]
        self.panel_fields = tuple(
            dict.fromkeys(
                name
                for display_part in self._display_parts
                for name in display_part.part.panel_fields
            )
        )
        """The fields of a panel that any of its parts shows."""
        self._fields_getter = field_getter(self.panel_fields)
        self._interrupt_parts = [each for each in self.attached if each.part.interrupt_active]
        self.interrupt_poll_ms = min(
            (caller.part.interrupt_poll_ms for caller in self._interrupt_parts), default=NEVER
        )
        """How often the interrupt lines are to be looked at; NEVER where there are none."""
        self.target_panel: Panel | None = None
        self.stuck_count = 0
        """How often the bus was found stuck."""
        self._recover_bus = recover_bus
        self._reported = name in reported
        self._failures_in_a_row = 0
        self._backoff = RetryBackoff()
        self._retry_at = Millis(0)

    def set_panel(self, panel: Panel) -> bool:
        """Have the next turn show `panel`; return whether that changes anything for a part."""
        panel_before, self.target_panel = self.target_panel, panel
        if panel_before is None:
            return True
        return self._fields_getter(panel) != self._fields_getter(panel_before)

    def due_at(self) -> Millis:
        """Return when the earliest part wants a turn."""
        earliest = NEVER
        for attached in self.attached:
            part_due = attached.due_at()
            if part_due < earliest:
                earliest = part_due
        return max(earliest, self._retry_at)

    def requests_poll(self) -> bool:
        """Return whether a part asks for a turn by its interrupt line."""
        for attached in self._interrupt_parts:  # noqa: SIM110 - looked at after every turn
            if attached.requests_poll():
                return True
        return False

    def poll(self, now: Millis, *, wire_active: bool = False) -> list[Event]:
        """Return the events of the wire; `wire_active` is whether it has carried octets."""
        if now < self._retry_at:
            return []
        events: list[Event] = []
        try:
            for attached in self.attached:
                events += attached.poll(now, wire_active=wire_active)
        except BusStuck as error:
            return events + self._handle_stuck(error, now)
        return (
            events + self._handle_freed(now)
            if self._failures_in_a_row or self._reported
            else events
        )

    def show(self, now: Millis) -> list[Event]:
        """Bring every part that shows anything to the wanted panel; return the losses."""
        panel = self.target_panel
        if panel is None or now < self._retry_at:
            return []
        events: list[Event] = []
        try:
            for attached in self._display_parts:
                if attached.shown_panel is not panel:
                    events += attached.show(panel, now)
        except BusStuck as error:
            return events + self._handle_stuck(error, now)
        return events

    def blank(self) -> None:
        """Leave every light, display and tone off."""
        for attached in self.attached:
            attached.blank()

    def _handle_stuck(self, error: BusStuck, now: Millis) -> list[Event]:
        log.warning("%s: %s", self.name, error)
        self.stuck_count += 1
        self._failures_in_a_row += 1
        wait_ms = SETTLE_MS
        if self._failures_in_a_row > STUCK_TRIES:
            wait_ms = self._backoff.next_wait_ms(now)
        # once: a chip that is merely slow has let go by then, and nine clocks may end its transfer
        elif self._failures_in_a_row == STUCK_TRIES:
            self._try_to_recover()
        self._retry_at = Millis(now + wait_ms)
        for attached in self.attached:
            # a held bus may have cut a chip's transfer in the middle of a byte
            attached.restart(self._retry_at)
        was_reported = self._reported
        self._reported |= self._failures_in_a_row > STUCK_TRIES
        return [FaultRaised(self.name, "stuck")] if self._reported and not was_reported else []

    def _try_to_recover(self) -> None:
        if self._recover_bus is None:
            return
        try:
            self._recover_bus()
        except HardwareError as error:
            log.warning("%s: %s", self.name, error)

    def _handle_freed(self, now: Millis) -> list[Event]:
        self._failures_in_a_row = 0
        self._backoff.note_well(now)
        was_reported, self._reported = self._reported, False
        return [FaultEnded(self.name, "stuck")] if was_reported else []
