"""The links of a journal in a bundle: segment headers and records; pure functions.

A link's digest is its SHA-256, and each link holds the digest of the one before. If a forger
changed a record and recomputed the chain, each later link can still be recognised: with the signed
digest of its predecessor put back, it equals the signed link.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, pairwise
from typing import Final, Literal, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import SEGMENT_MARK, BundleOctets, EvidenceBundle
from firmware.shell.journal import (
    ChainHead,
    JournalFormatUnknown,
    JournalStamp,
    NumberedRecord,
    ProgramVersion,
)
from firmware.shell.journal.header import HEADER_OCTETS, SegmentHeader
from firmware.shell.journal.records import (
    LONGEST_PAYLOAD,
    RECORD_MARK,
    RECORD_OVERHEAD,
    JournalRecord,
    decode_record,
    encode_record,
)

DIGEST_OCTETS: Final = 32


class BundleLink(NamedTuple):
    """A link; `decoded` is None for octets between valid links."""

    decoded: SegmentHeader | JournalRecord | None
    start: int
    raw: bytes

    @property
    def digest(self) -> bytes:
        """The digest to which the next link refers."""
        return sha256(self.raw).digest()


def bundle_links(data: BundleOctets, start: int, end: int) -> Iterator[BundleLink]:
    """Yield every link from `start` to `end`, and the octets between them."""
    offset = start
    while offset < end:
        link = _decode_link(data, offset, end)
        if link is None:
            next_offset = _next_link_offset(data, offset + 1, end)
            link = BundleLink(None, offset, data[offset:next_offset])
        yield link
        offset += len(link.raw)


def bundle_records(bundle: EvidenceBundle) -> Iterator[NumberedRecord]:
    """Yield the sound records of a bundle."""
    for link in bundle_links(bundle.data, *bundle.journal_range):
        if isinstance(link.decoded, JournalRecord):
            yield NumberedRecord(link.decoded.number, link.decoded.payload)


def bundle_founder(bundle: EvidenceBundle) -> ProgramVersion:
    """Return the program that began the journal of a bundle. Raises JournalFormatUnknown."""
    stamp = _bundle_stamp(bundle)
    return stamp.founder if stamp else ProgramVersion("", "")


def bundle_rules(bundle: EvidenceBundle) -> str:
    """Return the digest of the rule pack by which the journal of a bundle was begun, hex. Raises
    JournalFormatUnknown.
    """
    stamp = _bundle_stamp(bundle)
    return stamp.rules if stamp else ""


def _bundle_stamp(bundle: EvidenceBundle) -> JournalStamp | None:
    start, end = bundle.journal_range
    header = SegmentHeader.parse(bundle.data[start : min(start + HEADER_OCTETS, end)])
    return header.decoded_stamp() if header else None


def require_readable(bundle: EvidenceBundle, path: str) -> None:
    """Raise JournalFormatUnknown, with the bundle's path, if its journal is of another format."""
    try:
        bundle_founder(bundle)
    except JournalFormatUnknown as error:
        text = Text("journal.why.of_format", {"copies": path, "what": error.why})
        raise JournalFormatUnknown(text) from None


def _decode_link(data: BundleOctets, offset: int, end: int) -> BundleLink | None:
    leading_octets = data[offset : min(offset + len(SEGMENT_MARK), end)]
    if leading_octets.startswith(RECORD_MARK):
        return _decode_record_link(data, offset, end)
    if leading_octets == SEGMENT_MARK:
        try:
            header = SegmentHeader.parse(data[offset : min(offset + HEADER_OCTETS, end)])
        except JournalFormatUnknown:
            return None
        return BundleLink(header, offset, header.raw) if header else None
    return None


_LENGTH_FIELD: Final = slice(8, 12)
"""The payload's length in a record."""


def _decode_record_link(data: BundleOctets, offset: int, end: int) -> BundleLink | None:
    length = int.from_bytes(data[offset : offset + RECORD_OVERHEAD][_LENGTH_FIELD], "big")
    # damage: it would make the search read megabytes for every mark
    if length > LONGEST_PAYLOAD:
        return None
    record = decode_record(data[offset : min(offset + RECORD_OVERHEAD + length, end)], 0)
    return BundleLink(record, offset, record.raw) if record else None


def _next_link_offset(data: BundleOctets, offset: int, end: int) -> int:
    """Return the start of the next valid link, or the end."""
    while offset < end:
        record_offset = data.find(RECORD_MARK, offset, end)
        search_end = record_offset if record_offset >= 0 else end
        header_offset = data.find(SEGMENT_MARK, offset, search_end)
        offset = header_offset if header_offset >= 0 else search_end
        if offset < end and _decode_link(data, offset, end):
            return offset
        offset += 1
    return end


