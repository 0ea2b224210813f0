"""The lag of an uplink: for how long something has waited for the ledger to store it."""

from typing import NamedTuple

from firmware.floor.facts import LanePosition


class _LagMark(NamedTuple):
    """A position that the ledger had not stored at that time."""

    position: LanePosition
    set_at_s: float


class Lag:
    """The lag over all lanes of a journal; times are in seconds.

    A mark is set on each lane and waited for, then the next one: so a busy lane that keeps up is
    not counted as late.
    """

    def __init__(self) -> None:
        self._lag_marks: dict[str, _LagMark] = {}
        self.stored_records: int | None = None
        """The number of the last record that the ledger has, None before its first word."""

    def reset(self) -> None:
        """Forget all marks: another journal is sent."""
        self._lag_marks.clear()
        self.stored_records = None

    def note_progress(
        self, lane_name: str, now_s: float, *, last_sent: LanePosition, watermark: LanePosition
    ) -> None:
        """Note the last position sent on a lane, and the ledger's watermark."""
        if lane_name == "record":
            self.stored_records = max(watermark.number, 0)
        lag_mark = self._lag_marks.get(lane_name)
        if lag_mark is not None and watermark >= lag_mark.position:
            lag_mark = None
            del self._lag_marks[lane_name]
        if lag_mark is None and last_sent > watermark:
            self._lag_marks[lane_name] = _LagMark(last_sent, now_s)

    def lag_seconds(self, now_s: float) -> int:
        """Return the age of the oldest mark, in whole seconds."""
        return int(
            max((now_s - lag_mark.set_at_s for lag_mark in self._lag_marks.values()), default=0.0)
        )
