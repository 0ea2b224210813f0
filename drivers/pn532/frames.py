"""The PN532's frames, `00 00 FF LEN LCS TFI … DCS 00` (NXP UM0701-02, 6.2.1).

TFI is D4 to the chip and D5 from it. LEN + LCS and the sum of TFI to DCS are both 0 in their lowest
byte; a longer frame has FF FF in place of LEN and LCS, then two bytes of length and their LCS.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

ACK: Final = bytes.fromhex("0000FF00FF00")
"""From the chip: the command was taken. To the chip: the pending command is given up."""

MOST: Final = 265
"""The longest body, TFI included: 255 bytes in a normal frame, 265 in an extended one."""

_TO_CHIP: Final = 0xD4
_FROM_CHIP: Final = 0xD5
_START: Final = b"\x00\xff"
_POSTAMBLE: Final = b"\x00"


class Taken(NamedTuple):
    """The chip has taken the command; its reply follows."""


class Refused(NamedTuple):
    """The chip could not make out the last frame (NACK), or found its syntax wrong (error)."""

    why: str


class Reply(NamedTuple):
    """The chip's reply to `command`."""

    command: int
    data: bytes


Frame = Taken | Refused | Reply

_TAKEN: Final = Taken()
_NACK: Final = Refused("NACK")


def encode(command: int, data: bytes = b"") -> bytes:
    """Return the frame of a command; `data` of up to 253 bytes, else ValueError."""
    body = bytes((_TO_CHIP, command)) + data
    if len(body) > 255:
        raise ValueError(f"{len(data)} bytes do not fit into a frame")
    return framed(body)


def framed(body: bytes) -> bytes:
    """Return the frame of a body, TFI included, of up to 255 bytes."""
    length = len(body)
    return bytes((0, 0, 0xFF, length, -length & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Framer:
    """Finds frames in the bytes that arrive; drops anything else, and counts it in `health`.

    Counts `frames`, `dropped_bytes` and why: `bad_lcs`, `bad_dcs`, `overlong`, `foreign`. Holds
    less than one frame between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """Return the frames that `data` completes."""
        self._held += data
        return list(self._frames())

    def clear(self) -> None:
        """Drop an incomplete frame."""
        if self._held:
            self._drop(len(self._held))

    def _frames(self) -> Iterator[Frame]:
        while self._held and self._find_start():
            header = self._header()
            if header is None:
                return
            at, length = header
            if length < 0:
                self._drop(len(_START))
                continue
            if len(self._held) < at + length + bool(length):
                return
            body = bytes(self._held[at : at + length])
            frame = self._whole(body, at)
            if frame is not None:
                yield frame

    def _find_start(self) -> bool:
        start = self._held.find(_START)
        if start < 0:
            self._drop(len(self._held) - self._held.endswith(b"\x00"))
            return False
        if start:
            self._drop(start)
        return len(self._held) >= 4

    def _header(self) -> tuple[int, int] | None:
        """Return the start of the body and its length; -1 if it is none, None if more must come.

        The frames without a body, ACK and NACK, have the length 0.
        """
        length, check = self._held[2:4]
        if length and not (length + check) & 0xFF:
            return 4, length
        if length + check == 0xFF and length in (0x00, 0xFF):
            return 4, 0
        if length == check == 0xFF:
            return self._extended_header()
        self._health["bad_lcs"] += 1
        return 4, -1

    def _extended_header(self) -> tuple[int, int] | None:
        if len(self._held) < 7:
            return None
        high, low, check = self._held[4:7]
        length = high << 8 | low
        if (high + low + check) & 0xFF or not length:
            self._health["bad_lcs"] += 1
            return 7, -1
        if length > MOST:
            self._health["overlong"] += 1
            return 7, -1
        return 7, length

    def _whole(self, body: bytes, at: int) -> Frame | None:
        """Take a frame that is all there, if it is a sound one."""
        if not body:
            taken = self._held[2] == 0
            self._take(at)
            return _TAKEN if taken else _NACK
        if (sum(body) + self._held[at + len(body)]) & 0xFF:
            self._health["bad_dcs"] += 1
            self._drop(len(_START))
            return None
        self._take(at + len(body) + 1)
        return self._said(body)

    def _take(self, end: int) -> None:
        """Take a frame up to `end`, and the octet behind it if that is its postamble."""
        self._health["frames"] += 1
        del self._held[: end + self._held.startswith(_POSTAMBLE, end)]

    def _said(self, body: bytes) -> Frame | None:
        if body == b"\x7f":
            return Refused("syntax error")
        if len(body) > 1 and body[0] == _FROM_CHIP and body[1] & 1:
            return Reply(body[1] - 1, body[2:])
        self._health["foreign"] += 1
        return None

    def _drop(self, count: int) -> None:
        dropped = count - self._held.count(0, 0, count)
        if dropped:
            self._health["dropped_bytes"] += dropped
        del self._held[:count]