AlterationKind = Literal["changed", "cut", "inserted", "moved"]


class Alteration(NamedTuple):
    """The first alteration, and its link in the signed list."""

    kind: AlterationKind
    link_index: int


class SignedLinks:
    """The signed list of digests, with the record numbers."""

    def __init__(self, digests: bytes, first_record: int, segments: tuple[int, ...]) -> None:
        self._digests = digests
        self._first_record = first_record
        self._header_links = {
            first_of_segment - first_record + header_index: first_of_segment
            for header_index, first_of_segment in enumerate(segments)
        }

    def __len__(self) -> int:
        return len(self._digests) // DIGEST_OCTETS

    def __getitem__(self, link_index: int) -> bytes:
        return self._digests[link_index * DIGEST_OCTETS : (link_index + 1) * DIGEST_OCTETS]

    def is_header(self, link_index: int) -> bool:
        """Return whether a link is the header of a segment."""
        return link_index in self._header_links

    def record_number(self, link_index: int) -> int:
        """Return the number of a record, or of the first one after a header."""
        return (
            self._first_record
            + link_index
            - sum(header < link_index for header in self._header_links)
        )

    def is_signed_link(self, link: BundleLink, link_index: int) -> bool:
        """Return whether a link found is the signed one, apart from its
        reference to the one before.
        """
        if link.digest == self[link_index]:
            return True
        if (
            not isinstance(link.decoded, JournalRecord)
            or not link.decoded.payload
            or self.is_header(link_index)
        ):
            return False
        head = ChainHead(self.record_number(link_index), self[link_index - 1])
        # with the signed predecessor put in: a forger's recomputed chain changes nothing else
        raw, _ = encode_record(link.decoded.payload, head, link.decoded.commit_index)
        return sha256(raw).digest() == self[link_index]

    def continues_with(self, link: BundleLink | None, link_index: int) -> bool:
        """Return whether the signed list continues with the link found, or both have ended."""
        if link is None or link_index == len(self):
            return link is None and link_index == len(self)
        if isinstance(link.decoded, SegmentHeader):
            return self.is_header(link_index)
        return self.is_signed_link(link, link_index)


def first_alteration(
    data: BundleOctets, start: int, end: int, signed: SignedLinks
) -> Alteration | None:
    """Return the first alteration of the journal, None if it is as signed."""
    link_index = 0
    for link in bundle_links(data, start, end):
        if link_index == len(signed):
            return Alteration("inserted", link_index)
        if link.digest != signed[link_index]:
            return Alteration(_alteration_kind(data, link, end, signed, link_index), link_index)
        link_index += 1
    return Alteration("cut", link_index) if link_index < len(signed) else None


def _alteration_kind(
    data: BundleOctets, found_link: BundleLink, end: int, signed: SignedLinks, link_index: int
) -> AlterationKind:
    """Classify the alteration at a link that differs from the signed one.

    Records may be identical, so their neighbours decide.
    """
    offset_after = found_link.start + len(found_link.raw)
    next_link = next(bundle_links(data, offset_after, end), None)
    later_positions = [
        later_index
        for later_index in range(link_index + 1, len(signed))
        if signed.is_signed_link(found_link, later_index)
    ]
    if signed.continues_with(next_link, link_index + 1):
        return "moved" if later_positions else "changed"
    if later_positions:
        is_cut = any(
            signed.continues_with(next_link, later_index + 1) for later_index in later_positions
        )
        is_present = any(
            link.digest == signed[link_index] for link in bundle_links(data, offset_after, end)
        )
        return "cut" if is_cut and not is_present else "moved"
    neighbours = pairwise(chain(bundle_links(data, offset_after, end), [None]))
    if any(
        first_link
        and signed.is_signed_link(first_link, link_index)
        and signed.continues_with(second_link, link_index + 1)
        for first_link, second_link in neighbours
    ):
        return "inserted"
    return "changed" if next_link else "cut"


def first_broken_record(data: BundleOctets, start: int, end: int) -> int | None:
    """Return the number of the first record at which the chain itself breaks, if it does."""
    head: ChainHead | None = None
    for link in bundle_links(data, start, end):
        match link.decoded:
            case SegmentHeader() as header if head is None or header.place.starting_head == head:
                head = header.genesis_head
            case JournalRecord() as record if head is not None and record.follows(head):
                head = ChainHead(head.records + 1, link.digest)
            case _:
                return head.records if head else 0
    return None
