"""When something that failed is tried again."""

from typing import Final

from hal.ports import Millis

SETTLE_MS: Final = 5
"""The pause after a failure, unless the part's kind sets another."""
FORGIVE_INTERVAL_MS: Final = 1000
"""The minimum time between two failures of an I2C part that are retried without a report."""
FIRST_RETRY_MS: Final = 500
LONGEST_RETRY_MS: Final = 5000
STEADY_MS: Final = 30_000
"""For how long something must have been well before its next failure counts as the first."""


class RetryBackoff:
    """Waits of 0.5 s, then twice as long each time, up to 5 s.

    An answer alone does not shorten them: a part that comes and goes is retried as seldom as one
    that never answers, until it has been well for STEADY_MS.
    """

    def __init__(self) -> None:
        self._next_wait_ms = FIRST_RETRY_MS
        self._well_since: Millis | None = None

    def note_well(self, now: Millis) -> None:
        """Note that it works again."""
        if self._well_since is None:
            self._well_since = now

    def next_wait_ms(self, now: Millis) -> int:
        """Return the wait after a failure, in milliseconds."""
        if self._well_since is not None and now - self._well_since >= STEADY_MS:
            self._next_wait_ms = FIRST_RETRY_MS
        self._well_since = None
        wait_ms = self._next_wait_ms
        self._next_wait_ms = min(2 * wait_ms, LONGEST_RETRY_MS)
        return wait_ms


class RestartSchedule:
    """When a part that is lost is started again: `restart_at`."""

    def __init__(self, settle_ms: int) -> None:
        self.restart_at = Millis(0)
        self.backoff = RetryBackoff()
        self._settle_ms = settle_ms
        # so that the very first failure may be forgiven
        self._failed_at = Millis(-FORGIVE_INTERVAL_MS)

    def schedule_after(self, now: Millis, *, may_forgive: bool) -> bool:
        """Fix the next start; return whether this failure is forgiven, the first of its kind in
        FORGIVE_INTERVAL_MS.
        """
        is_forgiven = may_forgive and now - self._failed_at >= FORGIVE_INTERVAL_MS
        self._failed_at = now
        self.restart_at = Millis(
            now + (self._settle_ms if is_forgiven else self.backoff.next_wait_ms(now))
        )
        return is_forgiven
