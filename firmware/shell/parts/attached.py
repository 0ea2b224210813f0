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
from firmware.core.vocabulary.faults import ASIDE
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.retry import SETTLE_MS, Retry
from firmware.shell.parts.selftest import SelfTest
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError, PortTaken
from hal.ports import NEVER, Millis

START_MS: Final = 5000
"""The grace period of a part that has not answered since the program's start: parts on the same
switch may need longer to start than the program (a SlingShot some seconds).
"""
START_RETRY_MS: Final = 100
"""How soon such a part is started again."""

log = logging.getLogger(__name__)


def fields_of(names: Sequence[str]) -> Callable[[Panel], object]:
    """Return a function that gives these fields of a panel."""
    return attrgetter(*names) if names else _nothing


def _nothing(_panel: Panel) -> None:
    """Give what is shown by a part without light, display or sound."""


class _Standing(Enum):
    """The last report of a part to the table."""

    WELL = auto()
    AWAITED = auto()
    LOST = auto()


class Attached:
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
        self._shown_of = fields_of(part.shows)
        self.up = False
        self._loss = reported
        """The fault that the table knows, while the part is lost."""
        self.losses = 0
        self.last_error = ""
        self.selftest = SelfTest()
        self._retry = Retry(settle_ms)
        self._standing = _Standing.LOST if reported else _Standing.WELL
        self._starting_until = NEVER
        """Until when silence is no fault; set in the first turn."""
        self._there = False
        """Whether it has answered since the program's start."""
        self._greeted = False
        """Whether it has answered since it was last started."""
        self._identity = ""
        self.shown: Panel | None = None
        """The panel that it was brought to since it was last started."""

    @property
    def there(self) -> bool:
        """Whether it works: started, and not lost or awaited."""
        return self.up and self._standing is _Standing.WELL

    def due(self) -> Millis:
        """Return when the part next wants a turn."""
        if not self.up:
            return self._retry.at
        due, test_at = self.part.due, self.selftest.at
        return due if due < test_at else test_at

    def called(self) -> bool:
        """Return whether the part asks for a turn by its interrupt line."""
        calls = self.part.calls
        return calls is not None and self.up and calls()

    def test_soon(self) -> None:
        """Have the part tested in its next turn; from any thread."""
        self.selftest.at = Millis(0)

    def poll(self, now: Millis, *, heard: bool = False) -> Sequence[Event]:
        """Return the events, the part's own loss and return included.

        A part whose wire was `heard`, or that has `called`, is polled before it is due.
        """
        calls = self.part.calls
        wanted = self.up and (heard or now >= self.part.due or (calls is not None and calls()))
        if not wanted and now < (self.selftest.at if self.up else self._retry.at):
            return ()
        try:
            return self._turn(now, wanted=wanted) if self.up else self._start(now)
        except BusStuck:
            raise
        except HardwareError as error:
            return self._lose(error, now)

    def show(self, panel: Panel, now: Millis) -> Sequence[Event]:
        """Make the part agree with the panel, if it is there and does not yet."""
        if not self.up or panel is self.shown:
            return ()
        try:
            if self.shown is None or self._shown_of(panel) != self._shown_of(self.shown):
                self.part.show(panel, now)
        except BusStuck:
            raise
        except HardwareError as error:
            return self._lose(error, now)
        self.shown = panel
        return ()

    def restart(self, at: Millis) -> None:
        """Schedule a restart at `at` without raising a fault."""
        self.up = False
        self._retry.at = at

    def blank(self) -> None:
        """Have the part go dark, if it is there."""
        if not self.up:
            return
        try:
            self.part.blank()
        except HardwareError as error:
            log.warning("%s: %s", self.part.name, error)

    def _turn(self, now: Millis, *, wanted: bool) -> Sequence[Event]:
        events = self.part.poll(now) if wanted else ()
        if now >= self.selftest.at:
            self.selftest.run(self.part, now, told=bool(events))
        if self._greeted and self.part.identity == self._identity:
            return events
        return [*events, *self._meet(now)]

    def _start(self, now: Millis) -> Sequence[Event]:
        self._starting_until = min(self._starting_until, Millis(now + START_MS))
        self.part.start(now)
        self.up = True
        self._greeted = False
        self.selftest.at = NEVER
        self.shown = None
        return self._meet(now)

    def _meet(self, now: Millis) -> Sequence[Event]:
        """Report that a part is there, and whether it is another unit, once it has answered."""
        if not self.part.answered:
            return ()
        return [*(() if self._greeted else self._greet(now)), *self._recognise()]

    def _greet(self, now: Millis) -> Sequence[Event]:
        """Say that a part is there that was lost or awaited."""
        self._greeted = self._there = True
        self.selftest.at = now  # a start waits until all parts were tested
        self._retry.backoff.reset()
        before, self._standing = self._standing, _Standing.WELL
        match before:
            case _Standing.AWAITED:
                return [PartAnswered(self.part.name)]
            case _Standing.LOST:
                return self._tell_loss(None)
        return []

    def _recognise(self) -> Sequence[Event]:
        """Say so if the unit that came back is not the one that was there."""
        known, said = self._identity, self.part.identity
        if not said or said == known:
            return ()
        self._identity = said
        return [FaultRaised(self.part.name, "swapped")] if known else ()

    def _await(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        """Start a part that may be starting itself again; the table waits for one it needs."""
        if str(error) != self.last_error:
            log.warning("%s, which may be starting: %s", self.part.name, error)
        self._down(error)
        self._retry.at = Millis(now + START_RETRY_MS)
        if self._standing is _Standing.AWAITED or self.part.name in ASIDE:
            return ()
        self._standing = _Standing.AWAITED
        return [PartAwaited(self.part.name)]

    def _lose(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        is_lost = self._standing is _Standing.LOST
        if now < self._starting_until and not (self._there or is_lost):
            return self._await(error, now)
        log.warning("%s: %s", self.part.name, error)
        is_glitch = self.up and self._greeted and isinstance(error, DeviceSilent | BadReply)
        self._down(error)
        self.losses += 1
        if self._retry.after(now, forgivable=is_glitch):
            return ()
        self._standing = _Standing.LOST
        return self._tell_loss(self._loss_by(error))

    def _loss_by(self, error: HardwareError) -> str:
        if self.part.name in ASIDE:
            return "dark"
        return "port_taken" if isinstance(error, PortTaken) else "lost"

    def _tell_loss(self, loss: str | None) -> list[Event]:
        """Return the events that bring the table from the loss that it knows to this one."""
        name, known = self.part.name, self._loss
        if loss == known:
            return []
        self._loss = loss
        ended = [FaultEnded(name, known)] if known else []
        return [*ended, *([FaultRaised(name, loss)] if loss else [])]

    def _down(self, error: HardwareError) -> None:
        self.up = False
        self.selftest.proof = None
        self.last_error = str(error)
