"""The payments that no reader saw, out of the records of a journal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from firmware.core.vocabulary.rulings import (
    PaymentUnseen,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled


class RecordedPayment(msgspec.Struct, frozen=True):
    """A payment that no reader saw, and when its round was confirmed, by the wall clock."""

    wall: str
    payment: PaymentUnseen


class RecordedPayments(msgspec.Struct, frozen=True):
    """All of them, as JSON."""

    payments: tuple[RecordedPayment, ...]


@dataclass(slots=True)
class _RecentEvent:
    """An event that an undo may still take back."""

    wall_time: str
    payments: list[PaymentUnseen] = field(default_factory=list)


def unseen_payments(journal_entries: Iterable[Entry]) -> Iterator[RecordedPayment]:
    """Yield the unseen payments of real rounds, oldest first, without those that were undone."""
    reading = _Reading()
    for journal_entry in journal_entries:
        yield from reading.take(journal_entry)
    yield from reading.take_recent(0)


class _Reading:
    """Follows the events since the last recorded opening."""

    def __init__(self) -> None:
        self._recent_events: list[_RecentEvent] = []
        self._is_testing = False

    def take(self, journal_entry: Entry) -> Iterator[RecordedPayment]:
        """Take the next entry; yield the payments that no undo can take back any more."""
        match journal_entry:
            case Happened(wall=wall_time):
                self._recent_events.append(_RecentEvent(wall_time))
            case Ruled(rulings, events_after) if events_after < len(self._recent_events):
                for ruling in rulings:
                    self._take_ruling(ruling, len(self._recent_events) - 1 - events_after)
            case Checked(table, events_since):
                self._is_testing = table.aside is not None
                yield from self.take_recent(events_since)

    def _take_ruling(self, ruling: Ruling, event_index: int) -> None:
        match ruling:
            case Undone(back=undone_count):
                first_index = max(event_index - undone_count, 0)
                for undone_event in self._recent_events[first_index:event_index]:
                    undone_event.payments.clear()
            case TestOpened() | TestClosed():
                self._is_testing = isinstance(ruling, TestOpened)
            case PaymentUnseen() if not self._is_testing:
                self._recent_events[event_index].payments.append(ruling)

    def take_recent(self, events_since: int) -> Iterator[RecordedPayment]:
        """Forget all but the last events; yield their payments."""
        final_count = max(len(self._recent_events) - events_since, 0)
        final_events = self._recent_events[:final_count]
        self._recent_events = self._recent_events[final_count:]
        for final_event in final_events:
            for payment in final_event.payments:
                yield RecordedPayment(final_event.wall_time, payment)
