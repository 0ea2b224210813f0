"""The alarm of a pit that has lost the engine: one for the whole floor, which it can't see."""

from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm

LOST_AFTER_MS = 15_000
"""A reconnection after that time is an alarm; the page says at once that it does not see."""


class EngineWatch:
    """Follows the connection of one pit. Nothing is stored: another pit may be connected."""

    def __init__(self) -> None:
        self._lost_since: EpochMs | None = None
        self._was_connected = False

    def alarms(self, *, is_connected: bool, now_ms: EpochMs) -> list[Alarm]:
        """Return the alarm of a lost connection; none of a pit that has never had one."""
        self._was_connected |= is_connected
        if is_connected or not self._was_connected:
            self._lost_since = None
            return []
        lost_since = self._lost_since = self._lost_since or now_ms
        if now_ms - lost_since < LOST_AFTER_MS:
            return []
        return [Alarm(f"engine.{lost_since}", "engine_lost", "", lost_since)]
