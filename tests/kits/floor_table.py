"""A table of the floor's campaign: a journal on a disk, written at a rate."""

import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from firmware.core.vocabulary.jackpot import WHOLE_PERCENT, JackpotContribution, JackpotHit
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.shell.evidence.known_devices import remember_device
from firmware.shell.history.journal_entries import Entry
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.trust.keys import DeviceKey, fingerprint
from tests.kits.floor_wire import Disk, started
from tools.floor.jackpot import LOT

FEEDS = 20
"""A message of the lot follows one of so many entries."""
HITS = 5
"""One of so many messages is a hit, of the first lot: later ones are the reserve's to pay."""


class Table(Thread):
    """Writes an evening over and over, so many records a second, feeds the lot now and then, and
    pays hits of it; its slowest commit in seconds.
    """

    def __init__(self, name: str, folder: Path, evening: Sequence[Entry], rate: float) -> None:
        super().__init__(name=name, daemon=True)
        self.disk = Disk(folder)
        self.fed: list[JackpotContribution] = []
        self._device = DeviceKey.enrol(folder)
        remember_device(fingerprint(self._device.public_key), name)
        self.stopping = Event()
        self.slowest = 0.0
        self.written: list[tuple[int, float]] = []
        """How many records there were at which time of day, in seconds."""
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
            self.written.append((self.disk.journal.head.records, time.time()))

    def _feed(self) -> Entry:
        """Return the next message to the keeper."""
        n = len(self.fed) + 1
        of = LOT, self.name, self.disk.identity, n, n, 1 + n % 3, 1, NO_CENTS
        self.fed.append(
            JackpotContribution(*of) if n % HITS else JackpotHit(*of, 1, ((1, *_won(n // HITS)),))
        )
        return attest(self.fed[-1], self._device)


def _won(hit: int) -> tuple[int, Cents]:
    """Return what a table's hit wins: per cent, and cents; each of them another sum."""
    return (WHOLE_PERCENT if hit % 4 == 0 else 10), Cents(10_000 + hit)
