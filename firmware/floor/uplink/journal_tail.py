"""Reads a journal as it grows, while the table writes it: takes no lock, writes nothing.

Nothing beyond the newest anchor of either copy is read: a record that is written and not anchored
may still be cut off, while an anchor that can be read means that one copy has the record on disk.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import ChainHead, DirectoryCopy, JournalDamaged
from firmware.shell.journal.disk import segment_path
from firmware.shell.journal.header import HEADER_OCTETS, SegmentHeader, sealed_head, sound_anchors
from firmware.shell.journal.records import (
    LONGEST_PAYLOAD,
    RECORD_OVERHEAD,
    ChainLink,
    JournalRecord,
    chained_records,
)
from firmware.shell.journal.segments import Segments, readable_segments

CHUNK_OCTETS: Final = 1 << 18
"""Octets that are read at once, unless one record is longer."""
TAIL_WINDOW_OCTETS: Final = 2 * HEADER_OCTETS
"""How far ahead the anchor behind the last record is looked for: beyond that the header block has a
newer one than has been read, since it is anchored with each block.
"""


class TailRecord(NamedTuple):
    """A record, with the header of its segment if it is the first in it."""

    journal_record: JournalRecord
    segment_header: SegmentHeader | None


def segments_in(copies: Sequence[Path]) -> Segments:
    """Return the readable segments. Raises JournalError if there are none."""
    return readable_segments([DirectoryCopy(copy_folder) for copy_folder in copies])


class JournalTail:
    """Reads from the start of one segment on. Every call raises JournalError if the journal is
    damaged, or was replaced by another.
    """

    def __init__(self, copies: Sequence[Path], first_segment: int) -> None:
        self._copies = copies
        self._enter_segment(segments_in(copies).header(first_segment))

    @property
    def next_number(self) -> int:
        """The number of the next record."""
        return self._chain_head.records

    def next_records(self) -> list[TailRecord]:
        """Return the next anchored records, as many as fit a chunk; empty if there are none yet."""
        newest_anchor = self._newest_anchor(self._header.segment)
        if newest_anchor.records <= self._chain_head.records and not self._next_segment():
            return []
        return list(self._read_records(self._newest_anchor(self._header.segment)))

    def _enter_segment(self, segment_header: SegmentHeader) -> None:
        self._header, self._chain_head = segment_header, segment_header.genesis_head
        self._offset, self._is_first_record = HEADER_OCTETS, True

    def _next_segment(self) -> bool:
        """Enter the next segment, if this one is sealed and read to its end."""
        # only a seal ends a segment: without one the table may still append to it
        if self._chain_head not in map(sealed_head, self._header_blocks(self._header.segment)):
            return False
        for header_block in self._header_blocks(self._header.segment + 1):
            segment_header = SegmentHeader.parse(header_block)
            if segment_header is None:
                continue
            origin = segment_header.identity, segment_header.place.starting_head
            if origin == (self._header.identity, self._chain_head):
                self._enter_segment(segment_header)
                return True
        return False

    def _read_records(self, newest_anchor: ChainHead) -> Iterator[TailRecord]:
        head_before = self._chain_head
        chain_links = self._chain_links(CHUNK_OCTETS, newest_anchor)
        if not chain_links:  # the next record may be longer than a chunk
            chain_links = self._chain_links(RECORD_OVERHEAD + LONGEST_PAYLOAD, newest_anchor)
        for journal_record, chain_head, _ in chain_links:
            yield TailRecord(journal_record, self._header if self._is_first_record else None)
            self._chain_head, self._is_first_record = chain_head, False
        self._offset += chain_links[-1].end_offset if chain_links else 0
        if self._chain_head == head_before != newest_anchor:
            raise self._damaged("journal.why.not_all_left", records=str(newest_anchor.records))
        if self._chain_head.records == newest_anchor.records and self._chain_head != newest_anchor:
            raise self._damaged("journal.why.two_histories")

    def _chain_links(self, length: int, newest_anchor: ChainHead) -> list[ChainLink]:
        segment_number = self._header.segment
        copy_images = [
            _read_octets(copy_folder, segment_number, self._offset, length)
            for copy_folder in self._copies
        ]
        chain_links = chained_records(copy_images, 0, self._chain_head)
        return list(takewhile(lambda link: link.head.records <= newest_anchor.records, chain_links))

    def _newest_anchor(self, segment_number: int) -> ChainHead:
        """Return the newest head of a segment that is anchored or sealed in any copy."""
        vouched_heads = [self._header.genesis_head]
        for copy_folder, header_block in zip(
            self._copies, self._header_blocks(segment_number), strict=True
        ):
            unread = _read_octets(copy_folder, segment_number, self._offset, TAIL_WINDOW_OCTETS)
            vouched_heads += [anchor.head for anchor in sound_anchors(header_block + unread)]
            if end_of_segment := sealed_head(header_block):
                vouched_heads.append(end_of_segment)
        return max(vouched_heads, key=lambda chain_head: chain_head.records)

    def _header_blocks(self, segment_number: int) -> list[bytes]:
        return [
            _read_octets(copy_folder, segment_number, 0, HEADER_OCTETS)
            for copy_folder in self._copies
        ]

    def _damaged(self, message_key: str, **values: str) -> JournalDamaged:
        return JournalDamaged(self._chain_head.records, Text(message_key, values))


def _read_octets(copy_folder: Path, segment_number: int, offset: int, length: int) -> bytes:
    """Return these octets of a segment; empty if the copy can't be read."""
    try:
        # unbuffered: a buffer could have octets from before the table's last write
        with segment_path(copy_folder, segment_number).open("rb", buffering=0) as segment_file:
            segment_file.seek(offset)
            return segment_file.read(length)
    except OSError:
        return b""
