"""A table of the floor's campaign: a journal on a disk, written at a rate."""

import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from firmware.core.vocabulary.lots import LotFed
from firmware.core.vocabulary.money import NOTHING
from firmware.shell.evidence.known_devices import remember
from firmware.shell.history.records import Entry
from firmware.shell.lots.signed import attest
from firmware.shell.trust.keys import Device, fingerprint
from tests.kits.floor_wire import Disk, started
from tools.floor.lot import LOT

FEEDS = 20
"""A message of the lot follows one of so many entries."""


class Table(Thread):
    """Writes an evening over and over, so many records a second, and feeds the lot now and then;
    its slowest commit in seconds.
    """

    def __init__(self, name: str, folder: Path, evening: Sequence[Entry], rate: float) -> None:
        super().__init__(name=name, daemon=True)
        self.disk = Disk(folder)
        self.fed: list[LotFed] = []
        self._device = Device.enrol(folder)
        remember(fingerprint(self._device.public), name)
        self.stopping = Event()
        self.slowest = 0.0
        self._evening = evening
        self._rate = rate

    def run(self) -> None:
        self.disk.write([started()])
        for number, entry in enumerate(cycle(self._evening)):
            if self.stopping.wait(1 / self._rate):
                return
            begun = time.monotonic()
            self.disk.write([entry] if number % FEEDS else [entry, self._feed()])
            self.slowest = max(self.slowest, time.monotonic() - begun)

    def _feed(self) -> Entry:
        """Return the next message to the keeper."""
        n = len(self.fed) + 1
        of = LOT, self.name, self.disk.identity, n, n
        self.fed.append(LotFed(*of, bets=1 + n % 3, version=1, shown=NOTHING))
        return attest(self.fed[-1], self._device)
