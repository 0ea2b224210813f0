"""The first block of a segment: its place in the journal, its mark, seal and anchors; pure."""

import struct
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.journal.journal_errors import JournalForeign, JournalFormatUnknown
from firmware.shell.journal.program_version import ProgramVersion
from firmware.shell.journal.records import ChainHead

HEADER_OCTETS = 4096
"""Octets of the header block: the offset of the first record."""
STALE_MARK_OFFSET = 2048
"""Offset of the mark of a stale copy; it, the seal and each anchor are in a disk sector of their
own. Mark and seal have the same layout.
"""
SEAL_OFFSET = 2560
"""Offset of the seal."""
ANCHOR_SLOTS = (3072, 3584)
"""Offsets of the anchor's two slots."""
FORMAT_VERSION = 4
"""The form in which segments are begun."""
READABLE_FORMATS = (3, FORMAT_VERSION)
"""Every form of a released version: each is read for ever."""

TAIL_MARK = b"\xc7ANC"
"""Begins the anchor behind the last record."""
FIRST_FORMAT_WITH_TAILS = 4

_HEADER_MAGIC = b"CROUPIER"
_FRONT_LAYOUT = struct.Struct(">8sI")  # magic, CRC-32 of all that follows
_BODY_LAYOUT = struct.Struct(">HH16sQQQ32s")  # version, octets of the header, identity, place
_STAMP_OFFSET = _FRONT_LAYOUT.size + _BODY_LAYOUT.size
_HEAD_LAYOUT = struct.Struct(">Q32s")
_CRC_LAYOUT = struct.Struct(">I")
ANCHOR_OCTETS = 2 * _HEAD_LAYOUT.size + _CRC_LAYOUT.size
TAIL_OCTETS = len(TAIL_MARK) + ANCHOR_OCTETS


@dataclass(frozen=True, slots=True)
class JournalStamp:
    """Who founded a journal. Only `board` must match at a later opening; `device` distinguishes it
    from another table's; the rest is history.
    """

    board: Literal["pi", "sim"]
    version: str
    program: str
    """Digest of the program, hex."""
    rules: str
    """Digest of the rule pack, hex."""
    game: str
    device: str = ""
    """The fingerprint of the device's key; empty for a table that has none."""

    @property
    def founder(self) -> ProgramVersion:
        return ProgramVersion(self.version, self.program)


class SegmentPlace(NamedTuple):
    """A segment's number, from 1; the oldest segment at its beginning; the chain's head at that
    time.
    """

    segment: int
    oldest_segment: int
    starting_head: ChainHead


FIRST_SEGMENT = SegmentPlace(1, 1, ChainHead(0, bytes(32)))


