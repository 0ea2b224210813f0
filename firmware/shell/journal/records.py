"""Records as bytes, one and a run of them; pure. The layout is in docs/journal.md."""

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple
from zlib import crc32

MARK = b"\xc7REC"
LONGEST = 1 << 20
"""Octets of the longest payload; a length above it is damage."""

_FRONT = struct.Struct(">4sI")  # mark, CRC-32 of all that follows
_BODY = struct.Struct(">IIQ32s")  # length, place in its commit, number, hash of the one before
OVERHEAD = _FRONT.size + _BODY.size


class Head(NamedTuple):
    """A position in a chain: the number of records, and the hash of the last
    (at 0, of the header).
    """

    records: int
    digest: bytes


class Record(NamedTuple):
    """A record with a valid CRC; `place` is its index in the commit that wrote it."""

    number: int
    place: int
    before: bytes
    payload: bytes
    raw: bytes

    def follows(self, head: Head) -> bool:
        """Return whether this record continues a chain from `head`."""
        return self.number == head.records and self.before == head.digest


class Link(NamedTuple):
    """A record in its chain: the head with it included, and the offset after it."""

    record: Record
    head: Head
    end: int


def encode(payload: bytes, head: Head, place: int) -> tuple[bytes, Head]:
    """The record that follows `head`, and the head after it. ValueError: empty or too long."""
    if not 0 < len(payload) <= LONGEST:
        raise ValueError(f"a payload of {len(payload)} octets, not 1 to {LONGEST}")
    body = _BODY.pack(len(payload), place, head.records, head.digest) + payload
    raw = _FRONT.pack(MARK, crc32(body)) + body
    return raw, Head(head.records + 1, sha256(raw).digest())


def decode(image: bytes, at: int) -> Record | None:
    """Return the record at offset `at`, None if there is no complete and valid one."""
    if at + OVERHEAD > len(image):
        return None
    mark, crc = _FRONT.unpack_from(image, at)
    length, place, number, before = _BODY.unpack_from(image, at + _FRONT.size)
    raw = image[at : at + OVERHEAD + length] if length <= LONGEST else b""
    if mark != MARK or len(raw) != OVERHEAD + length or crc32(raw[_FRONT.size :]) != crc:
        return None
    return Record(number, place, before, raw[OVERHEAD:], raw)


def chain(images: Sequence[bytes], at: int, head: Head) -> Iterator[Link]:
    """The records after `head`, from offset `at`: each from the first image that has it sound."""
    while record := _next(images, at, head):
        head = Head(head.records + 1, sha256(record.raw).digest())
        at += len(record.raw)
        yield Link(record, head, at)


def sound_after(image: bytes, at: int) -> Iterator[Record]:
    """Yield every valid record from `at` on, chained or not."""
    while (at := image.find(MARK, at)) >= 0:
        if record := decode(image, at):
            yield record
        at += 1


def _next(images: Sequence[bytes], at: int, head: Head) -> Record | None:
    for image in images:
        record = decode(image, at)
        if record and record.follows(head):
            return record
    return None
