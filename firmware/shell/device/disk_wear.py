"""Octets written to each disk of the journal, and its flushes, since this table first had it.

The kernel counts from 0 at each of its starts, so its count is stored: as the service starts, in
quiet hours, and as it ends; never in a round. A power cut loses the count since the last time.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.health import DiskWear
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.history.ledger import current_time
from hal.disk_writes import DiskWrites
from hal.gauges import Gauges

FILE_NAME: Final = "wear.json"
MIB: Final = 1 << 20


class DiskTotal(msgspec.Struct, frozen=True):
    """The totals of a file system's disk, and the kernel's reading at that time."""

    since: str
    """The day on which this table first had it, in ISO 8601."""
    octets: int
    flushes: int
    boot: str
    read_octets: int
    read_flushes: int


class WearLog:
    """The totals of the disks under the journal's copies, by their file systems."""

    def __init__(
        self,
        gauges: Gauges,
        journal: Sequence[Path],
        state_path: Path,
        wall: Callable[[], datetime] = current_time,
    ) -> None:
        self._gauges = gauges
        self._journal = tuple(journal)
        self._file = state_path / FILE_NAME
        self._wall = wall
        self._stored = _read_totals(self._file)

    def disks(self) -> dict[str, DiskWear | None]:
        """Return the wear of each copy's disk by the copy's path; None if it is not counted."""
        return {str(path): self._wear(self._gauges.disk_writes(path)) for path in self._journal}

    def store(self) -> None:
        """Store the totals; if that fails, the earlier ones stay."""
        readings = filter(None, map(self._gauges.disk_writes, self._journal))
        self._stored |= {reading.file_system: self._total(reading) for reading in readings}
        with suppress(OSError):  # the journal itself reports a disk that fails
            write_atomically(self._file, msgspec.json.encode(self._stored))

    def _wear(self, reading: DiskWrites | None) -> DiskWear | None:
        if reading is None:
            return None
        total = self._total(reading)
        return DiskWear(total.octets // MIB, total.flushes, total.since, reading.life_used_percent)

    def _total(self, reading: DiskWrites) -> DiskTotal:
        """Return a disk's total with the present reading."""
        stored = self._stored.get(reading.file_system)
        if stored is None:
            stored = DiskTotal(self._wall().date().isoformat(), 0, 0, reading.boot, 0, 0)
        # a stick that was pulled and plugged in again is a new disk to the kernel
        is_same_count = stored.boot == reading.boot and stored.read_octets <= reading.octets
        return DiskTotal(
            stored.since,
            stored.octets + reading.octets - (stored.read_octets if is_same_count else 0),
            stored.flushes + reading.flushes - (stored.read_flushes if is_same_count else 0),
            reading.boot,
            reading.octets,
            reading.flushes,
        )


def _read_totals(file: Path) -> dict[str, DiskTotal]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, DiskTotal])
    except (OSError, msgspec.DecodeError):
        return {}
