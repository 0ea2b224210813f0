"""The lease of a linked jackpot: which updates are fresh, and for how long they are valid. Pure."""

from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotUpdate

LEASE_MS: Final = 10_000


class JackpotLease(msgspec.Struct, frozen=True):
    """The lease of a table since its start.

    Its query has an unpredictable nonce. Until an update answers it, any update may be a replay.
    From then on each must be later than the last, so that none is accepted twice.
    """

    nonce: str
    answered: bool = False
    update_ms: int = 0
    """The keeper's time of the last accepted update."""
    received_ms: int = 0
    """The table's own time of it."""

    def renewed(self, jackpot_update: JackpotUpdate, now_ms: int) -> "JackpotLease | None":
        """Return the lease renewed by an update, None if the update is not acceptable."""
        if jackpot_update.at <= self.update_ms or not (
            self.answered or self.nonce in jackpot_update.nonces
        ):
            return None
        return replace(self, answered=True, update_ms=jackpot_update.at, received_ms=now_ms)

    def is_expired(self, now_ms: int) -> bool:
        """Return whether no update has come for too long."""
        return not self.answered or now_ms - self.received_ms >= LEASE_MS
