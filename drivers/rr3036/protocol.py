"""The RR3036's frames, 19200 8N1: `LEN ADDR CMD STATE DATA CRC` out, `LEN ADDR STATUS DATA CRC` in.

LEN counts the bytes behind it. The CRC is 16 bits, polynomial 0x8408 from 0xFFFF, over everything
before it, least significant byte first. Source: public drivers of this reader; never met on metal.

From a driver of a long-range reader of the same family, not of this one: the command that selects
an antenna (08 F0, numbered from 1), with a status alone as its answer. Our own assumption: a UID in
a reply has its least significant byte first (E0 last).

Theory of operation. A frame has no start byte: it begins with its length, which any byte of noise
can be. So every pending byte in turn is tried as a LEN:

    7F 04 00 0E 2C B3 …
    │  └─────┬──────┘
    │        └ LEN 4: address 00 and the CRC over LEN, address and status are right: a reply
    └ LEN 127 waits for 128 bytes, or until MAX_GAP_MS have passed without a byte

- If the CRC is wrong, only the first byte is dropped, and the next is tried. A sound frame of
  another address is dropped whole: it is no noise, and is reported.
- A false LEN could hold back a reply behind it: so a read that finds no bytes MAX_GAP_MS after the
  last one drops everything pending, and the reader clears the framer before each command. The
  command is then repeated (`drivers.rr3036.reader`).
- The CRC lets one damaged frame in 65,536 through. It changes nothing by itself: two equal readings
  in a row at an antenna make a change.
"""

from collections import deque
from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from drivers.byte_gap import ByteGap
from hal.ports import Millis

ADDRESS: Final = 0x00
"""The reader's own address as it leaves the factory."""

MAX_GAP_MS: Final = Millis(20)
"""The longest pause within a frame; after it the frame is dropped."""

_SHORTEST: Final = 4
_MOST_FOREIGN: Final = 8
_INFORMATION: Final = 8
_TAG_RECORD_SIZE: Final = 9


class InventoryStatus(IntEnum):
    """The statuses of an inventory; any other status is a refusal."""

    OK = 0x00
    NONE_IN_TIME = 0x0A
    NOT_ALL_IN_TIME = 0x0B
    TAG_GARBLED = 0x0C
    NO_TAG = 0x0E
    TAG_ERROR = 0x0F


_STATUSES: Final = frozenset(InventoryStatus)
_OK: Final = InventoryStatus.OK
_EMPTY_STATUSES: Final = (InventoryStatus.NO_TAG, InventoryStatus.NONE_IN_TIME)


class Rr3036Reply(NamedTuple):
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
        has_records = bool(self.data) and len(self.data) % _TAG_RECORD_SIZE == 0
        return has_records if self.status == _OK else not self.is_refusal

    @property
    def tag_uids(self) -> frozenset[bytes] | None:
        """The UIDs in the field, most significant byte (E0) first; None if that is uncertain."""
        if self.status in _EMPTY_STATUSES:
            return frozenset()
        if self.status != _OK:
            return None
        record_offsets = range(0, len(self.data), _TAG_RECORD_SIZE)
        uids = frozenset(
            # Each record: one byte (DSFID), then the UID, least significant byte first.
            self.data[offset + 1 : offset + _TAG_RECORD_SIZE][::-1]
            for offset in record_offsets
        )
        # One UID twice in a field: a damaged record, or a copied tag.
        return uids if len(uids) == len(record_offsets) else None


class Rr3036Framer:
    """Finds replies in the bytes that arrive; drops anything else byte by byte, and counts it.

    Holds less than one frame (256 bytes) between two calls.
    """

    def __init__(self) -> None:
        self.dropped_bytes = 0
        self.foreign_frames: deque[bytes] = deque(maxlen=_MOST_FOREIGN)
        """Sound frames of another address, the last ones."""
        self._pending_bytes = bytearray()
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> list[Rr3036Reply]:
        """Return the replies that `data`, read at `now`, completes.

        A read without bytes, MAX_GAP_MS after the last byte, breaks a frame off. Bytes in a read
        may have come at any time since the read before.
        """
        if self._byte_gap.is_exceeded(data, now) and not data:
            self.clear_buffer()
        self._pending_bytes += data
        return list(self._extract_replies())

    def clear_buffer(self) -> None:
        """Drop an incomplete frame."""
        self.dropped_bytes += len(self._pending_bytes)
        self._pending_bytes.clear()

    def _extract_replies(self) -> Iterator[Rr3036Reply]:
        while self._pending_bytes:
            size = self._pending_bytes[0] + 1
            # An impossible LEN is dropped at once; a possible one waits for its frame.
            if size > _SHORTEST and len(self._pending_bytes) < size:
                return
            frame = bytes(self._pending_bytes[:size])
            if _is_sound(frame) and frame[1] == ADDRESS:
                yield Rr3036Reply(frame[2], frame[3:-2])
                del self._pending_bytes[:size]
            elif _is_sound(frame):
                self.foreign_frames.append(frame)
                self._drop_bytes(size)
            else:
                self._drop_bytes(1)

    def _drop_bytes(self, count: int) -> None:
        del self._pending_bytes[:count]
        self.dropped_bytes += count


def encode(command: int, state: int, data: bytes = b"") -> bytes:
    """Return the frame of a command; a `data` above 250 bytes is a ValueError."""
    frame_body = bytes((len(data) + 5, ADDRESS, command, state)) + data
    return frame_body + crc16_mcrf4xx(frame_body).to_bytes(2, "little")


def crc16_mcrf4xx(data: bytes) -> int:
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


def select_antenna(antenna: int) -> bytes:
    """Return the command that selects `antenna`, 1 to 255."""
    return encode(0x08, 0xF0, bytes((antenna,)))


def _is_sound(frame: bytes) -> bool:
    is_whole = len(frame) > _SHORTEST
    return is_whole and crc16_mcrf4xx(frame[:-2]) == int.from_bytes(frame[-2:], "little")
