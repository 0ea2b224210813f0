"""The machine under the table, for its status."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.health import DiskWear, HostStatus
from firmware.shell.history.ledger import current_time
from hal.gauges import Gauges
from hal.ports import Clock

MIB: Final = 1 << 20
READ_INTERVAL_MS: Final = 1000


class HostReporter:
    """Reads the gauges at most once in READ_INTERVAL_MS, from any thread."""

    def __init__(
        self,
        gauges: Gauges,
        journal: Sequence[Path],
        clock: Clock,
        read_wear: Callable[[], dict[str, DiskWear | None]] = dict,
        wall: Callable[[], datetime] = current_time,
    ) -> None:
        self._gauges = gauges
        self._journal = tuple(journal)
        self._clock = clock
        self._read_wear = read_wear
        self._started_at = self._read_at = clock.now()
        self._started = wall().isoformat(timespec="seconds")
        self._last_status = self._read_gauges()

    def __call__(self) -> HostStatus:
        """Return the machine's state, cached for a moment."""
        now = self._clock.now()
        if now - self._read_at >= READ_INTERVAL_MS:
            self._read_at = now
            self._last_status = self._read_gauges()
        return self._last_status

    def _read_gauges(self) -> HostStatus:
        disks = {str(path): self._gauges.disk(path) for path in self._journal}
        memory, board = self._gauges.memory(), self._gauges.board()
        return HostStatus(
            started=self._started,
            up_s=(self._read_at - self._started_at) // 1000,
            free_mib={path: disk and disk.free_octets // MIB for path, disk in disks.items()},
            available_mib=memory and memory.available // MIB,
            held_mib=memory and memory.held_octets // MIB,
            under_voltage=board.under_voltage,
            slowed=board.slowed,
            celsius=board.celsius,
            disks=self._read_wear(),
        )
