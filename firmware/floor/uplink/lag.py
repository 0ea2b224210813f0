"""For how long an uplink has been behind: something waits for the ledger to keep it."""

from typing import NamedTuple

from firmware.floor.facts import LanePosition


class _LagMark(NamedTuple):
    """A place that was to be kept, and since when."""

    position: LanePosition
    set_at_s: float


class Lag:
    """Of all lanes of a journal together; times are in seconds.

    A mark is set on each lane and waited for, then the next one: so a lane that is always busy is
    not taken for one that is late.
    """

    def __init__(self) -> None:
        self._lag_marks: dict[str, _LagMark] = {}

    def reset(self) -> None:
        """Another journal is carried."""
        self._lag_marks.clear()

    def note_progress(
        self, lane_name: str, now_s: float, *, last_sent: LanePosition, watermark: LanePosition
    ) -> None:
        """Note up to where a lane has something for the ledger, and up to where that is kept."""
        lag_mark = self._lag_marks.get(lane_name)
        if lag_mark is not None and watermark >= lag_mark.position:
            lag_mark = None
            del self._lag_marks[lane_name]
        if lag_mark is None and last_sent > watermark:
            self._lag_marks[lane_name] = _LagMark(last_sent, now_s)

    def lag_seconds(self, now_s: float) -> int:
        """Return for how long the oldest mark has waited."""
        return int(
            max((now_s - lag_mark.set_at_s for lag_mark in self._lag_marks.values()), default=0.0)
        )
