"""The lines of a journal that each lane sends, from any position on."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import LANE_START, Fact, FactExtractor, ImpossibleEntry, LanePosition
from firmware.floor.uplink.journal_tail import JournalTail, segments_in
from firmware.floor.uplink.outbox import PendingLine
from firmware.floor.wire import MAX_MESSAGE_LINES, FactLine, MessageLine, RecordLine
from firmware.floor.withheld import is_withheld
from firmware.shell.history.journal_entries import decode
from firmware.shell.journal import JournalDamaged
from firmware.shell.journal.records import JournalRecord

READ_AHEAD_LINES: Final = MAX_MESSAGE_LINES
"""How many lines are read before they can be sent."""


class FactSource:
    """The facts of a journal; `released_records` is how many of its records may be sent whole."""

    def __init__(self, copies: Sequence[Path]) -> None:
        self._copies = copies
        self._pending: deque[PendingLine] = deque()
        self._extractor = FactExtractor()
        self._journal_tail: JournalTail | None = None

    @property
    def released_records(self) -> int:
        return self._extractor.released_records

    def seek_after(self, position: LanePosition) -> None:
        """Start early enough that the fact after the position is known, or with the
        oldest record.
        """
        # an extractor that starts within a journal makes no facts before the second shoe it sees:
        # so go back, segment by segment, until the first fact is not after the position
        for first_segment in _segments_back_from(
            self._copies, position.shoe if position > LANE_START else -1
        ):
            self._extractor, self._journal_tail = (
                FactExtractor(),
                JournalTail(self._copies, first_segment),
            )
            self._pending.clear()
            while not self._pending and self._read_more():
                pass
            if self._pending and self._pending[0].previous <= position:
                break
        self.discard_through(position)
        while self._extractor.last_position < position and self._read_more():
            self.discard_through(position)

    def pending_lines(self) -> Iterator[PendingLine]:
        while len(self._pending) < READ_AHEAD_LINES and self._read_more():
            pass
        yield from self._pending

    def discard_through(self, position: LanePosition) -> None:
        _discard_lines(self._pending, position)

    def _read_more(self) -> bool:
        tail_records = self._journal_tail.next_records() if self._journal_tail else []
        for journal_record, _ in tail_records:
            self._pending.extend(map(_pending_fact, self._extract(journal_record)))
        return bool(tail_records)

    def _extract(self, journal_record: JournalRecord) -> list[Fact]:
        number = journal_record.number
        try:
            return self._extractor.extract(number, decode(journal_record.payload))
        except (ImpossibleEntry, msgspec.MsgspecError, RecursionError) as error:
            raise JournalDamaged(number, Text("journal.why.no_entry")) from error


class RecordSource:
    """The records of a journal, up to those that the facts release.

    It stops for good before a record with a secret: a ticket's control number or a card's tag.
    """

    def __init__(self, copies: Sequence[Path], fact_source: FactSource) -> None:
        self._copies = copies
        self._fact_source = fact_source
        self._pending: deque[PendingLine] = deque()
        self._journal_tail: JournalTail | None = None
        self._is_stopped = False

    def seek_after(self, position: LanePosition) -> None:
        first_segment = next(iter(_segments_back_from(self._copies, position.number + 1)))
        self._journal_tail, self._is_stopped = JournalTail(self._copies, first_segment), False
        self._pending.clear()
        self._resume_position = position

    def pending_lines(self) -> Iterator[PendingLine]:
        while len(self._pending) < READ_AHEAD_LINES and self._read_more():
            pass
        for pending_line in self._pending:
            # records of the present shoe stay at the table until it has ended
            if pending_line.message_line.at.number >= self._fact_source.released_records:
                return
            yield pending_line

    def discard_through(self, position: LanePosition) -> None:
        _discard_lines(self._pending, position)

    def _read_more(self) -> bool:
        if (
            self._is_stopped
            or self._journal_tail is None
            or self._journal_tail.next_number >= self._fact_source.released_records
        ):
            return False
        tail_records = self._journal_tail.next_records()
        for journal_record, segment_header in tail_records:
            self._is_stopped = self._is_stopped or is_withheld(decode(journal_record.payload))
            if not self._is_stopped and journal_record.number > self._resume_position.number:
                previous = LanePosition(0, journal_record.number - 1)
                self._pending.append(
                    _pending_line(RecordLine.from_record(journal_record, segment_header), previous)
                )
        return bool(tail_records)


def _segments_back_from(copies: Sequence[Path], record_number: int) -> Iterator[int]:
    """Yield the segment that has a record, and those before it, the newest first; else the oldest.

    A segment whose header is lost can't be the start.
    """
    readable = segments_in(copies)
    segment_numbers = [
        segment_number
        for segment_number in readable.numbers
        if readable.header(segment_number).place.starting_head.records <= record_number
    ]
    return reversed(segment_numbers or readable.numbers[:1])


def _pending_fact(fact: Fact) -> PendingLine:
    return _pending_line(FactLine(fact.position, fact.body), fact.previous)


def _pending_line(message_line: MessageLine, previous: LanePosition) -> PendingLine:
    return PendingLine(message_line, previous, len(msgspec.json.encode(message_line)))


def _discard_lines(pending: deque[PendingLine], position: LanePosition) -> None:
    while pending and pending[0].message_line.at <= position:
        pending.popleft()