@dataclass(frozen=True, slots=True)
class SegmentHeader:
    """The header of one segment, octet for octet the same in both copies."""

    raw: bytes
    identity: bytes
    """16 octets that identify the journal."""
    place: SegmentPlace

    @classmethod
    def for_new_journal(
        cls, stamp: JournalStamp, identity: bytes, place: SegmentPlace = FIRST_SEGMENT
    ) -> "SegmentHeader":
        """The header of a new journal. ValueError: the stamp is too long."""
        return cls._packed(msgspec.json.encode(stamp), identity, place)

    def for_next_segment(self, starting_head: ChainHead, oldest_segment: int) -> "SegmentHeader":
        """The header of the segment after this one."""
        place = SegmentPlace(self.segment + 1, oldest_segment, starting_head)
        return self._packed(self.raw[_STAMP_OFFSET:], self.identity, place)

    @classmethod
    def _packed(cls, stamp_octets: bytes, identity: bytes, place: SegmentPlace) -> "SegmentHeader":
        length = _STAMP_OFFSET + len(stamp_octets)
        if length > STALE_MARK_OFFSET:
            raise ValueError(f"a stamp of {len(stamp_octets)} octets does not fit the header")
        segment, oldest_segment, starting_head = place
        packed_body = (
            _BODY_LAYOUT.pack(
                FORMAT_VERSION, length, identity, segment, oldest_segment, *starting_head
            )
            + stamp_octets
        )
        return cls(
            _FRONT_LAYOUT.pack(_HEADER_MAGIC, crc32(packed_body)) + packed_body, identity, place
        )

    @classmethod
    def parse(cls, image: bytes) -> "SegmentHeader | None":
        """Return the header at the start of a segment, None if it is incomplete or damaged.

        Raises JournalFormatUnknown if it is valid but of another format.
        """
        if len(image) < _STAMP_OFFSET:
            return None
        magic, crc = _FRONT_LAYOUT.unpack_from(image)
        version, length, identity, segment, oldest_segment, *starting_head = (
            _BODY_LAYOUT.unpack_from(image, _FRONT_LAYOUT.size)
        )
        raw = image[:length]
        if magic != _HEADER_MAGIC or len(raw) != length or crc32(raw[_FRONT_LAYOUT.size :]) != crc:
            return None
        if version not in READABLE_FORMATS:
            raise JournalFormatUnknown(_format_text(version, raw[_STAMP_OFFSET:]))
        return cls(raw, identity, SegmentPlace(segment, oldest_segment, ChainHead(*starting_head)))

    @property
    def segment(self) -> int:
        return self.place.segment

    @property
    def has_tails(self) -> bool:
        """Whether an anchor follows the records of each commit."""
        version, *_ = _BODY_LAYOUT.unpack_from(self.raw, _FRONT_LAYOUT.size)
        return bool(version >= FIRST_FORMAT_WITH_TAILS)

    @property
    def genesis_head(self) -> ChainHead:
        """The head of the segment with no record yet: the chain passes through its header."""
        return ChainHead(self.place.starting_head.records, sha256(self.raw).digest())

    def octets_before_seal(self, stale_mark: ChainHead | None = None) -> bytes:
        """The part of the header block before the seal."""
        # the mark, the seal and the anchors each begin a sector, which a disk writes whole or not
        # at all
        return self.raw.ljust(STALE_MARK_OFFSET, b"\0") + _padded_head(stale_mark)

    def header_block(
        self, *, seal_head: ChainHead | None = None, first_anchor: "Anchor | None" = None
    ) -> bytes:
        """The whole header block, with its anchor in both slots: a write torn in one leaves one."""
        anchor_octets = (
            packed_anchor(*first_anchor).ljust(ANCHOR_SLOTS[1] - ANCHOR_SLOTS[0], b"\0")
            if first_anchor
            else b""
        )
        trailing_slots = (_padded_head(seal_head), anchor_octets, anchor_octets)
        return (self.octets_before_seal() + b"".join(trailing_slots)).ljust(HEADER_OCTETS, b"\0")

    def decoded_stamp(self) -> JournalStamp:
        """Raise JournalForeign if this program can't read the format."""
        try:
            return msgspec.json.decode(self.raw[_STAMP_OFFSET:], type=JournalStamp)
        except msgspec.MsgspecError as error:
            raise JournalForeign(Text("journal.why.no_stamp")) from error


class _NamedVersion(msgspec.Struct):
    version: str


def _format_text(journal_format: int, stamp_octets: bytes) -> Text:
    """Return which format it is, and which program reads it, if its stamp still says so."""
    own_formats = ", ".join(map(str, READABLE_FORMATS))
    values: TextValues = {"format": str(journal_format), "own": own_formats}
    try:
        founder = msgspec.json.decode(stamp_octets, type=_NamedVersion)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Text("journal.why.other_format", values)
    return Text("journal.why.other_format_of", {**values, "version": founder.version})


UNCONFIRMED = ChainHead(0, bytes(32))
"""In an anchor of a copy that was written alone: nothing is known of the other one."""


class Anchor(NamedTuple):
    """A copy's knowledge of the journal's end: some copy has all records up to `head` durable, and
    both have those up to `confirmed`, or `UNCONFIRMED`.
    """

    head: ChainHead
    confirmed: ChainHead


def packed_head(head: ChainHead) -> bytes:
    """A seal or a mark: a place in the chain."""
    packed_body = _HEAD_LAYOUT.pack(*head)
    return packed_body + _CRC_LAYOUT.pack(crc32(packed_body))


