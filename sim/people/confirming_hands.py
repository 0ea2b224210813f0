"""Hands at a table in real time, which wait until it has felt a key and seen a card."""

from typing import Final

from drivers.inputs.debounce import STABLE_MS
from firmware.core.vocabulary.keys import Key
from sim.people.hands import Hands

LOOK_MS: Final = 5
PATIENCE_MS: Final = 2000
"""How long hands wait for a table that looks at no key, and at no card: its reader may be lost, and
found again."""


class SureHands(Hands):
    """Hands that wait after each act until even a busy host has noticed it."""

    def _let_feel(self, key: Key, least_ms: int) -> None:
        before, first = self.table.looked_at(key), None
        for passed in range(LOOK_MS, max(least_ms, PATIENCE_MS) + 1, LOOK_MS):
            self._pass(LOOK_MS)
            last = self.table.looked_at(key)
            if first is None and last != before:
                first = last
            felt = last is None or (first is not None and last - first >= STABLE_MS)
            if passed >= least_ms and felt:
                return

    def _let_see(self) -> None:
        super()._let_see()
        for _ in range(0, PATIENCE_MS, LOOK_MS):
            if self.table.shoe.told_all:
                return
            self._pass(LOOK_MS)
