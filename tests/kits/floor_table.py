"""A table of the floor's campaign: a journal on a disk, written at a rate."""

import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.jackpot import (
    WHOLE_PERCENT,
    JackpotContribution,
    JackpotHit,
    JackpotLocked,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetsLocked
from firmware.floor.jackpot.claims import shown_cents
from firmware.floor.jackpot.ledger_line import first_line
from firmware.floor.jackpot.terms import read_terms
from firmware.shell.history.journal_entries import Entry, Happened, Ruled
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.trust.keys import DeviceKey
from tests.kits.floor_wire import Disk, started
from tools.floor.jackpot import LOT, TERMS

FEEDS = 20
"""A message of the lot follows one of so many entries."""
HIT = 5
"""This message of each table is a hit, of the first line: a later one would be of another."""
PERCENT = 10


class Table(Thread):
    """Writes an evening over and over, so many records a second, feeds the lot now and then, and
    pays hits of it; its slowest commit in seconds.
    """

    def __init__(self, name: str, folder: Path, evening: Sequence[Entry], rate: float) -> None:
        super().__init__(name=name, daemon=True)
        self.disk = Disk(folder)
        self.fed: list[JackpotContribution] = []
        self._device = DeviceKey.enrol(folder)
        (folder / "terms.toml").write_text(TERMS, encoding="utf-8")
        self._terms = read_terms(folder / "terms.toml")
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
            self.disk.write([entry] if number % FEEDS else [entry, *self._feed()])
            self.slowest = max(self.slowest, time.monotonic() - begun)
            self.written.append((self.disk.journal.head.records, time.time()))

    def _feed(self) -> list[Entry]:
        """Return how the next round was closed on the first line, and its message to the keeper."""
        n, bets = len(self.fed) + 1, 1 + len(self.fed) % 3
        own_bets = bets + sum(message.bets for message in self.fed)
        shown = shown_cents(first_line([self._terms]), own_bets, self._terms)
        of = LOT, self.name, self.disk.identity, n, n, bets, 1, shown
        hit = JackpotHit(*of, 1, ((1, PERCENT, Cents(shown * PERCENT // WHOLE_PERCENT)),))
        self.fed.append(hit if n == HIT else JackpotContribution(*of))
        places = (Place(spot, "progressive") for spot in range(1, bets + 1))
        placed = tuple(Bet(place, self._terms.stake_cents) for place in places)
        closed = (BetsLocked(n, placed), JackpotLocked(n, bets, 1, 1, shown))
        happened = Happened(0, "20:00", KeyPressed(Key.NO_MORE_BETS))
        return [happened, Ruled(closed), attest(self.fed[-1], self._device)]
