"""The segments of a journal, each read from any copy that has it intact."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.header import (
    HEADER_OCTETS,
    SegmentHeader,
    sealed_head,
    sound_anchors,
    stale_mark,
)
from firmware.shell.journal.journal_errors import (
    JournalFormatUnknown,
    NoJournal,
    damage_error,
)
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.segment_history import SegmentHistory, common_history


class CopyPosition(NamedTuple):
    """The newest segment of one copy, and the number of a half-begun one, or 0.

    A segment counts once the one before it is sealed, or an anchor covers a record of it: until
    then the rotation that begins it has not returned, and nothing depends on it.
    """

    newest_header: SegmentHeader | None = None
    half_begun: int = 0
    is_empty: bool = True
    stale_mark: ChainHead | None = None
    """The other copy's position when this one was left behind."""


def copy_position(copy: JournalCopy) -> CopyPosition:
    """Read the newest header blocks of a copy. Raises OSError, JournalFormatUnknown."""
    half_begun, foreign_mark, numbers = 0, None, sorted(copy.segments(), reverse=True)
    for number in numbers:
        header_block = copy.read(number, HEADER_OCTETS) or b""
        try:
            header = SegmentHeader.parse(header_block)
        except JournalFormatUnknown as error:
            copy_text = Text("journal.why.of_format", {"copies": copy.name, "what": error.why})
            raise JournalFormatUnknown(copy_text) from error
        if header and header.segment == number:
            foreign_mark = foreign_mark or stale_mark(header_block)
            if _is_begun(copy, header, header_block):
                return CopyPosition(header, half_begun, is_empty=False, stale_mark=foreign_mark)
            half_begun = number
    return CopyPosition(None, half_begun, not numbers)


def _is_begun(copy: JournalCopy, header: SegmentHeader, header_block: bytes) -> bool:
    covers_record = any(
        sound_anchor.head.records > header.genesis_head.records
        for sound_anchor in sound_anchors(header_block)
    )
    is_first = header.segment == 1
    return (
        is_first
        or covers_record
        or sealed_head(copy.read(header.segment - 1, HEADER_OCTETS) or b"") is not None
    )


class Segments:
    """The segments of one journal in its copies, `live_header` being the newest."""

    def __init__(self, copies: Sequence[JournalCopy], positions: Sequence[CopyPosition]) -> None:
        headers = [position.newest_header for position in positions if position.newest_header]
        self.live_header = max(headers, key=lambda header: header.segment)
        self.identities = {header.identity for header in headers}
        self.copy_names = ", ".join(copy.name for copy in copies)
        self._copies = copies
        self._half_begun = {
            (copy.name, position.half_begun)
            for copy, position in zip(copies, positions, strict=True)
        }

    def forget_half_begun(self) -> None:
        """Forget half-begun segments."""
        self._half_begun.clear()

    @property
    def numbers(self) -> range:
        """Every segment, the oldest first."""
        return range(self.live_header.place.oldest_segment, self.live_header.segment + 1)

    @property
    def sealed_numbers(self) -> range:
        """Every segment but the live one."""
        return self.numbers[:-1]

    def read(self, number: int) -> tuple[list[bytes], SegmentHistory]:
        """Return a segment's images and its common history. Raises JournalDamaged."""
        header, images = self.header(number), self.images(number)
        return images, common_history(header, images, self._sealed_end(number, images))

    def payloads(self, number: int) -> Iterator[bytes]:
        """Yield a segment's payloads, record by record. Raises JournalDamaged at the first gap."""
        _, history = self.read(number)
        yield from history.payloads()
        if history.chain_break:
            raise damage_error(self.copy_names, *history.chain_break)

    def header(self, number: int) -> SegmentHeader:
        """Return a segment's header. Raises JournalDamaged if no copy has it, or if they differ."""
        headers = self._headers(number)
        if len(headers) == 1:
            return headers.pop()
        if headers:
            starting_record = min(header.place.starting_head.records for header in headers)
            raise damage_error(self.copy_names, starting_record, Text("journal.why.two_histories"))
        previous_seals = (
            sealed_head(header_block) for header_block in self.images(number - 1, HEADER_OCTETS)
        )
        start = next((sealed_end.records for sealed_end in previous_seals if sealed_end), 0)
        missing_header = Text("journal.why.no_segment_header", {"segment": str(number)})
        raise damage_error(self.copy_names, start, missing_header)

    def images(self, number: int, octets: int = -1) -> list[bytes]:
        """The start of a segment in each copy, empty if it can't be read."""
        return [self._image(copy, number, octets) for copy in self._copies]

    def _image(self, copy: JournalCopy, number: int, octets: int) -> bytes:
        if (copy.name, number) in self._half_begun:
            return b""
        try:
            return copy.read(number, octets) or b""
        except OSError:
            return b""

    def _headers(self, number: int) -> set[SegmentHeader]:
        parsed_headers = map(SegmentHeader.parse, self.images(number, HEADER_OCTETS))
        expected_identity = (number, self.live_header.identity)
        return {
            header
            for header in parsed_headers
            if header and (header.segment, header.identity) == expected_identity
        }

    def _sealed_end(self, number: int, images: list[bytes]) -> ChainHead | None:
        if number == self.live_header.segment:
            return None
        possible_ends = {header.place.starting_head for header in self._headers(number + 1)}
        possible_ends |= {sealed_end for image in images if (sealed_end := sealed_head(image))}
        if len(possible_ends) == 1:
            return possible_ends.pop()
        start = self.header(number).place.starting_head.records
        contradiction = "journal.why.two_histories" if possible_ends else "journal.why.no_end"
        raise damage_error(self.copy_names, start, Text(contradiction))


def readable_segments(copies: Sequence[JournalCopy]) -> Segments:
    """Return the journal in these copies, for reading. Raises JournalLost if no copy has one."""
    position_by_copy, error_by_copy = {}, dict[str, OSError | None]()
    for copy in copies:
        try:
            position_by_copy[copy] = copy_position(copy)
            error_by_copy[copy.name] = None
        except OSError as error:
            error_by_copy[copy.name] = error
    if not any(position.newest_header for position in position_by_copy.values()):
        raise NoJournal(error_by_copy)
    return Segments(list(position_by_copy), list(position_by_copy.values()))
