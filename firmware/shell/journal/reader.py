"""Reading a journal without touching it: beside a running service, or a copy on its own."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.disk import OsCopy
from firmware.shell.journal.errors import JournalDamaged, damaged
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.header import Stamp, seal
from firmware.shell.journal.records import Head
from firmware.shell.journal.segments import Segments, readable


class Numbered(NamedTuple):
    """A record with its number, which counts from 0 at the founding of the journal."""

    number: int
    payload: bytes


class JournalReader:
    """One copy or both, read again at each call. Takes no lock and writes nothing.

    Every call raises JournalLost if no copy can be read, JournalForeign on another format.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._copies: Sequence[JournalCopy] = [OsCopy(path) for path in paths]

    @classmethod
    def over(cls, copies: Sequence[JournalCopy]) -> "JournalReader":
        """Read copies that are no directories."""
        reader = cls(())
        reader._copies = copies
        return reader

    @property
    def stamp(self) -> Stamp:
        """Who founded the journal."""
        return self._found().live.stamp()

    @property
    def first(self) -> int:
        """Return the number of the first kept record. Raises JournalDamaged if it is lost."""
        found = self._found()
        return found.header(found.numbers[0]).place.began.records

    def segments(self) -> tuple[int, ...]:
        """The segments that are kept, the oldest first."""
        return tuple(self._found().numbers)

    def records(self) -> Iterator[Numbered]:
        """Yield every kept record, in order, holding one segment at a time in memory.

        An interrupted last write just ends the iteration; raises JournalDamaged at a gap. Starts
        later if the oldest segments are retired before they are read.
        """
        found, begun = self._found(), False
        for number in found.numbers:
            try:
                for record in self._told(found, number):
                    begun = True
                    yield record
            except JournalDamaged:
                if begun or number in self.segments():
                    raise

    def segment_records(self, number: int) -> Iterator[Numbered]:
        """The records of one segment, as `records` has them."""
        yield from self._told(self._found(), number)

    def link(self, number: int) -> Head:
        """Return the head with which a segment's chain begins. Raises
        JournalDamaged if it is lost.
        """
        return self._found().header(number).genesis

    def _found(self) -> Segments:
        return readable(self._copies)

    def _told(self, found: Segments, number: int) -> Iterator[Numbered]:
        images, history = found.read(number)
        if history.broken:  # or read while it was being written
            images, history = found.read(number)
        start = history.header.place.began.records
        yield from map(Numbered, count(start), history.payloads())
        if history.broken:
            raise damaged(found.names, *history.broken)
        end = next(filter(None, map(seal, images)), None)
        if end and number == found.live.segment == self._found().live.segment:
            raise damaged(
                found.names,
                end.records,
                Text("journal.why.segment_gone", {"segment": str(number + 1)}),
            )
