"""The line by which the power supply reports that its input has failed, while it still holds."""

from collections.abc import Sequence
from typing import Final

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from hal.ports import NEVER, InputLine, Millis

POLL_MS: Final = Millis(5)
"""How often the line is read unless the power is known to be well."""
CERTAIN: Final = 2
"""Readings in a row that make a failure: one alone is a disturbance."""
BACK_MS: Final = 1000
"""How long the power must have held before it counts as back."""
FAILING: Final = "power_failing"


class PowerLine(Part):
    """Reports a failure within two polls, and its end once the power has held for BACK_MS.

    `idle` is the level while the power is good. A start reports the present state, since the table
    may remember a failure from before.
    """

    name = "power"
    look_ms = POLL_MS

    def __init__(self, line: InputLine, *, idle: bool) -> None:
        self._line = line
        self._idle = idle
        self.calls = self._fails_now
        self._failing: bool | None = None
        self._bad = 0
        """Bad readings in a row."""
        self._well_since = Millis(0)

    def start(self, now: Millis) -> None:
        """Begin again."""
        self._failing = None
        self._bad = 0
        self._well_since = now
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return that the power fails, or that it is back."""
        self.due = Millis(now + POLL_MS)
        if self._fails_now():
            return self._fails(now)
        self._bad = 0
        return self._holds(now)

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Return BLIND: a line at rest and a cut one look the same."""
        return Proof.BLIND

    def _fails_now(self) -> bool:
        return self._line.level() != self._idle

    def _fails(self, now: Millis) -> Sequence[Event]:
        self._bad += 1
        self._well_since = Millis(now + POLL_MS)
        if self._bad < CERTAIN or self._failing:
            return ()
        self._failing = True
        return (FaultRaised(self.name, FAILING),)

    def _holds(self, now: Millis) -> Sequence[Event]:
        if self._failing is False:
            self.due = NEVER
            return ()
        if now - self._well_since < BACK_MS:
            return ()
        self._failing = False
        return (FaultEnded(self.name, FAILING),)
