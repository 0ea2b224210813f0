"""Hands at a table in real time, which wait until it has felt a key and seen a card."""

from typing import Final

from drivers.inputs.debounce import STABLE_MS
from firmware.core.vocabulary.keys import Key
from sim.people.hands import TableHands

KEY_POLL_MS: Final = 5
READ_TIMEOUT_MS: Final = 2000
"""How long hands wait for a table that looks at no key, and at no card: its reader may be lost, and
found again."""


class ConfirmingHands(TableHands):
    """Hands that wait after each act until even a busy host has noticed it."""

    def _await_key_read(self, key: Key, minimum_ms: int) -> None:
        read_before_ms, first_read_ms = self.table.last_read_ms(key), None
        for elapsed_ms in range(KEY_POLL_MS, max(minimum_ms, READ_TIMEOUT_MS) + 1, KEY_POLL_MS):
            self._pass_time(KEY_POLL_MS)
            last_read_ms = self.table.last_read_ms(key)
            if first_read_ms is None and last_read_ms != read_before_ms:
                first_read_ms = last_read_ms
            # The driver accepts a contact only when two readings, a debounce time apart, agree.
            is_read = last_read_ms is None or (
                first_read_ms is not None and last_read_ms - first_read_ms >= STABLE_MS
            )
            if elapsed_ms >= minimum_ms and is_read:
                return

    def _await_card_read(self) -> None:
        super()._await_card_read()
        for _ in range(0, READ_TIMEOUT_MS, KEY_POLL_MS):
            if self.table.shoe.all_reported:
                return
            self._pass_time(KEY_POLL_MS)
