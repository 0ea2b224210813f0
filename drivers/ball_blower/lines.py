r"""The lines of a ball blower: a protocol of our own, ASCII, 9600 8N1.

No blower's protocol is public. To the blower, each ended by `\r\n`:

- `?`: repeat your last line.
- `D 0006`: begin draw 6. It begins if its last draw was 5, has ended, and there is no fault. In
  any case it sends its last line.

From the blower, each followed by a blank, the CRC-32 of everything before that blank in eight
hexadecimal digits, and `\r\n`:

- `R 0005`: at rest, with no result to give; its last draw was 5, 0 for none. After power-on.
- `D 0006`: draw 6 has begun.
- `B 0006 01 17`: the first ball of draw 6 is 17; one line for each as it comes out.
- `E 0006 17 04 …`: draw 6 has ended with these twenty balls, in their order.
- `F 02`: a fault, and no other line until it has ended: 01 a missing ball, 02 to 09 its own, 10 the
  lid is open, 11 balls are jammed, 12 the draw was stopped by hand, 13 maintenance, 14 a test draw,
  whose balls it doesn't send, 15 a ball too many.

The draw after 9999 is 1. A line with a right check and another text is of another program: unknown.

Theory of operation. A line feed ends a line, and nothing else is needed to be in step again: the
pending bytes are a line if they match the format and their CRC-32 is right. Noise before a line
makes that line wrong, so it is dropped whole (`malformed`, `bad_crc`); so are MAX_FRAME_BYTES
without a line feed. Nothing is lost by that: the blower repeats its last line when it is asked
(`?`), and the end line of a draw names all balls again.
"""

import re
import zlib
from collections import Counter
from typing import Final, NamedTuple

from drivers.trace import text_line

REPEAT_REQUEST: Final = b"?\r\n"
BALLS_DRAWN: Final = 20
"""How many are drawn (75; the catalogue's reading)."""
MAX_FRAME_BYTES: Final = 128
"""Bytes of a line at most; the longest of ours has 77, another program's may have more balls."""

_SHOWN_CHARACTERS: Final = 12
"""Characters of an unknown line that name it."""
_CHECKED_LINE: Final = re.compile(rb"(.+) ([0-9A-F]{8})\r\n", re.DOTALL)
_NUMBER: Final = rb"([0-9]{4})"
_DRAW_LINE: Final = re.compile(rb"([RD]) " + _NUMBER)
_BALL_LINE: Final = re.compile(rb"B " + _NUMBER + rb" ([0-9]{2}) ([0-9]{2})")
_END_LINE: Final = re.compile(rb"E " + _NUMBER + rb"((?: [0-9]{2}){%d})" % BALLS_DRAWN)
_FAULT_LINE: Final = re.compile(rb"F (0[1-9]|1[0-5])")


class BlowerRests(NamedTuple):
    """At rest, with no result to give."""

    draw_number: int


class DrawBegun(NamedTuple):
    """A draw has begun, and no ball is out."""

    draw_number: int


class BallDrawn(NamedTuple):
    """A ball has come out, as number `ball_position` of the draw."""

    draw_number: int
    ball_position: int
    ball: int


class DrawEnded(NamedTuple):
    """A draw has ended with these balls, in their order."""

    draw_number: int
    balls: tuple[int, ...]


class BlowerFault(NamedTuple):
    """The blower has a fault."""

    code: int


class UnknownText(NamedTuple):
    """A line with a right check that this protocol lacks."""

    text: bytes

    @property
    def code(self) -> str:
        """What names it for a person: a draw of another number of balls, or its beginning."""
        if re.fullmatch(rb"E [0-9]{4}( [0-9]{2})+", self.text):
            return f"{self.text.count(b' ') - 1} balls"
        return text_line(self.text[:_SHOWN_CHARACTERS])


BlowerMessage = BlowerRests | DrawBegun | BallDrawn | DrawEnded | BlowerFault
ReceivedMessage = BlowerMessage | UnknownText


def draw_order(draw_number: int) -> bytes:
    """Return the line that begins a draw."""
    return b"D %04d\r\n" % draw_number


def following(draw_number: int) -> int:
    """Return the number of the draw after `draw_number`."""
    return draw_number % 9999 + 1


def parse(text: bytes) -> BlowerMessage | None:
    """Decode a line without its check; None if this protocol lacks it. Only a rest has draw 0."""
    if text[2:6] == b"0000" and text[:2] != b"R ":
        return None
    if match := _DRAW_LINE.fullmatch(text):
        return (BlowerRests if match[1] == b"R" else DrawBegun)(int(match[2]))
    if match := _BALL_LINE.fullmatch(text):
        return BallDrawn(int(match[1]), int(match[2]), int(match[3]))
    if match := _END_LINE.fullmatch(text):
        return DrawEnded(int(match[1]), tuple(int(ball) for ball in match[2].split()))
    if match := _FAULT_LINE.fullmatch(text):
        return BlowerFault(int(match[1]))
    return None


class BlowerFramer:
    """Cuts bytes, in any portions, into valid lines.

    `health` counts `dropped_bytes` and why: `bad_crc`, `malformed`. Holds less than MAX_FRAME_BYTES
    between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()

    def feed(self, data: bytes) -> list[ReceivedMessage]:
        """Return the lines that `data` completes, decoded."""
        return [message for byte in data if (message := self._accept_byte(byte)) is not None]

    def break_off(self) -> None:
        """Drop an incomplete line."""
        self._discard_bytes("malformed")

    def _accept_byte(self, byte: int) -> ReceivedMessage | None:
        self._pending_bytes.append(byte)
        if byte == ord("\n"):
            return self._end_line()
        if len(self._pending_bytes) >= MAX_FRAME_BYTES:
            self._discard_bytes("malformed")
        return None

    def _end_line(self) -> ReceivedMessage | None:
        line = _CHECKED_LINE.fullmatch(self._pending_bytes)
        # CRC-32 of all before the blank: one damaged line in 4,000 million passes.
        if line is None or int(line[2], 16) != zlib.crc32(line[1]):
            self._discard_bytes("malformed" if line is None else "bad_crc")
            return None
        text = bytes(line[1])
        self._pending_bytes.clear()
        message = parse(text)
        return UnknownText(text) if message is None else message

    def _discard_bytes(self, reason: str) -> None:
        if self._pending_bytes:
            self._health[reason] += 1
            self._health["dropped_bytes"] += len(self._pending_bytes)
            self._pending_bytes.clear()
