"""Reads a journal without changing it: while a service runs, or one copy alone."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.disk import DirectoryCopy
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.header import JournalStamp, sealed_head
from firmware.shell.journal.journal_errors import JournalDamaged, damage_error
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.segments import Segments, readable_segments


class NumberedRecord(NamedTuple):
    """A record with its number, which counts from 0 at the founding of the journal."""

    number: int
    payload: bytes


class JournalReader:
    """One copy or both, read again at each call. Takes no lock and writes nothing.

    Every call raises JournalLost if no copy can be read, JournalForeign on another format.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._copies: Sequence[JournalCopy] = [DirectoryCopy(path) for path in paths]

    @classmethod
    def over_copies(cls, copies: Sequence[JournalCopy]) -> "JournalReader":
        """Read copies that are no directories."""
        reader = cls(())
        reader._copies = copies
        return reader

    @property
    def stamp(self) -> JournalStamp:
        """Who founded the journal."""
        return self._readable_segments().live_header.decoded_stamp()

    @property
    def identity(self) -> str:
        """The identity of the journal, hex."""
        return self._readable_segments().live_header.identity.hex()

    @property
    def first_record(self) -> int:
        """Return the number of the first record. Raises JournalDamaged if it is lost."""
        segments = self._readable_segments()
        return segments.header(segments.numbers[0]).place.starting_head.records

    def segments(self) -> tuple[int, ...]:
        """The segments, the oldest first."""
        return tuple(self._readable_segments().numbers)

    def records(self) -> Iterator[NumberedRecord]:
        """Yield every record, in order, with one segment at a time in memory.

        An interrupted last write just ends the iteration; raises JournalDamaged at a gap. Starts
        later if the oldest segments are retired before they are read.
        """
        segments, has_yielded = self._readable_segments(), False
        for number in segments.numbers:
            try:
                for record in self._records_of(segments, number):
                    has_yielded = True
                    yield record
            except JournalDamaged:
                if has_yielded or number in self.segments():
                    raise

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        """The records of one segment, as `records` has them."""
        yield from self._records_of(self._readable_segments(), number)

    def link(self, number: int) -> ChainHead:
        """Return the head with which a segment's chain begins. Raises
        JournalDamaged if it is lost.
        """
        return self._readable_segments().header(number).genesis_head

    def _readable_segments(self) -> Segments:
        return readable_segments(self._copies)

    def _records_of(self, segments: Segments, number: int) -> Iterator[NumberedRecord]:
        images, history = segments.read(number)
        if history.chain_break:  # or read while it was being written
            images, history = segments.read(number)
        start = history.header.place.starting_head.records
        yield from map(NumberedRecord, count(start), history.payloads())
        if history.chain_break:
            raise damage_error(segments.copy_names, *history.chain_break)
        sealed_end = next(filter(None, map(sealed_head, images)), None)
        if (
            sealed_end
            and number
            == segments.live_header.segment
            == self._readable_segments().live_header.segment
        ):
            raise damage_error(
                segments.copy_names,
                sealed_end.records,
                Text("journal.why.segment_gone", {"segment": str(number + 1)}),
            )
