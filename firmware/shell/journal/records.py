"""Records as bytes, one and a run of them; pure. The layout is in docs/en/journal.md."""

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple
from zlib import crc32

RECORD_MARK = b"\xc7REC"
LONGEST_PAYLOAD = 1 << 20
"""Octets of the longest payload; a length above it is damage."""

_FRONT_LAYOUT = struct.Struct(">4sI")  # mark, CRC-32 of all that follows
_BODY_LAYOUT = struct.Struct(
    ">IIQ32s"
)  # length, place in its commit, number, hash of the one before
RECORD_OVERHEAD = _FRONT_LAYOUT.size + _BODY_LAYOUT.size


class ChainHead(NamedTuple):
    """A position in a chain: the number of records, and the hash of the last
    (at 0, of the header).
    """

    records: int
    digest: bytes


class JournalRecord(NamedTuple):
    """A record with a valid CRC; `commit_index` is its index in the commit that wrote it."""

    number: int
    commit_index: int
    previous_digest: bytes
    payload: bytes
    raw: bytes

    def follows(self, head: ChainHead) -> bool:
        """Return whether this record continues a chain from `head`."""
        return self.number == head.records and self.previous_digest == head.digest


class ChainLink(NamedTuple):
    """A record in its chain: the head with it included, and the offset after it."""

    record: JournalRecord
    head: ChainHead
    end_offset: int


def encode_record(payload: bytes, head: ChainHead, commit_index: int) -> tuple[bytes, ChainHead]:
    """The record that follows `head`, and the head after it. ValueError: empty or too long."""
    if not 0 < len(payload) <= LONGEST_PAYLOAD:
        raise ValueError(f"a payload of {len(payload)} octets, not 1 to {LONGEST_PAYLOAD}")
    packed_body = _BODY_LAYOUT.pack(len(payload), commit_index, head.records, head.digest) + payload
    raw = _FRONT_LAYOUT.pack(RECORD_MARK, crc32(packed_body)) + packed_body
    return raw, ChainHead(head.records + 1, sha256(raw).digest())


def decode_record(image: bytes, offset: int) -> JournalRecord | None:
    """Return the record at `offset`, None if there is no complete and valid one."""
    if offset + RECORD_OVERHEAD > len(image):
        return None
    record_mark, crc = _FRONT_LAYOUT.unpack_from(image, offset)
    length, commit_index, number, previous_digest = _BODY_LAYOUT.unpack_from(
        image, offset + _FRONT_LAYOUT.size
    )
    raw = image[offset : offset + RECORD_OVERHEAD + length] if length <= LONGEST_PAYLOAD else b""
    if (
        record_mark != RECORD_MARK
        or len(raw) != RECORD_OVERHEAD + length
        or crc32(raw[_FRONT_LAYOUT.size :]) != crc
    ):
        return None
    return JournalRecord(number, commit_index, previous_digest, raw[RECORD_OVERHEAD:], raw)


def chained_records(images: Sequence[bytes], offset: int, head: ChainHead) -> Iterator[ChainLink]:
    """The records after `head`, from `offset` on: each from the first image that has it sound."""
    while record := _next_record(images, offset, head):
        head = ChainHead(head.records + 1, sha256(record.raw).digest())
        offset += len(record.raw)
        yield ChainLink(record, head, offset)


def sound_records(image: bytes, offset: int) -> Iterator[JournalRecord]:
    """Yield every valid record from `offset` on, chained or not."""
    while (offset := image.find(RECORD_MARK, offset)) >= 0:
        if record := decode_record(image, offset):
            yield record
        offset += 1


def _next_record(images: Sequence[bytes], offset: int, head: ChainHead) -> JournalRecord | None:
    for image in images:
        record = decode_record(image, offset)
        if record and record.follows(head):
            return record
    return None
