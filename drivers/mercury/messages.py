"""A Mercury 360's lines in each of its three protocols.

Source: the facts of Cammegh's integration guide 1051-INT-02-L. Advanced is a status every 500 ms
and a bare number; Extended is the same with five more fields; Basic is three words.
"""

import re
from collections.abc import Callable
from enum import IntEnum, IntFlag
from typing import Final, Literal, NamedTuple

Numbers = Literal[37, 38]
Protocol = Literal["basic", "advanced", "extended"]


class MercuryState(IntEnum):
    """The wheel's state."""

    BEFORE = 1
    PLACE_BETS = 2
    ROLLING = 3
    """The ball is in the rim."""
    FALLING = 4
    """No more bets."""
    RESULT = 5
    CLOSED = 6
    """Not moved for ten minutes; count and number are cleared."""
    LOCKED = 7
    """The dealer has locked the wheel."""


class MercuryFlags(IntFlag):
    """The flags; their meaning differs from the SlingShot's."""

    ROTOR_SPEED = 1
    """The rotor is outside 10 to 30 rpm; the game continues."""
    SAME_DIRECTION = 2
    """The ball goes the way of the rotor: it must be spun again, which clears the flag."""
    RIM_SENSOR = 4
    VOID = 8


class MercuryStatus(NamedTuple):
    """A status line, without the rotor's speed and direction.

    `game` counts 0 to 255. `number` is the last winner, this game's in RESULT only; or "".
    """

    state: MercuryState
    game_number: int
    number: str
    flags: MercuryFlags
    ball_direction: str = "?"
    """The direction of the ball, 0 or 1; only in Extended."""
    spin_counter: str = ""
    """Extended's own counter of spins."""


class BareNumber(NamedTuple):
    """The winning number on a line of its own."""

    number: str


class Started(NamedTuple):
    """Basic: a game was started."""


class NoMoreBets(NamedTuple):
    """Basic: no more bets."""


class WinningNumber(NamedTuple):
    """Basic: the winning number."""

    number: str


class DamagedLine(NamedTuple):
    """Bytes that are no valid line, and may have been one."""


MercuryMessage = MercuryStatus | BareNumber | Started | NoMoreBets | WinningNumber | DamagedLine

_STATUS_FIELDS: Final = (
    rb"\*X;(?P<state>[1-7]);(?P<game>[01]\d\d|2[0-4]\d|25[0-5]);(?P<number>  |[ \d]\d)"
    rb";(?P<flags>[0-9A-F]);\d{3};[01]"
)
_EXTENDED_FIELDS: Final = (
    rb";[0-9A-F]{4};(?P<spin_counter>[0-9A-F]{2});(?P<ball_direction>[?01]);(?:[0-9A-F]{5}|\?{5})"
    rb";(?:[ 0-9A-F][0-9A-F]|\?\?)"
)
_ADVANCED: Final = re.compile(_STATUS_FIELDS)
_EXTENDED: Final = re.compile(_STATUS_FIELDS + _EXTENDED_FIELDS)
_BARE_NUMBER: Final = re.compile(rb"[ \d]\d")
_WINNING_LINE: Final = re.compile(rb"\*W ([ \d]\d)")


def line_parser(protocol: Protocol, numbers: Numbers) -> Callable[[bytes], MercuryMessage]:
    """Return the parser of a line of `protocol` without its end."""
    if protocol == "basic":
        return lambda line: _parse_basic(line, numbers)
    line_pattern = _ADVANCED if protocol == "advanced" else _EXTENDED
    return lambda line: _parse_status(line, line_pattern, numbers)


def pocket_symbol(digits: bytes, numbers: Numbers) -> str:
    """Return the pocket of two characters; "" for blanks and for a pocket that the wheel lacks.

    Two zeros are double zero, on a wheel of 38 pockets only.
    """
    # The spelling of the double zero is not public: `00` is assumed.
    if digits == b"00" and numbers == 38:
        return "00"
    if not digits.strip() or int(digits) > 36:
        return ""
    return str(int(digits))


def _parse_status(line: bytes, line_pattern: re.Pattern[bytes], numbers: Numbers) -> MercuryMessage:
    if match := line_pattern.fullmatch(line):
        extended_fields = {
            name: match[name].decode("ascii")
            for name in ("ball_direction", "spin_counter")
            if line_pattern is _EXTENDED
        }
        return MercuryStatus(
            MercuryState(int(match["state"])),
            int(match["game"]),
            pocket_symbol(match["number"], numbers),
            MercuryFlags(int(match["flags"], 16)),
            **extended_fields,
        )
    if _BARE_NUMBER.fullmatch(line) and (number := pocket_symbol(line, numbers)):
        return BareNumber(number)
    return DamagedLine()


def _parse_basic(line: bytes, numbers: Numbers) -> MercuryMessage:
    if line == b"*S":
        return Started()
    if line == b"*N":
        return NoMoreBets()
    if (match := _WINNING_LINE.fullmatch(line)) and (number := pocket_symbol(match[1], numbers)):
        return WinningNumber(number)
    return DamagedLine()
