"""When something that failed is tried again."""

from typing import Final

from hal.ports import Millis

SETTLE_MS: Final = 5
"""The pause after a failure, unless the part's kind sets another."""
FORGIVE_INTERVAL_MS: Final = 1000
"""The minimum time between two failures of an I2C part that are retried without a report."""
FIRST_RETRY_MS: Final = 500
LONGEST_RETRY_MS: Final = 5000


class RetryBackoff:
    """Waits of 0.5 s, then twice as long each time, up to 5 s."""

    def __init__(self) -> None:
        self._next_wait_ms = FIRST_RETRY_MS

    def next_wait_ms(self) -> int:
        """Return the next wait, in milliseconds."""
        wait_ms, self._next_wait_ms = (
            self._next_wait_ms,
            min(2 * self._next_wait_ms, LONGEST_RETRY_MS),
        )
        return wait_ms

    def reset(self) -> None:
        """Begin with the shortest wait again."""
        self._next_wait_ms = FIRST_RETRY_MS


class RestartSchedule:
    """When a part that is lost is started again: `restart_at`."""

    def __init__(self, settle_ms: int) -> None:
        self.restart_at = Millis(0)
        self.backoff = RetryBackoff()
        self._settle_ms = settle_ms
        # so that the very first failure may be forgiven
        self._failed_at = Millis(-FORGIVE_INTERVAL_MS)

    def schedule_after(self, now: Millis, *, may_forgive: bool) -> bool:
        """Fix the next start; say whether this failure is forgiven: one of its kind in QUIET_MS."""
        is_forgiven = may_forgive and now - self._failed_at >= FORGIVE_INTERVAL_MS
        self._failed_at = now
        self.restart_at = Millis(
            now + (self._settle_ms if is_forgiven else self.backoff.next_wait_ms())
        )
        return is_forgiven
