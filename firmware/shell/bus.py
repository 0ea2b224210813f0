"""A slow wire with the parts that hang on it, and the life of a part: lost, and back again."""

import logging
from collections.abc import Iterable, Sequence

from drivers.part import Part
from firmware.core.events import Event, FaultEnded, FaultRaised
from firmware.core.panel import Panel
from hal.errors import BadReply, DeviceSilent, HardwareError
from hal.ports import NEVER, Millis

GLITCH_MS = 5
QUIET_MS = 1000
"""A part of the I2C bus that fails once in so long is set up again at once, and nothing is said."""
FIRST_RETRY_MS = 500
LONGEST_RETRY_MS = 5000
ASIDE = frozenset({"figures", "sounder"})
"""Parts without which the table still knows and says everything; they go dark, the rest stops."""

log = logging.getLogger(__name__)


class Attached:
    """A part on its wire. While it is lost it is started again, at 0.5 s and then up to 5 s."""

    def __init__(self, part: Part, *, reported: bool) -> None:
        self.part = part
        self.up = False
        self.fault = "dark" if part.name in ASIDE else "lost"
        self.losses = 0
        self.last_error = ""
        self._reported = reported
        self._retry_at = Millis(0)
        self._failed_at = Millis(-QUIET_MS)
        self._wait_ms = FIRST_RETRY_MS
        self._shown: Panel | None = None

    def due(self) -> Millis:
        """Return when the part next wants a turn."""
        return self.part.due if self.up else self._retry_at

    def poll(self, now: Millis, *, heard: bool = False) -> Sequence[Event]:
        """Return what has happened, the part's own loss and return included.

        A part whose wire was `heard` is polled before it is due.
        """
        if now < self.due() and not (heard and self.up):
            return ()
        try:
            return self.part.poll(now) if self.up else self._start(now)
        except HardwareError as error:
            return self._lose(error, now)

    def show(self, panel: Panel, now: Millis) -> Sequence[Event]:
        """Make the part agree with the panel, if it is there and does not yet."""
        if not self.up or panel is self._shown:
            return ()
        try:
            self.part.show(panel, now)
        except HardwareError as error:
            return self._lose(error, now)
        self._shown = panel
        return ()

    def _start(self, now: Millis) -> Sequence[Event]:
        self.part.start(now)
        self.up = True
        self._wait_ms = FIRST_RETRY_MS
        self._shown = None
        was_reported, self._reported = self._reported, False
        return [FaultEnded(self.part.name, self.fault)] if was_reported else []

    def _lose(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        log.warning("%s: %s", self.part.name, error)
        glitch = self.up and isinstance(error, DeviceSilent | BadReply)
        glitch &= now - self._failed_at >= QUIET_MS
        self.up = False
        self.losses += 1
        self.last_error = str(error)
        self._failed_at = now
        if glitch:
            self._retry_at = Millis(now + GLITCH_MS)
            return []
        self._retry_at = Millis(now + self._wait_ms)
        self._wait_ms = min(2 * self._wait_ms, LONGEST_RETRY_MS)
        was_reported, self._reported = self._reported, True
        return [] if was_reported else [FaultRaised(self.part.name, self.fault)]


class Bus:
    """One wire and its parts, in the order in which they are polled and shown.

    Turns belong to one thread; `wanted` may be set from another.
    """

    def __init__(self, name: str, parts: Iterable[Part], reported: Iterable[str] = ()) -> None:
        known = set(reported)
        self.name = name
        self.attached = [Attached(part, reported=part.name in known) for part in parts]
        self.wanted: Panel | None = None

    def due(self) -> Millis:
        """Return when the earliest part wants a turn."""
        return min((attached.due() for attached in self.attached), default=NEVER)

    def poll(self, now: Millis, *, heard: bool = False) -> list[Event]:
        """Return what has happened on the wire; `heard` is that it has carried something."""
        return [event for attached in self.attached for event in attached.poll(now, heard=heard)]

    def show(self, now: Millis) -> list[Event]:
        """Make every part agree with the wanted panel; return what was lost by it."""
        panel = self.wanted
        if panel is None:
            return []
        return [event for attached in self.attached for event in attached.show(panel, now)]

    def blank(self) -> None:
        """Leave every light, display and tone off."""
        for attached in self.attached:
            if attached.up:
                _blank(attached.part)


def _blank(part: Part) -> None:
    try:
        part.blank()
    except HardwareError as error:
        log.warning("%s: %s", part.name, error)
