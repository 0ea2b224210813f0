"""Hands at a table in real time, which wait until it has felt a key and seen a card."""

from typing import Final

from firmware.core.events import Key
from sim.hands import Hands

LOOK_MS: Final = 5
STABLE_MS: Final = 25
"""How far apart the table must have looked at a key: longer than a contact must be stable."""
PATIENCE_MS: Final = 500
SEEN_MS: Final = 2000
"""How long hands wait for a table that looks at no key, and at no card: its reader may be lost, and
found again."""


class SureHands(Hands):
    """However busy the host is, it has looked at what they did before they do anything else."""

    def _let_feel(self, key: Key, least_ms: int) -> None:
        looks, first, last = self.table.looks(key), 0, 0
        for now in range(LOOK_MS, max(least_ms, PATIENCE_MS) + 1, LOOK_MS):
            self._pass(LOOK_MS)
            if self.table.looks(key) != looks:
                looks, last = self.table.looks(key), now
                first = first or now
            if now >= least_ms and (looks is None or last - first >= STABLE_MS):
                return

    def _let_see(self) -> None:
        super()._let_see()
        for _ in range(0, SEEN_MS, LOOK_MS):
            if self.table.shoe.told_all:
                return
            self._pass(LOOK_MS)
