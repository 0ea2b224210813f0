"""The first block of a copy: the stamp of its founding and two slots for the anchor; pure."""

import struct
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal
from zlib import crc32

import msgspec

from firmware.shell.journal.errors import JournalForeign
from firmware.shell.journal.records import Head

BLOCK = 4096
"""Octets of the header block: the offset of the first record."""
SLOTS = (3072, 3584)
"""Offsets of the anchor's two slots, each in a disk sector of its own."""
VERSION = 1

_MAGIC = b"CROUPIER"
_FRONT = struct.Struct(">8sI")  # magic, CRC-32 of all that follows
_BODY = struct.Struct(">HH16s")  # version, length of the stamp, identity
_START = _FRONT.size + _BODY.size
_ANCHOR = struct.Struct(">Q32s")
_CRC = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who founded a journal. Only `board` must match at a later opening; the rest is history."""

    board: Literal["pi", "sim"]
    version: str
    program: str
    """Digest of the program, hex."""
    rules: str
    """Digest of the rule pack, hex."""
    game: str


@dataclass(frozen=True, slots=True)
class Header:
    """The header of one journal, octet for octet the same in both copies."""

    raw: bytes

    @classmethod
    def found(cls, stamp: Stamp, identity: bytes) -> "Header":
        """The header of a new journal; `identity` is 16 octets that no other journal has."""
        text = msgspec.json.encode(stamp)
        if _START + len(text) > SLOTS[0]:
            raise ValueError(f"a stamp of {len(text)} octets does not fit the header")
        body = _BODY.pack(VERSION, len(text), identity) + text
        return cls(_FRONT.pack(_MAGIC, crc32(body)) + body)

    @classmethod
    def read(cls, image: bytes) -> "Header | None":
        """The header at the start of a copy, None where it is not whole and sound."""
        if len(image) < _START:
            return None
        magic, crc = _FRONT.unpack_from(image)
        _, length, _ = _BODY.unpack_from(image, _FRONT.size)
        raw = image[: _START + length]
        if magic != _MAGIC or crc32(raw[_FRONT.size :]) != crc:
            return None
        return cls(raw)

    @property
    def genesis(self) -> Head:
        """The head of a journal with no record yet."""
        return Head(0, sha256(self.raw).digest())

    @property
    def padded(self) -> bytes:
        """The part of the header block before the anchor's slots."""
        return self.raw.ljust(SLOTS[0], b"\0")

    def stamp(self) -> Stamp:
        """Raises JournalForeign where this program can't read it."""
        version, _, _ = _BODY.unpack_from(self.raw, _FRONT.size)
        if version != VERSION:
            raise JournalForeign(f"its format is {version}, this program reads {VERSION}")
        try:
            return msgspec.json.decode(self.raw[_START:], type=Stamp)
        except msgspec.MsgspecError as error:
            raise JournalForeign(f"its stamp can't be read: {error}") from error


def anchor(head: Head) -> bytes:
    """One slot: the head that was durable before the slot was written."""
    body = _ANCHOR.pack(*head)
    return body + _CRC.pack(crc32(body))


def anchors(image: bytes) -> list[Head]:
    """The sound anchors of a copy, none to two."""
    slots = (image[at : at + _ANCHOR.size + _CRC.size] for at in SLOTS)
    return [
        Head(*_ANCHOR.unpack_from(slot))
        for slot in slots
        if len(slot) == _ANCHOR.size + _CRC.size
        and slot[_ANCHOR.size :] == _CRC.pack(crc32(slot[: _ANCHOR.size]))
    ]
