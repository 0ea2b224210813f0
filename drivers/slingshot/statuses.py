"""The status lines of a SlingShot 2: which of them count, and when to request another."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import SlingshotState, SlingshotStatus, UnknownLine
from hal.ports import Millis

STATUS_TIMEOUT: Final = Millis(700)
"""The wheel sends a status every 500 ms; after so long without one it is asked."""
UNKNOWN_IN_A_ROW: Final = 8
"""About four seconds of lines: no damage does that."""
STATUS_MAX_AGE: Final = Millis(1500)


class Statuses:
    """Takes each line; it counts if it equals the one before, except for the rotor's speed.

    A line that the guides don't define also counts as the UNKNOWN_IN_A_ROW-th of such, since more
    of it than the speed may change. `health` counts gaps without a line (`stale`).
    """

    def __init__(self, health: Counter[str]) -> None:
        self.is_requested = False
        """Whether a technician asked for one."""
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget every line; the next gap begins now."""
        self._last_status: SlingshotStatus | bytes | None = None
        self._confirmed: SlingshotStatus | bytes | None = None
        """The last line that counted."""
        self._unknown_in_a_row = 0
        self._last_line_at = self._requested_at = now
        self._gap_counted = False

    @property
    def state(self) -> SlingshotState | None:
        """The wheel's state; None before two lines agree, while the last one is in doubt, and in a
        state that the guides don't define.
        """
        confirmed = self._confirmed
        if isinstance(confirmed, SlingshotStatus) and confirmed == self._last_status:
            return confirmed.state
        return None

    def note_status(self, status: SlingshotStatus, now: Millis) -> bool:
        """Take a line; return whether it counts."""
        self._unknown_in_a_row = 0
        # The rotor slows from line to line: its speed is rarely equal twice.
        return self._confirm(status._replace(speed_tenths=0), now)

    def note_unknown(self, line: UnknownLine, now: Millis) -> bool:
        """Take a status that the guides don't define; return whether it counts."""
        self._unknown_in_a_row += 1
        is_repeated = self._confirm(line.without_speed, now)
        return is_repeated or self._unknown_in_a_row >= UNKNOWN_IN_A_ROW

    def _confirm(self, status: SlingshotStatus | bytes, now: Millis) -> bool:
        self._last_line_at, self._gap_counted = now, False
        previous, self._last_status = self._last_status, status
        if previous != status:
            return False
        self._confirmed = status
        return True

    def silence_ms(self, now: Millis) -> int:
        """Return the milliseconds since the last line."""
        return now - self._last_line_at

    def count_silence(self) -> None:
        """Count the present gap, once."""
        if not self._gap_counted:
            self._gap_counted = True
            self._health["stale"] += 1

    def due(self, now: Millis) -> bool:
        """Return whether to ask at once: to confirm a new line, or after STATUS_TIMEOUT."""
        is_new = self._last_status != self._confirmed and self._requested_at < self._last_line_at
        return is_new or now - max(self._last_line_at, self._requested_at) >= STATUS_TIMEOUT

    def note_request(self, now: Millis) -> None:
        """Note that a status was requested."""
        self._requested_at, self.is_requested = now, False
