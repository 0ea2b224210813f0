"""A journal that is sent again in the name of many tables, record by record, at a rate."""

import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from firmware.floor.envelope import Sender
from firmware.floor.facts import FactExtractor, LanePosition
from firmware.floor.uplink.journal_tail import JournalTail, segments_in
from firmware.floor.uplink.outbox import Outbox, OutboxIdentity, PendingLine
from firmware.floor.wire import FactLine, RecordLine
from firmware.shell.history.journal_entries import decode
from tests.campaigns.floor.month_table import MonthTable
from tests.kits.floor_wire import place


class Shown(NamedTuple):
    """A line of a lane, and the number of the record with which it may be sent."""

    since: int
    follows: PendingLine


class Recording(NamedTuple):
    """A journal, as what both lanes send of it."""

    records: int
    facts: tuple[Shown, ...]
    sent: tuple[Shown, ...]


def recorded(folder: Path, rounds: int) -> Recording:
    """Return what a table sends that has played so many rounds."""
    table = MonthTable("roulette", "roulette", folder, Random(1), {})
    for _ in range(rounds):
        table.play([("red", 1000), ("straight:7", 500)])
    table.close()
    copies = [folder / "first", folder / "second"]
    tail, extractor = JournalTail(copies, segments_in(copies).numbers[0]), FactExtractor()
    facts, sent, lines = list[Shown](), list[Shown](), list[PendingLine]()
    while grown := tail.next_records():
        for record, header in grown:
            line = RecordLine.from_record(record, header)
            lines.append(_follows(line, LanePosition(0, record.number - 1)))
            for fact in extractor.extract(record.number, decode(record.payload)):
                one = _follows(FactLine(fact.position, fact.body), fact.previous)
                facts.append(Shown(record.number, one))
            sent += [
                Shown(record.number, one) for one in lines[len(sent) : extractor.released_records]
            ]
    return Recording(len(lines), tuple(facts), tuple(sent))


def _follows(line: FactLine | RecordLine, after: LanePosition) -> PendingLine:
    return PendingLine(line, after, len(msgspec.json.encode(line)))


class Clock:
    """How far a table's journal has come: a record each so many seconds since its beginning."""

    def __init__(self, begun: float, each_s: float, last: int) -> None:
        self.begun, self.each_s, self.last = begun, each_s, last

    @property
    def record(self) -> int:
        return min(self.last, int((time.monotonic() - self.begun) / self.each_s))

    def until_next(self) -> float:
        """Return the seconds until the next record."""
        return self.begun + (self.record + 1) * self.each_s - time.monotonic()

    def lag(self, record: int) -> float:
        """Return for how long a record has been there."""
        return time.monotonic() - self.begun - record * self.each_s


class Replayed:
    """The lines of a lane that may be sent by now: those of the records up to `clock`."""

    def __init__(self, lines: Sequence[Shown], clock: Clock) -> None:
        self._lines, self._clock = lines, clock
        self._at = 0

    def seek_after(self, position: LanePosition) -> None:
        self._at = 0
        self.discard_through(position)

    def discard_through(self, position: LanePosition) -> None:
        while (
            self._at < len(self._lines)
            and self._lines[self._at].follows.message_line.at <= position
        ):
            self._at += 1

    def pending_lines(self) -> Iterator[PendingLine]:
        for shown in islice(self._lines, self._at, None):
            if shown.since > self._clock.record:
                return
            yield shown.follows


def journal_of(sender: Sender) -> str:
    """Return the identity of a table's journal."""
    return sha256(sender.public_key).hexdigest()[:32]


def lanes(recording: Recording, sender: Sender, clock: Clock) -> tuple[Outbox, Outbox]:
    """Return the lanes of a table's uplink, from its start on; its journal is its own."""
    whose = OutboxIdentity(place(sender.name), journal_of(sender), sender)
    return (
        Outbox("fact", whose, Replayed(recording.facts, clock)),
        Outbox("record", whose, Replayed(recording.sent, clock)),
    )
