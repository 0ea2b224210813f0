"""A SlingShot 2's lines: `*X;` status, bare winning numbers, `*c …` answers.

Source: the maker's publications, and recorded lines of one wheel (firmware V2.50). Lines end
in CR LF and have no checksum. All but the numbers begin with `*`, so a line that was cut short
costs only itself: the next one is found at its star.

Theory of operation. At each line feed the pending bytes are one line, perhaps with the remains of
others before it:

    *X;3;017;1*X;4;017;12;0;160;1 CR LF
    └─ merged ┘└─ the line: from the last star on ─┘

- A line that ends in CR LF and is printable is sound. One that the guides don't define, as of a
  newer firmware, is an `UnknownLine`, and names the field that is strange. Any other line is
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

MAX_FRAME_BYTES: Final = 256
"""Bytes of a line at most; the longest known one, the answer to `*V`, has 70."""
MAX_ODDITY: Final = 12
"""Characters of an oddity at most: it is shown on a line of a small display."""
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
    """The wheel's warnings, a hexadecimal sum."""

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


class UnknownLine(NamedTuple):
    """A sound line that the guides don't define."""

    octets: bytes
    oddity: str
    """What is strange about a status, `7` for a state; empty if the line is none."""

    @property
    def without_speed(self) -> bytes:
        """The line without the rotor's speed, by which two lines are compared."""
        fields = self.octets.split(b";")
        return b";".join((*fields[:_SPEED_INDEX], *fields[_SPEED_INDEX + 1 :]))


SlingshotLine = SlingshotStatus | NumberLine | WheelAnswer | UnknownLine

_STATUS_START: Final = b"*X"
_STATUS_FIELDS: Final = {
    "state": re.compile("[1-6]"),
    "game": re.compile(r"\d{3}"),
    "winner": re.compile(r"[ \d]{2}"),
    # a sum of the four known flags, with or without a leading zero
    "warnings": re.compile("0?[0-9A-Fa-f]"),
    # four digits are too fast, but a speed
    "speed": re.compile(r"\d{3,4}"),
    "direction": re.compile("[01]"),
}
"""The fields of a status, in order, as the guides define them."""
_SPEED_INDEX: Final = 5
"""The field of the speed, counted from the star."""
_NUMBER_LINE: Final = re.compile(rb"[ \d]\d")
_ANSWER_LINE: Final = re.compile(rb"\*([A-WYZa-z]) ?([ -~]*)")
_PRINTABLE: Final = re.compile(rb"[ -~]+")


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
    """Decode a line without its end; None if it is empty or not printable."""
    if not _PRINTABLE.fullmatch(text):
        return None
    if text.startswith(_STATUS_START):
        return _decode_status(text)
    if _NUMBER_LINE.fullmatch(text):
        return NumberLine(text.decode())
    if match := _ANSWER_LINE.fullmatch(text):
        return WheelAnswer(match[1].decode(), match[2].decode())
    return UnknownLine(text, "")


def _decode_status(text: bytes) -> SlingshotStatus | UnknownLine:
    fields = text.decode().split(";")[1:]
    oddity = _oddity_of(fields)
    if oddity is not None:
        return UnknownLine(text, oddity[:MAX_ODDITY])
    state, game_number, winner, warnings, speed_tenths, direction = fields
    return SlingshotStatus(
        SlingshotState(int(state)),
        int(game_number),
        winner,
        WheelWarnings(int(warnings, 16)),
        int(speed_tenths),
        int(direction),
    )


def _oddity_of(fields: list[str]) -> str | None:
    """Return what is strange about the fields of a status, the first only; None if nothing is."""
    if len(fields) != len(_STATUS_FIELDS):
        return f"{len(fields)} fields"
    for (name, form), field in zip(_STATUS_FIELDS.items(), fields, strict=True):
        if not form.fullmatch(field):
            return field or "-" if name == "state" else f"{name[0].upper()} {field}"
    return None
