"""Who fills the engine: a table that sends more than any can record, and a stream nearly full."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from nats.js.api import StreamInfo

from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.places import place_of_subject
from firmware.floor.wire import MAX_LANE_OCTETS_PER_S

WINDOW_S: Final = 60
MAX_WINDOW_OCTETS: Final = 2 * WINDOW_S * MAX_LANE_OCTETS_PER_S
"""Of a lane: twice what an uplink ever sends."""
MAX_SUBJECTS: Final = 20_000
NEARLY_FULL: Final = 0.8
ENGINE_NAME: Final = "NATS"
"""Stands for a table's name in an alarm about a whole stream."""


class Traffic:
    """Counts the octets of each subject in the present window of the engine's time."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, int]] = {}
        """By subject: the window, and its octets."""

    def note(self, subject: str, octets: int, stored_at: datetime) -> Iterator[LedgerAlarm]:
        """Count a message that the engine has stored at that time."""
        window = int(stored_at.timestamp()) // WINDOW_S
        last_window, total = self._counts.get(subject, (window, 0))
        total = octets + (total if last_window == window else 0)
        if subject in self._counts or len(self._counts) < MAX_SUBJECTS:
            self._counts[subject] = window, total
        if total > MAX_WINDOW_OCTETS:
            yield LedgerAlarm("floods", _table_name(subject), "")


def stream_alarms(stream_info: StreamInfo) -> Iterator[LedgerAlarm]:
    """Yield the alarm of a stream that has nearly as many octets as it may. What it has of a table
    is always full, since a new message displaces an old one.
    """
    limits, state = stream_info.config, stream_info.state
    if _is_nearly_full(state.bytes, limits.max_bytes):
        yield LedgerAlarm("nearly_full", ENGINE_NAME, "", limits.name or "")


def _is_nearly_full(count: int, limit: int | None) -> bool:
    return limit is not None and limit > 0 and count >= NEARLY_FULL * limit


def _table_name(subject: str) -> str:
    place = place_of_subject(subject)
    return subject if place is None else place.name
