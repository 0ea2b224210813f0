"""A SlingShot 2's lines: `*X;` status, bare winning numbers, `*c …` answers.

Source: the maker's publications, and recorded lines of one wheel (firmware V2.50). Lines end
in CR LF and have no checksum. All but the numbers begin with `*`, so a line that was cut short
costs only itself: the next one is found at its star.

Theory of operation. At each line feed the pending bytes are one line, perhaps with the remains of
others before it:

    *X;3;017;1*X;4;017;12;0;160;1 CR LF
    └─ merged ┘└─ the line: from the last star on ─┘

- The line must end in CR LF and match one of three formats exactly, field by field; else it is
  `malformed`. Without a line feed MAX_FRAME_BYTES are dropped (`overlong`).
- A line feed that was lost costs the line before it, a star that was damaged the line itself.
- Nothing here makes a damaged digit noticed. That is done above: a status counts once two lines in
  a row agree (`drivers.slingshot.statuses`), a number once it agrees with that status.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum, IntFlag
from typing import Final, NamedTuple

MAX_FRAME_BYTES: Final = 96
"""Bytes of a line at most; the longest known one, the answer to `*V`, has 70."""
BLANK_WINNER: Final = "  "
"""The winner before the first."""


class SlingshotState(IntEnum):
    """The wheel's state."""

    BEFORE_GAME = 1
    PLACE_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    WINNING_NUMBER = 5
    CLOSED = 6


class WheelWarnings(IntFlag):
    """The wheel's warnings, one hexadecimal digit."""

    BALL_MISSING = 1
    """The ball is not sensed."""
    SAME_DIRECTION = 2
    """The ball goes the way of the rotor."""
    WHEEL_FAULT = 4
    """A sensor, the motor or the encoder."""
    LAUNCH_FAILED = 8
    """The ball was not launched; the wheel tries again by itself."""


class SlingshotStatus(NamedTuple):
    """One `*X;` line."""

    state: SlingshotState
    game_number: int
    """1 to 256, then 1 again; it increments at the end of state 5, but not after a void game."""
    winner: str
    """Two characters; the spin's own only in state 5, else that of an earlier spin."""
    warnings: WheelWarnings
    speed_tenths: int
    """Of the rotor, in tenths of a revolution a minute."""
    direction: int
    """Of the rotor, 0 clockwise and 1 counter-clockwise."""


class NumberLine(NamedTuple):
    """The winning number on a line of its own, shortly before state 5."""

    winner: str


class WheelAnswer(NamedTuple):
    """An answer to a command: its letter and the text that follows."""

    command_letter: str
    text: str


SlingshotLine = SlingshotStatus | NumberLine | WheelAnswer

_STATUS_LINE: Final = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]{2});([0-9A-F]);(\d{3});([01])")
_NUMBER_LINE: Final = re.compile(rb"[ \d]\d")
_ANSWER_LINE: Final = re.compile(rb"\*([A-WYZa-z]) ([ -)+-~]+)")


class SlingshotFramer:
    """Cuts bytes, in any portions, into valid lines.

    `health` counts `lines`, `dropped_bytes` and why: `merged` if another line begins within one,
    `malformed`, `overlong`. Holds less than MAX_FRAME_BYTES between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()

    def restart(self) -> None:
        """Drop an incomplete line."""
        self._discard_bytes(self._pending_bytes, "malformed")
        self._pending_bytes.clear()

    def feed(self, data: bytes) -> Iterator[SlingshotLine]:
        """Yield the lines that `data` completes."""
        for byte in data:
            self._pending_bytes.append(byte)
            if byte == ord("\n"):
                yield from self._split_line(bytes(self._pending_bytes))
                self._pending_bytes.clear()
            elif len(self._pending_bytes) >= MAX_FRAME_BYTES:
                self._discard_bytes(self._pending_bytes, "overlong")
                self._pending_bytes.clear()

    def _split_line(self, text: bytes) -> Iterator[SlingshotLine]:
        """Yield the line from the last star in `text` on, and drop the rest."""
        # A bare number has no star: then the line is taken from its first byte.
        star_index = max(text.rfind(b"*"), 0)
        self._discard_bytes(text[:star_index], "merged")
        line = decode(text[star_index:-2]) if text.endswith(b"\r\n") else None
        if line is None:
            self._discard_bytes(text[star_index:], "malformed")
        else:
            self._health["lines"] += 1
            yield line

    def _discard_bytes(self, text: bytes | bytearray, reason: str) -> None:
        if text:
            self._health[reason] += 1
            self._health["dropped_bytes"] += len(text)


def decode(text: bytes) -> SlingshotLine | None:
    """Decode a line without its end; None if it does not match the format exactly."""
    if match := _STATUS_LINE.fullmatch(text):
        state, game_number, winner, warnings, speed_tenths, direction = (
            part.decode() for part in match.groups()
        )
        return SlingshotStatus(
            SlingshotState(int(state)),
            int(game_number),
            winner,
            WheelWarnings(int(warnings, 16)),
            int(speed_tenths),
            int(direction),
        )
    if _NUMBER_LINE.fullmatch(text):
        return NumberLine(text.decode())
    if match := _ANSWER_LINE.fullmatch(text):
        return WheelAnswer(match[1].decode(), match[2].decode())
    return None
