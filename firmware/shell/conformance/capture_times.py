"""The times of a capture: they never go back, and no gap lasts for ever."""

from typing import Final

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.notices import TIME_BACK, TIME_FORWARD, Notices
from hal.ports import Millis

LONGEST_GAP: Final = Millis(600_000)
"""A longer one is taken for a clock that was set, and shortened to this."""


class SteadyTimes:
    """Sets times that jump right; the clock of a recording may be set while it runs."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._last_recorded: Millis | None = None
        self._last_steady = Millis(0)

    def steady(self, line: CapturedLine) -> CapturedLine:
        """Return a line with a time not before the last one's, and at most LONGEST_GAP after it."""
        if line.at_ms is None:
            return line
        if self._last_recorded is None:
            # a recording that counts from an earlier moment than its own beginning
            self._last_recorded = Millis(0) if line.at_ms <= LONGEST_GAP else line.at_ms
        gap = line.at_ms - self._last_recorded
        self._last_recorded = line.at_ms
        if gap < 0:
            self._notices.add(TIME_BACK, line.number)
        elif gap > LONGEST_GAP:
            self._notices.add(TIME_FORWARD, line.number)
        self._last_steady = Millis(self._last_steady + min(max(gap, 0), LONGEST_GAP))
        return line._replace(at_ms=self._last_steady)
