"""A journal of many rounds with its index, played in little time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import (
    DirectoryCopy,
    Journal,
    JournalReader,
    NumberedRecord,
    RetentionPolicy,
    disk,
)
from firmware.shell.recall.lookup import RoundLookup
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.evidence.short_evening import ROUND
from tests.kits.shell.loop_kit import CONFIRM, SETTING, STAMP, table

SMALL = RetentionPolicy(segment_bytes=14_000)
NEW_SHOE = 400
START = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)


class Clock:
    """A wall clock that a test sets; it goes on by a second for each event."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def play(place: Path, rounds: int, clock: Clock, policy: RetentionPolicy = SMALL) -> None:
    """Play so many rounds on a journal in `place`, which is closed then."""
    with playing(place, clock, policy) as loop:
        for _ in range(rounds):
            take(loop, clock, *ROUND)
            if loop.table.state.shoe.cards_left < NEW_SHOE:
                take(loop, clock, KeyPressed(Key.CARDS_SHUFFLED))


@contextmanager
def playing(place: Path, clock: Clock, policy: RetentionPolicy = SMALL) -> Iterator[TableLoop]:
    """Open a table on a journal in `place`, whose files grow by little, as its segments are."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(disk, "SEGMENT_OCTETS", 1 << 12)
        patched.setattr(disk, "GROWTH_OCTETS", 1 << 12)
        journal = Journal.open(
            (DirectoryCopy(place / "a"), DirectoryCopy(place / "b")), STAMP, policy
        )
        loop = TableLoop(table(), Ledger(journal, SETTING, clock))
        loop.begin(Millis(0))
        take(loop, clock, CONFIRM)
        yield loop
        loop.end_service(Millis(loop.cycle_count))
        journal.close()


def take(loop: TableLoop, clock: Clock, *events: Event) -> None:
    for event in events:
        clock.now += timedelta(seconds=1)
        loop.handle_and_follow([event], Millis(loop.cycle_count))


class CountingReader(JournalReader):
    """A reader that counts the segments that are read of it."""

    def __init__(self, place: Path) -> None:
        super().__init__([place / "a", place / "b"])
        self.read: list[int] = []

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        self.read.append(number)
        return super().segment_records(number)


class LookUps:
    """Look-ups in a journal, and what was said about its index."""

    def __init__(self, place: Path, name: str = "index") -> None:
        self.reader = CountingReader(place)
        self.said: list[str] = []
        self.path = place / name
        self.lookup = RoundLookup(
            self.reader,
            self.path,
            on_message=lambda text: self.said.append(text.key.partition(".")[2]),
        )
