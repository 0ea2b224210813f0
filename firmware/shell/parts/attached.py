"""The life of a part: absent, there, lost, back again, back as another unit."""

import logging
from collections.abc import Sequence
from typing import Final

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    PartAnswered,
    PartAwaited,
)
from firmware.core.vocabulary.faults import ASIDE
from firmware.core.vocabulary.panel import Panel
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from hal.ports import NEVER, Millis

SETTLE_MS: Final = 5
"""How long a part is left alone after it failed, where its kind says nothing else."""
QUIET_MS: Final = 1000
"""A part of the I2C bus that fails once in so long is set up again at once, and nothing is said."""
FIRST_RETRY_MS: Final = 500
LONGEST_RETRY_MS: Final = 5000
START_MS: Final = 5000
"""How long a part that has not answered since the program's start is no fault: what has its power
from the same switch may need longer to come up than the program (a SlingShot some seconds)."""
START_RETRY_MS: Final = 100
"""How soon such a part is started again."""
TEST_AFTER_MS: Final = 1000
"""How long after it has answered a part is tested by itself."""

log = logging.getLogger(__name__)


class Attached:
    """A part on its wire. While it is lost it is started again, at 0.5 s and then up to 5 s.

    One that has not answered since the program's start is awaited for START_MS, and then lost.
    One that was lost or awaited is back once it has answered since it was started again.
    A stuck bus is no part's fault: `BusStuck` passes through, and every part is then restarted.
    """

    def __init__(self, part: Part, *, reported: bool, settle_ms: int = SETTLE_MS) -> None:
        self.part = part
        self.up = False
        self.fault = "dark" if part.name in ASIDE else "lost"
        self.losses = 0
        self.last_error = ""
        self.proof: Proof | None = None
        """What the last self-test came to; None before the first, and where it failed."""
        self.tests = 0
        self._settle_ms = settle_ms
        self._reported = reported
        self._starting_until = NEVER
        """Until when silence is no fault; set in the first turn."""
        self._there = False
        """Whether it has answered since the program's start."""
        self._greeted = False
        """Whether it has answered since it was last started."""
        self._awaited = False
        self._retry_at = Millis(0)
        self._failed_at = Millis(-QUIET_MS)
        self._wait_ms = FIRST_RETRY_MS
        self._test_at = NEVER
        self._identity = ""
        self._shown: Panel | None = None

    @property
    def there(self) -> bool:
        """Whether it works as far as anybody knows: started, and no loss or wait is still on."""
        return self.up and not self._reported and not self._awaited

    def due(self) -> Millis:
        """Return when the part next wants a turn."""
        return min(self.part.due, self._test_at) if self.up else self._retry_at

    def called(self) -> bool:
        """Return whether the part asks for a turn by its interrupt line."""
        calls = self.part.calls
        return calls is not None and self.up and calls()

    def test_soon(self) -> None:
        """Have the part tested in its next turn; from any thread."""
        self._test_at = Millis(0)

    def poll(self, now: Millis, *, heard: bool = False) -> Sequence[Event]:
        """Return what has happened, the part's own loss and return included.

        A part whose wire was `heard`, or that has `called`, is polled before it is due.
        """
        heard = self.called() or (heard and self.up)
        if not heard and now < self.due():
            return ()
        try:
            return self._turn(now, heard=heard) if self.up else self._start(now)
        except BusStuck:
            raise
        except HardwareError as error:
            return self._lose(error, now)

    def show(self, panel: Panel, now: Millis) -> Sequence[Event]:
        """Make the part agree with the panel, if it is there and does not yet."""
        if not self.up or panel is self._shown:
            return ()
        try:
            self.part.show(panel, now)
        except BusStuck:
            raise
        except HardwareError as error:
            return self._lose(error, now)
        self._shown = panel
        return ()

    def restart(self, at: Millis) -> None:
        """Start the part anew at `at`, whatever it was doing; nothing is said of it."""
        self.up = False
        self._retry_at = at

    def blank(self) -> None:
        """Have the part go dark, if it is there."""
        if not self.up:
            return
        try:
            self.part.blank()
        except HardwareError as error:
            log.warning("%s: %s", self.part.name, error)

    def _turn(self, now: Millis, *, heard: bool) -> Sequence[Event]:
        events = self.part.poll(now) if heard or now >= self.part.due else ()
        if now >= self._test_at:
            self._test(now, told=bool(events))
        if self._greeted and self.part.identity == self._identity:
            return events
        return [*events, *self._meet(now)]

    def _start(self, now: Millis) -> Sequence[Event]:
        self._starting_until = min(self._starting_until, Millis(now + START_MS))
        self.part.start(now)
        self.up = True
        self._greeted = False
        self._test_at = NEVER
        self._shown = None
        return self._meet(now)

    def _meet(self, now: Millis) -> Sequence[Event]:
        """Say that a part is there, and whether it is another, once it has answered."""
        if not self.part.answered:
            return ()
        return [*(() if self._greeted else self._greet(now)), *self._recognise()]

    def _greet(self, now: Millis) -> Sequence[Event]:
        """Say that a part is there that was lost or awaited."""
        self._greeted = self._there = True
        self._test_at = Millis(now + TEST_AFTER_MS)
        self._wait_ms = FIRST_RETRY_MS
        was_awaited, self._awaited = self._awaited, False
        was_reported, self._reported = self._reported, False
        if was_awaited:
            return [PartAnswered(self.part.name)]
        return [FaultEnded(self.part.name, self.fault)] if was_reported else []

    def _test(self, now: Millis, *, told: bool) -> None:
        """Test the part; where it fails in a turn in which it `told` something, again in the next.

        So what it told is never lost with it, or with its bus.
        """
        try:
            proof = self.part.test(now)
        except HardwareError:
            if told:
                return
            self._tested(None)
            raise
        self._tested(proof)

    def _tested(self, proof: Proof | None) -> None:
        self._test_at = NEVER
        self.tests += 1
        self.proof = proof

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
        self.up = False
        self.proof = None
        self.last_error = str(error)
        self._retry_at = Millis(now + START_RETRY_MS)
        was_awaited, self._awaited = self._awaited, self.part.name not in ASIDE
        return [PartAwaited(self.part.name)] if self._awaited and not was_awaited else ()

    def _lose(self, error: HardwareError, now: Millis) -> Sequence[Event]:
        if now < self._starting_until and not (self._there or self._reported):
            return self._await(error, now)
        log.warning("%s: %s", self.part.name, error)
        glitch = self.up and self._greeted and isinstance(error, DeviceSilent | BadReply)
        glitch &= now - self._failed_at >= QUIET_MS
        self.up = False
        self.proof = None
        self.losses += 1
        self.last_error = str(error)
        self._failed_at = now
        if glitch:
            self._retry_at = Millis(now + self._settle_ms)
            return ()
        self._retry_at = Millis(now + self._wait_ms)
        self._wait_ms = min(2 * self._wait_ms, LONGEST_RETRY_MS)
        was_reported, self._reported = self._reported, True
        self._awaited = False
        return () if was_reported else [FaultRaised(self.part.name, self.fault)]
