"""For how long an uplink has been behind: something waits for the ledger to keep it."""

from typing import NamedTuple

from firmware.floor.facts import Place


class _Mark(NamedTuple):
    """A place that was to be kept, and since when."""

    place: Place
    since: float


class Behind:
    """Of all lanes of a journal together; times are in seconds.

    A mark is set on each lane and waited for, then the next one: so a lane that is always busy is
    not taken for one that is late.
    """

    def __init__(self) -> None:
        self._marks: dict[str, _Mark] = {}

    def begin(self) -> None:
        """Another journal is carried."""
        self._marks.clear()

    def look(self, lane: str, now: float, *, wanted: Place, kept: Place) -> None:
        """Note up to where a lane has something for the ledger, and up to where that is kept."""
        mark = self._marks.get(lane)
        if mark is not None and kept >= mark.place:
            mark = None
            del self._marks[lane]
        if mark is None and wanted > kept:
            self._marks[lane] = _Mark(wanted, now)

    def seconds(self, now: float) -> int:
        """Return for how long the oldest mark has waited."""
        return int(max((now - mark.since for mark in self._marks.values()), default=0.0))
