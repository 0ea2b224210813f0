"""The wait before the next try at a passphrase: long for a guesser, short for the owner."""

from typing import Final

import msgspec

FREE_TRIES: Final = 3
"""Wrong tries in a row that cost nothing."""
FIRST_WAIT_MS: Final = 1_000
MAX_WAIT_MS: Final = 900_000
"""The longest wait, after any number of wrong tries."""


class Backoff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wrong tries in a row, and the time of the last one on the system's monotonic clock.

    Setting the time of day shortens no wait, and a reboot starts it again.
    """

    failures: int = 0
    last_ms: int = 0

    def remaining_wait_ms(self, now_ms: int) -> int:
        """Return how long the next try has to wait."""
        return max(0, self.last_ms + _penalty_ms(self.failures) - now_ms)

    def after_reboot(self, now_ms: int) -> "Backoff":
        """Return the state on a clock that has restarted: the last try counts as just now."""
        # the monotonic clock starts at 0 with a boot, so a later time is of an earlier boot
        return Backoff(self.failures, min(self.last_ms, now_ms))

    def after_failure(self, now_ms: int) -> "Backoff":
        """Return the state after one more wrong try."""
        return Backoff(self.failures + 1, now_ms)


def _penalty_ms(failures: int) -> int:
    """Return 0 for the first three, then 1 s, 2 s, 4 s and so on up to a quarter of an hour."""
    if failures <= FREE_TRIES:
        return 0
    # bounds the shift: a million failures must not make a number of a million bits
    doublings = min(failures - FREE_TRIES - 1, MAX_WAIT_MS.bit_length())
    return min(FIRST_WAIT_MS << doublings, MAX_WAIT_MS)
