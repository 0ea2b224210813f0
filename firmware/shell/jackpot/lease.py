"""Which lines of a linked lot count at a table: fresh ones, and for how long. Pure."""

from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotUpdate

LEASE_MS: Final = 10_000


class JackpotLease(
    msgspec.Struct, frozen=True, rename={"update_ms": "at", "received_ms": "heard_ms"}
):
    """What a table has heard since its start.

    Its ask has a nonce that nobody knew before; until a line answers that, every line may be an old
    one. From then on each must be later than the last, so that nothing is heard twice.
    """

    nonce: str
    answered: bool = False
    update_ms: int = 0
    """The keeper's time of the last line that counted."""
    received_ms: int = 0
    """The table's own time of it."""

    def renewed(self, jackpot_update: JackpotUpdate, now_ms: int) -> "JackpotLease | None":
        """Return the lease that a line gives, None if it counts for nothing."""
        if jackpot_update.at <= self.update_ms or not (
            self.answered or self.nonce in jackpot_update.nonces
        ):
            return None
        return replace(self, answered=True, update_ms=jackpot_update.at, received_ms=now_ms)

    def is_expired(self, now_ms: int) -> bool:
        """Return whether no line has come for too long."""
        return not self.answered or now_ms - self.received_ms >= LEASE_MS
