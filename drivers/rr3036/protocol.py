"""The RR3036's frames, 19200 8N1: `LEN ADDR CMD STATE DATA CRC` out, `LEN ADDR STATUS DATA CRC` in.

LEN counts the bytes behind it. The CRC is 16 bits, polynomial 0x8408 from 0xFFFF, over everything
before it, least significant byte first. Source: public drivers of this reader; never met on metal.

From a driver of a long-range reader of the same family, not of this one: the command that selects
an antenna (08 F0, numbered from 1), with a status alone as its answer. Our own assumption: a UID in
a reply has its least significant byte first (E0 last).
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from hal.ports import Millis

ADDRESS: Final = 0x00
"""The reader's own address as it leaves the factory."""

GAP: Final = Millis(20)
"""The longest pause within a frame; after it the frame is dropped."""

_SHORTEST: Final = 4
_INFORMATION: Final = 8
_TAG: Final = 9


class Status(IntEnum):
    """The statuses of an inventory; any other status is a refusal."""

    OK = 0x00
    NONE_IN_TIME = 0x0A
    NOT_ALL_IN_TIME = 0x0B
    TAG_GARBLED = 0x0C
    NO_TAG = 0x0E
    TAG_ERROR = 0x0F


_STATUSES: Final = frozenset(Status)
_OK: Final = Status.OK
_EMPTY: Final = (Status.NO_TAG, Status.NONE_IN_TIME)


class Reply(NamedTuple):
    """A frame from the reader whose CRC is right."""

    status: int
    data: bytes = b""

    @property
    def is_refusal(self) -> bool:
        """Whether it is an error: field closed (05), wrong mode (1F), not supported (02), …"""
        return self.status not in _STATUSES

    @property
    def is_done(self) -> bool:
        """Whether a command without an answer of its own was carried out."""
        return self.status == _OK and not self.data

    @property
    def is_information(self) -> bool:
        """Whether it has version, antennas, type, protocols and scan time: a length of its own."""
        return self.status == _OK and len(self.data) == _INFORMATION

    @property
    def is_inventory(self) -> bool:
        """Whether it has tags, or a reason for none; no other reply has its form."""
        whole = bool(self.data) and len(self.data) % _TAG == 0
        return whole if self.status == _OK else not self.is_refusal

    @property
    def tags(self) -> frozenset[bytes] | None:
        """The UIDs in the field, most significant byte (E0) first; None if that is uncertain."""
        if self.status in _EMPTY:
            return frozenset()
        if self.status != _OK:
            return None
        records = range(0, len(self.data), _TAG)
        uids = frozenset(self.data[at + 1 : at + _TAG][::-1] for at in records)
        return uids if len(uids) == len(records) else None


class Framer:
    """Finds replies in the bytes that arrive; drops anything else byte by byte, and counts it.

    Holds less than one frame (256 bytes) between two calls.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._held = bytearray()
        self._heard = Millis(0)

    def feed(self, data: bytes, now: Millis) -> list[Reply]:
        """Return the replies that `data`, read at `now`, completes.

        A read without bytes, GAP after the last byte, breaks a frame off. Bytes in a read may have
        come at any time since the read before.
        """
        if data:
            self._heard = now
        elif now - self._heard > GAP:
            self.clear()
        self._held += data
        return list(self._replies())

    def clear(self) -> None:
        """Drop an incomplete frame."""
        self.dropped += len(self._held)
        self._held.clear()

    def _replies(self) -> Iterator[Reply]:
        while self._held:
            size = self._held[0] + 1
            if size > _SHORTEST and len(self._held) < size:
                return
            frame = bytes(self._held[:size])
            if _is_sound(frame):
                yield Reply(frame[2], frame[3:-2])
                del self._held[:size]
            else:
                del self._held[0]
                self.dropped += 1


def encode(command: int, state: int, data: bytes = b"") -> bytes:
    """Return the frame of a command; a `data` above 250 bytes is a ValueError."""
    body = bytes((len(data) + 5, ADDRESS, command, state)) + data
    return body + crc16(body).to_bytes(2, "little")


def crc16(data: bytes) -> int:
    """Return the CRC, reflected, neither complemented nor padded (CRC-16/MCRF4XX)."""
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 8 ^ _REMAINDERS[(crc ^ byte) & 0xFF]
    return crc


def _remainder(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0x8408 if byte & 1 else 0)
    return byte


_REMAINDERS: Final = tuple(map(_remainder, range(256)))


INFORMATION: Final = encode(0x00, 0x00)
OPEN_FIELD: Final = encode(0x00, 0x02)
TO_ISO15693: Final = encode(0x00, 0x06)
INVENTORY: Final = encode(0x01, 0x06)


def select(antenna: int) -> bytes:
    """Return the command that selects `antenna`, 1 to 255."""
    return encode(0x08, 0xF0, bytes((antenna,)))


def _is_sound(frame: bytes) -> bool:
    return (
        len(frame) > _SHORTEST
        and frame[1] == ADDRESS
        and crc16(frame[:-2]) == int.from_bytes(frame[-2:], "little")
    )
