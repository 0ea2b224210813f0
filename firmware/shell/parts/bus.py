"""A wire with its parts.

Parts share a wire in one of two ways. A serial port has one part. An I2C bus has many, and one of
them can hold the whole bus low: then no part is to blame, and none can be reached. So failures come
in two kinds, and never both at once:

- a part fails (`HardwareError`): `Attached` loses it and restarts it, and the others go on;
- the bus is held low (`BusStuck`, which passes through `Attached`): every part waits.

    free ──held──> tried again, three times ──> recovered once ──> one fault, "stuck"
      ^                                         (nine clocks, STOP)    │ tried at 0.5 to 5 s
      └────────── a turn without BusStuck: every part is restarted ────┘

A held bus may have left a chip in the middle of a byte, so every part is restarted after it,
whatever its state, without a report. Only the third failure in a row is worth nine clocks by hand,
since a chip that is merely slow releases the bus by itself.

Turns belong to one thread, the bus's own (`bus_thread`) or that of a virtual table. Only `wanted`
is set from another: it is a whole panel, so that a bus which was held up shows only the newest.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.attached import Attached, fields_of
from firmware.shell.parts.retry import SETTLE_MS, Backoff
from hal.errors import BusStuck, HardwareError
from hal.ports import NEVER, Millis

STUCK_TRIES: Final = 3
"""How often a held bus is tried again before it is recovered."""

NONE_LOST: Final[Mapping[str, str]] = {}

log = logging.getLogger(__name__)


class Bus:
    """One wire and its parts, in the order in which they are started, polled and shown.

    A stuck bus is retried, then recovered once, then reported as one fault, and retried at 0.5 s to
    5 s. Once it is free every part is restarted. Turns belong to one thread; `wanted` may be set
    from another. `reported` are the losses that the table knows from before a start.
    """

    def __init__(
        self,
        name: str,
        parts: Iterable[Part],
        reported: Mapping[str, str] = NONE_LOST,
        settle_ms: Mapping[str, int] | None = None,
        recover: Callable[[], None] | None = None,
    ) -> None:
        settle = settle_ms or {}
        self.name = name
        self.attached = [
            Attached(part, reported.get(part.name), settle_ms=settle.get(part.name, SETTLE_MS))
            for part in parts
        ]
        self._showing = [attached for attached in self.attached if attached.part.shows]
        self.shows = tuple({field: None for one in self._showing for field in one.part.shows})
        """The fields of a panel that any of its parts shows."""
        self._shown_of = fields_of(self.shows)
        self._callers = [attached for attached in self.attached if attached.part.calls]
        self.look_ms = min((caller.part.look_ms for caller in self._callers), default=NEVER)
        """How often the interrupt lines are to be looked at; NEVER where there are none."""
        self.wanted: Panel | None = None
        self.sticks = 0
        """How often the bus was found stuck."""
        self._recover = recover
        self._reported = name in reported
        self._in_a_row = 0
        self._backoff = Backoff()
        self._held_until = Millis(0)

    def want(self, panel: Panel) -> bool:
        """Have the next turn show `panel`; return whether that changes anything for a part."""
        before, self.wanted = self.wanted, panel
        if before is None:
            return True
        return self._shown_of(panel) != self._shown_of(before)

    def due(self) -> Millis:
        """Return when the earliest part wants a turn."""
        due = NEVER
        for attached in self.attached:
            at = attached.due()
            if at < due:
                due = at
        return max(due, self._held_until)

    def called(self) -> bool:
        """Return whether a part asks for a turn by its interrupt line."""
        for attached in self._callers:  # noqa: SIM110 - looked at after every turn
            if attached.called():
                return True
        return False

    def poll(self, now: Millis, *, heard: bool = False) -> list[Event]:
        """Return the events of the wire; `heard` says that it has carried something."""
        if now < self._held_until:
            return []
        events: list[Event] = []
        try:
            for attached in self.attached:
                events += attached.poll(now, heard=heard)
        except BusStuck as error:
            return events + self._stuck(error, now)
        return events + self._freed() if self._in_a_row or self._reported else events

    def show(self, now: Millis) -> list[Event]:
        """Bring every part that shows anything to the wanted panel; return the losses."""
        panel = self.wanted
        if panel is None or now < self._held_until:
            return []
        events: list[Event] = []
        try:
            for attached in self._showing:
                if attached.shown is not panel:
                    events += attached.show(panel, now)
        except BusStuck as error:
            return events + self._stuck(error, now)
        return events

    def blank(self) -> None:
        """Leave every light, display and tone off."""
        for attached in self.attached:
            attached.blank()

    def _stuck(self, error: BusStuck, now: Millis) -> list[Event]:
        log.warning("%s: %s", self.name, error)
        self.sticks += 1
        self._in_a_row += 1
        wait_ms = SETTLE_MS
        if self._in_a_row > STUCK_TRIES:
            wait_ms = self._backoff.next()
        elif self._in_a_row == STUCK_TRIES:
            self._try_to_recover()
        self._held_until = Millis(now + wait_ms)
        for attached in self.attached:
            attached.restart(self._held_until)
        was_reported = self._reported
        self._reported |= self._in_a_row > STUCK_TRIES
        return [FaultRaised(self.name, "stuck")] if self._reported and not was_reported else []

    def _try_to_recover(self) -> None:
        if self._recover is None:
            return
        try:
            self._recover()
        except HardwareError as error:
            log.warning("%s: %s", self.name, error)

    def _freed(self) -> list[Event]:
        self._in_a_row = 0
        self._backoff.reset()
        was_reported, self._reported = self._reported, False
        return [FaultEnded(self.name, "stuck")] if was_reported else []
