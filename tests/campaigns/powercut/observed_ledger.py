"""A ledger that passes on each event while the table is still as the event left it."""

from collections.abc import Callable, Sequence
from datetime import datetime

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.ledger import Ledger, LedgerLog

Observer = Callable[[Event, tuple[Ruling, ...]], None]


class ObservedLedger(Ledger):
    """Calls `hear` after each event of a turn; listeners of the loop hear of it after the turn."""

    def __init__(
        self, log: LedgerLog, setting: Setting, wall: Callable[[], datetime], hear: Observer
    ) -> None:
        super().__init__(log, setting, wall)
        self._hear = hear
        self._events: Sequence[Event] = ()
        """None before the first turn, while the past is replayed."""

    def record_events(self, events: Sequence[Event], now: int) -> None:
        super().record_events(events, now)
        self._events = events

    def record_rulings(self, rulings: tuple[Ruling, ...], back: int) -> None:
        super().record_rulings(rulings, back)
        if self._events:
            self._hear(self._events[-1 - back], rulings)
