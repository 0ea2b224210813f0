"""The first block of a segment: its place in the journal, its mark, seal and anchors; pure."""

import struct
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.errors import JournalForeign
from firmware.shell.journal.records import Head

BLOCK = 4096
"""Octets of the header block: the offset of the first record."""
LEFT = 2048
"""Offset of the mark of a stale copy; it, the seal and each anchor are in a disk sector of their
own. Mark and seal have the same layout.
"""
SEAL = 2560
"""Offset of the seal."""
SLOTS = (3072, 3584)
"""Offsets of the anchor's two slots."""
VERSION = 3

_MAGIC = b"CROUPIER"
_FRONT = struct.Struct(">8sI")  # magic, CRC-32 of all that follows
_BODY = struct.Struct(">HH16sQQQ32s")  # version, octets of the header, identity, place
_START = _FRONT.size + _BODY.size
_HEAD = struct.Struct(">Q32s")
_CRC = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who founded a journal. Only `board` must match at a later opening; `device` tells it from
    that of another table; the rest is history.
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


class Place(NamedTuple):
    """A segment's number, from 1; the oldest one kept when it began; the
    chain's head at that time.
    """

    segment: int
    oldest: int
    began: Head


FIRST = Place(1, 1, Head(0, bytes(32)))


@dataclass(frozen=True, slots=True)
class Header:
    """The header of one segment, octet for octet the same in both copies."""

    raw: bytes
    identity: bytes
    """16 octets that identify the journal."""
    place: Place

    @classmethod
    def found(cls, stamp: Stamp, identity: bytes, place: Place = FIRST) -> "Header":
        """The header of a new journal. ValueError: the stamp is too long."""
        return cls._made(msgspec.json.encode(stamp), identity, place)

    def next(self, began: Head, oldest: int) -> "Header":
        """The header of the segment after this one."""
        place = Place(self.segment + 1, oldest, began)
        return self._made(self.raw[_START:], self.identity, place)

    @classmethod
    def _made(cls, text: bytes, identity: bytes, place: Place) -> "Header":
        length = _START + len(text)
        if length > LEFT:
            raise ValueError(f"a stamp of {len(text)} octets does not fit the header")
        segment, oldest, began = place
        body = _BODY.pack(VERSION, length, identity, segment, oldest, *began) + text
        return cls(_FRONT.pack(_MAGIC, crc32(body)) + body, identity, place)

    @classmethod
    def read(cls, image: bytes) -> "Header | None":
        """Return the header at the start of a segment, None if it is incomplete or damaged.

        Raises JournalForeign if it is valid but of another format.
        """
        if len(image) < _START:
            return None
        magic, crc = _FRONT.unpack_from(image)
        version, length, identity, segment, oldest, *began = _BODY.unpack_from(image, _FRONT.size)
        raw = image[:length]
        if magic != _MAGIC or len(raw) != length or crc32(raw[_FRONT.size :]) != crc:
            return None
        if version != VERSION:
            formats = {"format": str(version), "own": str(VERSION)}
            raise JournalForeign(Text("journal.why.other_format", formats))
        return cls(raw, identity, Place(segment, oldest, Head(*began)))

    @property
    def segment(self) -> int:
        return self.place.segment

    @property
    def genesis(self) -> Head:
        """The head of the segment with no record yet: the chain passes through its header."""
        return Head(self.place.began.records, sha256(self.raw).digest())

    def front(self, left: Head | None = None) -> bytes:
        """The part of the header block before the seal."""
        return self.raw.ljust(LEFT, b"\0") + _slot(left)

    def block(self, *, seal: Head | None = None, proof: "Anchor | None" = None) -> bytes:
        """The whole header block, with its anchor in both slots: a write torn in one leaves one."""
        known = anchor(*proof).ljust(SLOTS[1] - SLOTS[0], b"\0") if proof else b""
        slots = (_slot(seal), known, known)
        return (self.front() + b"".join(slots)).ljust(BLOCK, b"\0")

    def stamp(self) -> Stamp:
        """Raise JournalForeign if this program can't read the format."""
        try:
            return msgspec.json.decode(self.raw[_START:], type=Stamp)
        except msgspec.MsgspecError as error:
            raise JournalForeign(Text("journal.why.no_stamp")) from error


UNSURE = Head(0, bytes(32))
"""In an anchor of a copy that went on alone: nothing is known of the other one."""


class Anchor(NamedTuple):
    """What a copy knows of the journal's end: that some copy has all records up to `head` durable,
    and that both have those up to `sure`, or `UNSURE`.
    """

    head: Head
    sure: Head


def end(head: Head) -> bytes:
    """A seal or a mark: a place in the chain."""
    body = _HEAD.pack(*head)
    return body + _CRC.pack(crc32(body))


def anchor(head: Head, sure: Head) -> bytes:
    """One slot: an `Anchor`."""
    body = _HEAD.pack(*head) + _HEAD.pack(*sure)
    return body + _CRC.pack(crc32(body))


def anchors(image: bytes) -> list[Anchor]:
    """The sound anchors of a segment, none to two."""
    return [found for at in SLOTS if (found := _anchor_at(image, at))]


def slots_by_age(image: bytes) -> list[int]:
    """Return both slots, first the one with the older or damaged anchor."""
    nothing = Head(-1, b"")
    return sorted(SLOTS, key=lambda at: _anchor_at(image, at) or Anchor(nothing, nothing))


def seal(image: bytes) -> Head | None:
    """Return the segment's last head, None if it is live or its seal is damaged."""
    return _head_at(image, SEAL)


def left(image: bytes) -> Head | None:
    """Return the position of the other copy when this one was left behind; None if it was not."""
    return _head_at(image, LEFT)


def _slot(head: Head | None) -> bytes:
    return (end(head) if head else b"").ljust(SLOTS[0] - SEAL, b"\0")


def _head_at(image: bytes, at: int) -> Head | None:
    body = _sound(image, at, _HEAD.size)
    return Head(*_HEAD.unpack(body)) if body else None


def _anchor_at(image: bytes, at: int) -> Anchor | None:
    body = _sound(image, at, 2 * _HEAD.size)
    return Anchor(*(Head(*part) for part in _HEAD.iter_unpack(body))) if body else None


def _sound(image: bytes, at: int, size: int) -> bytes:
    """Return so many octets, none unless their CRC follows."""
    body, crc = image[at : at + size], image[at + size : at + size + _CRC.size]
    return body if len(body) == size and crc == _CRC.pack(crc32(body)) else b""
