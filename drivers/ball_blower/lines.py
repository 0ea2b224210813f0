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
- `F 02`: a fault, and no other line until it has ended; 01 is a missing ball.

The draw after 9999 is 1.
"""

import re
import zlib
from collections import Counter
from typing import Final, NamedTuple

ASK: Final = b"?\r\n"
BALLS: Final = 20
"""How many are drawn (75; the catalogue's reading)."""
LONGEST: Final = 80
"""Bytes of a line at most; the longest has 77."""

_LINE: Final = re.compile(rb"(.+) ([0-9A-F]{8})\r\n", re.DOTALL)
_NUMBER: Final = rb"([0-9]{4})"
_DRAW: Final = re.compile(rb"([RD]) " + _NUMBER)
_BALL: Final = re.compile(rb"B " + _NUMBER + rb" ([0-9]{2}) ([0-9]{2})")
_END: Final = re.compile(rb"E " + _NUMBER + rb"((?: [0-9]{2}){%d})" % BALLS)
_FAULT: Final = re.compile(rb"F ([0-9]{2})")


class Rests(NamedTuple):
    """At rest, with no result to give."""

    draw: int


class Begun(NamedTuple):
    """A draw has begun, and no ball is out."""

    draw: int


class Ball(NamedTuple):
    """A ball has come out as the `nth`."""

    draw: int
    nth: int
    ball: int


class Ended(NamedTuple):
    """A draw has ended with these balls, in their order."""

    draw: int
    balls: tuple[int, ...]


class Faulty(NamedTuple):
    """The blower has a fault."""

    code: int


Word = Rests | Begun | Ball | Ended | Faulty


def order(draw: int) -> bytes:
    """Return the line that begins a draw."""
    return b"D %04d\r\n" % draw


def following(draw: int) -> int:
    """Return the number of the draw after `draw`."""
    return draw % 9999 + 1


def parse(text: bytes) -> Word | None:
    """Decode a line without its check; None if it is not valid."""
    if match := _DRAW.fullmatch(text):
        return (Rests if match[1] == b"R" else Begun)(int(match[2]))
    if match := _BALL.fullmatch(text):
        return Ball(int(match[1]), int(match[2]), int(match[3]))
    if match := _END.fullmatch(text):
        return Ended(int(match[1]), tuple(int(ball) for ball in match[2].split()))
    if match := _FAULT.fullmatch(text):
        return Faulty(int(match[1]))
    return None


class Framer:
    """Cuts bytes, in any portions, into valid lines.

    `health` counts `dropped_bytes` and why: `bad_crc`, `malformed`. Holds less than LONGEST bytes
    between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Word]:
        """Return the lines that `data` completes, decoded."""
        return [word for byte in data if (word := self._take(byte)) is not None]

    def break_off(self) -> None:
        """Drop an incomplete line."""
        self._drop("malformed")

    def _take(self, byte: int) -> Word | None:
        self._held.append(byte)
        if byte == ord("\n"):
            return self._end()
        if len(self._held) >= LONGEST:
            self._drop("malformed")
        return None

    def _end(self) -> Word | None:
        line = _LINE.fullmatch(self._held)
        if line is not None and int(line[2], 16) != zlib.crc32(line[1]):
            self._drop("bad_crc")
            return None
        word = parse(bytes(line[1])) if line else None
        if word is None:
            self._drop("malformed")
        self._held.clear()
        return word

    def _drop(self, why: str) -> None:
        if self._held:
            self._health[why] += 1
            self._health["dropped_bytes"] += len(self._held)
            self._held.clear()