def packed_anchor(head: ChainHead, confirmed: ChainHead) -> bytes:
    """One slot: an `Anchor`."""
    packed_body = _HEAD_LAYOUT.pack(*head) + _HEAD_LAYOUT.pack(*confirmed)
    return packed_body + _CRC_LAYOUT.pack(crc32(packed_body))


def packed_tail(anchor: Anchor) -> bytes:
    """The anchor as it follows the records of a commit; the next commit is written over it."""
    return TAIL_MARK + packed_anchor(*anchor)


def sound_anchors(image: bytes) -> list[Anchor]:
    """The sound anchors of a segment, in its slots and behind its records: none to three."""
    anchors = [_anchor_at(image, slot_offset) for slot_offset in ANCHOR_SLOTS]
    tail_offset = _tail_offset(image)
    if tail_offset:
        anchors.append(_anchor_at(image, tail_offset + len(TAIL_MARK)))
    return [sound_anchor for sound_anchor in anchors if sound_anchor]


def without_tail(image: bytes) -> bytes:
    """Return the segment with zeros in place of the anchor behind its records."""
    tail_offset = _tail_offset(image)
    if not tail_offset:
        return image
    octets = memoryview(image)  # so that the segment, a megabyte, is copied once
    records, rest = octets[:tail_offset], octets[tail_offset + TAIL_OCTETS :]
    return b"".join((records, bytes(TAIL_OCTETS), rest))


def with_anchor_saved(image: bytes) -> tuple[int, bytes]:
    """Return the older slot, and what it must hold so that the newest anchor is in one of them: of
    a segment whose slots have it already, what is there.
    """
    older_slot, newer_slot = slots_by_age(image)
    newest_anchor = max(sound_anchors(image), default=None)
    if newest_anchor is None or newest_anchor == _anchor_at(image, newer_slot):
        return older_slot, image[older_slot : older_slot + ANCHOR_OCTETS]
    return older_slot, packed_anchor(*newest_anchor)


def _tail_offset(image: bytes) -> int:
    """Return where the last sound anchor behind the records begins, 0 if there is none."""
    offset = len(image)
    while (offset := image.rfind(TAIL_MARK, HEADER_OCTETS, offset)) >= 0:
        if _anchor_at(image, offset + len(TAIL_MARK)):
            return offset
    return 0


def slots_by_age(image: bytes) -> list[int]:
    """Return both slots, first the one with the older or damaged anchor."""
    no_head = ChainHead(-1, b"")
    return sorted(
        ANCHOR_SLOTS,
        key=lambda slot_offset: _anchor_at(image, slot_offset) or Anchor(no_head, no_head),
    )


def sealed_head(image: bytes) -> ChainHead | None:
    """Return the segment's last head, None if it is live or its seal is damaged."""
    return _head_at(image, SEAL_OFFSET)


def stale_mark(image: bytes) -> ChainHead | None:
    """Return the position of the other copy when this one was left behind; None if it was not."""
    return _head_at(image, STALE_MARK_OFFSET)


def _padded_head(head: ChainHead | None) -> bytes:
    return (packed_head(head) if head else b"").ljust(ANCHOR_SLOTS[0] - SEAL_OFFSET, b"\0")


def _head_at(image: bytes, offset: int) -> ChainHead | None:
    packed_body = _checked_octets(image, offset, _HEAD_LAYOUT.size)
    return ChainHead(*_HEAD_LAYOUT.unpack(packed_body)) if packed_body else None


def _anchor_at(image: bytes, offset: int) -> Anchor | None:
    packed_body = _checked_octets(image, offset, 2 * _HEAD_LAYOUT.size)
    return (
        Anchor(*(ChainHead(*part) for part in _HEAD_LAYOUT.iter_unpack(packed_body)))
        if packed_body
        else None
    )


def _checked_octets(image: bytes, offset: int, size: int) -> bytes:
    """Return so many octets, none unless their CRC follows."""
    packed_body, crc = (
        image[offset : offset + size],
        image[offset + size : offset + size + _CRC_LAYOUT.size],
    )
    return (
        packed_body
        if len(packed_body) == size and crc == _CRC_LAYOUT.pack(crc32(packed_body))
        else b""
    )
