"""Reads a journal as it grows, beside the table that writes it: no lock is taken, nothing written.

Nothing beyond the newest anchor of either copy is read: a record that is written and not anchored
may still be cut off, while an anchor that can be read means that one copy has the record on disk.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import Head, JournalDamaged, OsCopy
from firmware.shell.journal.disk import segment_file
from firmware.shell.journal.header import BLOCK, Header, anchors, seal
from firmware.shell.journal.records import LONGEST, OVERHEAD, Link, Record, chain
from firmware.shell.journal.segments import Segments, readable

CHUNK: Final = 1 << 18
"""Octets that are read at once, unless one record is longer."""


class Grown(NamedTuple):
    """A record, with the header of its segment if it is the first of it."""

    record: Record
    header: Header | None


def kept(copies: Sequence[Path]) -> Segments:
    """Return the segments that are there. Raises JournalError if none can be read."""
    return readable([OsCopy(path) for path in copies])


class Tail:
    """Reads on from the start of one segment. Every call raises JournalError if the journal is
    damaged, or is no longer the one that was read.
    """

    def __init__(self, copies: Sequence[Path], segment: int) -> None:
        self._copies = copies
        self._enter(kept(copies).header(segment))

    @property
    def number(self) -> int:
        """The number of the next record."""
        return self._head.records

    def more(self) -> list[Grown]:
        """Return the next records that are anchored, as many as fit a chunk; none if there are
        none yet.
        """
        known = self._known(self._header.segment)
        if known.records <= self._head.records and not self._next_segment():
            return []
        return list(self._read(self._known(self._header.segment)))

    def _enter(self, header: Header) -> None:
        self._header, self._head, self._at = header, header.genesis, BLOCK
        self._is_first = True

    def _next_segment(self) -> bool:
        """Enter the next segment once this one is sealed, and read."""
        ends = {seal(block) for block in self._blocks(self._header.segment)}
        if self._head not in ends:
            return False
        for block in self._blocks(self._header.segment + 1):
            header = Header.read(block)
            if header and (header.identity, header.place.began) == (
                self._header.identity,
                self._head,
            ):
                self._enter(header)
                return True
        return False

    def _read(self, until: Head) -> Iterator[Grown]:
        before = self._head
        links = self._links(CHUNK, until) or self._links(OVERHEAD + LONGEST, until)
        for record, head, _ in links:
            yield Grown(record, self._header if self._is_first else None)
            self._head, self._is_first = head, False
        self._at += links[-1].end if links else 0
        if self._head == before != until:
            raise self._damaged("not_all_left", records=str(until.records))
        if self._head.records == until.records and self._head != until:
            raise self._damaged("two_histories")

    def _links(self, octets: int, until: Head) -> list[Link]:
        segment = self._header.segment
        images = [_octets(copy, segment, self._at, octets) for copy in self._copies]
        links = chain(images, 0, self._head)
        return list(takewhile(lambda link: link.head.records <= until.records, links))

    def _known(self, segment: int) -> Head:
        """Return the newest end of a segment that any copy vouches for."""
        ends = [self._header.genesis]
        for block in self._blocks(segment):
            ends += [anchor.head for anchor in anchors(block)]
            ends += [end for end in (seal(block),) if end]
        return max(ends, key=lambda head: head.records)

    def _blocks(self, segment: int) -> list[bytes]:
        return [_octets(copy, segment, 0, BLOCK) for copy in self._copies]

    def _damaged(self, why: str, **values: str) -> JournalDamaged:
        return JournalDamaged(self._head.records, Text(f"journal.why.{why}", values))


def _octets(copy: Path, segment: int, at: int, octets: int) -> bytes:
    """Return these octets of a segment, none of them if the copy can't be read."""
    try:
        with segment_file(copy, segment).open("rb", buffering=0) as file:
            file.seek(at)
            return file.read(octets)
    except OSError:
        return b""
