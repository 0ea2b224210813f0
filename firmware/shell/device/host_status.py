"""The machine under the table, for its status."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.health import MachineStatus
from firmware.shell.history.ledger import wall_clock
from hal.gauges import Gauges
from hal.ports import Clock

MIB: Final = 1 << 20
EVERY_MS: Final = 1000


class MachineReporter:
    """Reads the gauges at most once in EVERY_MS; from any thread. The service starts with it."""

    def __init__(
        self,
        gauges: Gauges,
        journal: Sequence[Path],
        clock: Clock,
        wall: Callable[[], datetime] = wall_clock,
    ) -> None:
        self._gauges = gauges
        self._journal = tuple(journal)
        self._clock = clock
        self._began = self._read_at = clock.now()
        self._started = wall().isoformat(timespec="seconds")
        self._last = self._read()

    def __call__(self) -> MachineStatus:
        """Return the machine's state, cached for a moment."""
        now = self._clock.now()
        if now - self._read_at >= EVERY_MS:
            self._read_at = now
            self._last = self._read()
        return self._last

    def _read(self) -> MachineStatus:
        disks = {str(path): self._gauges.disk(path) for path in self._journal}
        memory = self._gauges.memory()
        return MachineStatus(
            started=self._started,
            up_s=(self._read_at - self._began) // 1000,
            free_mib={path: disk and disk.free // MIB for path, disk in disks.items()},
            available_mib=memory and memory.available // MIB,
            held_mib=memory and memory.held // MIB,
        )
