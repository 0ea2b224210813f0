"""Which lines of a linked lot count at a table: fresh ones, and for how long. Pure."""

from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import LotShown

LEASE_MS: Final = 10_000


class Lease(msgspec.Struct, frozen=True):
    """What a table has heard since its start.

    Its ask has a nonce that nobody knew before; until a line answers that, every line may be an old
    one. From then on each must be later than the last, so that nothing is heard twice.
    """

    nonce: str
    answered: bool = False
    at: int = 0
    """The keeper's time of the last line that counted."""
    heard_ms: int = 0
    """The table's own time of it."""

    def heard(self, shown: LotShown, now: int) -> "Lease | None":
        """Return the lease that a line gives, None if it counts for nothing."""
        if shown.at <= self.at or not (self.answered or self.nonce in shown.nonces):
            return None
        return replace(self, answered=True, at=shown.at, heard_ms=now)

    def is_over(self, now: int) -> bool:
        """Return whether no line has come for too long."""
        return not self.answered or now - self.heard_ms >= LEASE_MS
