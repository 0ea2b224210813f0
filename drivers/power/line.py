"""The line by which the power supply reports that its input has failed, while it still holds."""

from collections.abc import Sequence
from typing import Final

from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from hal.ports import NEVER, InputLine, Millis

POLL_MS: Final = Millis(5)
"""How often the line is read unless the power is known to be well."""
FAILURE_READINGS: Final = 2
"""Readings in a row that make a failure: one alone is a disturbance."""
POWER_GOOD_MS: Final = 1000
"""How long the power must have held before it counts as back."""
POWER_FAILING: Final = "power_failing"


class PowerLine(Part):
    """Reports a failure within two polls, and its end once the power has held for POWER_GOOD_MS.

    `idle_level` is the level while the power is good. A start reports the present state, since the
    table may remember a failure from before.
    """

    name = "power"
    interrupt_poll_ms = POLL_MS

    def __init__(self, line: InputLine, *, idle_level: bool) -> None:
        self._input_line = line
        self._idle_level = idle_level
        self.interrupt_active = self._is_failing
        self._is_failing_reported: bool | None = None
        self._bad_readings = 0
        """Bad readings in a row."""
        self._well_since = Millis(0)

    def start(self, now: Millis) -> None:
        """Begin again."""
        self._is_failing_reported = None
        self._bad_readings = 0
        self._well_since = now
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return that the power fails, or that it is back."""
        self.due = Millis(now + POLL_MS)
        if self._is_failing():
            return self._note_failure(now)
        self._bad_readings = 0
        return self._note_power_good(now)

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Return BLIND: a line at rest and a cut one look the same."""
        return SelfTestProof.BLIND

    def _is_failing(self) -> bool:
        return self._input_line.level() != self._idle_level

    def _note_failure(self, now: Millis) -> Sequence[Event]:
        self._bad_readings += 1
        # The power is good from the next poll at the earliest.
        self._well_since = Millis(now + POLL_MS)
        if self._bad_readings < FAILURE_READINGS or self._is_failing_reported:
            return ()
        self._is_failing_reported = True
        return (FaultRaised(self.name, POWER_FAILING),)

    def _note_power_good(self, now: Millis) -> Sequence[Event]:
        if self._is_failing_reported is False:
            self.due = NEVER
            return ()
        if now - self._well_since < POWER_GOOD_MS:
            return ()
        self._is_failing_reported = False
        return (FaultEnded(self.name, POWER_FAILING),)
