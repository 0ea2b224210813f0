"""A SlingShot 2's lines: `*X;` status, bare winning numbers, `*c …` answers.

Source: the maker's publications, and recorded lines of one wheel (firmware V2.50). Lines end
in CR LF and have no checksum. All but the numbers begin with `*`, so a line that was cut short
costs only itself: the next one is found at its star.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum, IntFlag
from typing import Final, NamedTuple

LONGEST: Final = 96
"""Bytes of a line at most; the longest known one, the answer to `*V`, has 70."""
BLANK: Final = "  "
"""The winner before the first."""


class State(IntEnum):
    """The wheel's state."""

    BEFORE_GAME = 1
    PLACE_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    WINNING_NUMBER = 5
    CLOSED = 6


class Warned(IntFlag):
    """The wheel's warnings, one hexadecimal digit."""

    BALL = 1
    """The ball is not sensed."""
    SAME_DIRECTION = 2
    """The ball goes the way of the rotor."""
    FAULT = 4
    """A sensor, the motor or the encoder."""
    LAUNCH = 8
    """The ball was not launched; the wheel tries again by itself."""


class Status(NamedTuple):
    """One `*X;` line."""

    state: State
    game: int
    """1 to 256, then 1 again; it increments at the end of state 5, but not after a void game."""
    winner: str
    """Two characters; the spin's own only in state 5, else that of an earlier spin."""
    warned: Warned
    speed: int
    """Of the rotor, in tenths of a revolution a minute."""
    direction: int
    """Of the rotor, 0 clockwise and 1 counter-clockwise."""


class Number(NamedTuple):
    """The winning number on a line of its own, shortly before state 5."""

    winner: str


class Answer(NamedTuple):
    """An answer to a command: its letter and the text that follows."""

    letter: str
    text: str


Line = Status | Number | Answer

_STATUS: Final = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]{2});([0-9A-F]);(\d{3});([01])")
_NUMBER: Final = re.compile(rb"[ \d]\d")
_ANSWER: Final = re.compile(rb"\*([A-WYZa-z]) ([ -)+-~]+)")


class Framer:
    """Cuts bytes, in any portions, into valid lines.

    `health` counts `lines`, `dropped_bytes` and why: `merged` if another line begins within one,
    `malformed`, `overlong`. Holds less than LONGEST bytes between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._held = bytearray()

    def restart(self) -> None:
        """Drop an incomplete line."""
        self._drop(self._held, "malformed")
        self._held.clear()

    def feed(self, data: bytes) -> Iterator[Line]:
        """Yield the lines that `data` completes."""
        for byte in data:
            self._held.append(byte)
            if byte == ord("\n"):
                yield from self._cut(bytes(self._held))
                self._held.clear()
            elif len(self._held) >= LONGEST:
                self._drop(self._held, "overlong")
                self._held.clear()

    def _cut(self, text: bytes) -> Iterator[Line]:
        """Yield the line from the last star in `text` on, and drop the rest."""
        star = max(text.rfind(b"*"), 0)
        self._drop(text[:star], "merged")
        line = decode(text[star:-2]) if text.endswith(b"\r\n") else None
        if line is None:
            self._drop(text[star:], "malformed")
        else:
            self._health["lines"] += 1
            yield line

    def _drop(self, text: bytes | bytearray, why: str) -> None:
        if text:
            self._health[why] += 1
            self._health["dropped_bytes"] += len(text)


def decode(text: bytes) -> Line | None:
    """Decode a line without its end; None if it does not match the format exactly."""
    if match := _STATUS.fullmatch(text):
        state, game, winner, warned, speed, direction = (part.decode() for part in match.groups())
        return Status(
            State(int(state)),
            int(game),
            winner,
            Warned(int(warned, 16)),
            int(speed),
            int(direction),
        )
    if _NUMBER.fullmatch(text):
        return Number(text.decode())
    if match := _ANSWER.fullmatch(text):
        return Answer(match[1].decode(), match[2].decode())
    return None
