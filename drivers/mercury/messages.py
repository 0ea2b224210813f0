"""A Mercury 360's lines in each of its three protocols.

Source: the facts of Cammegh's integration guide 1051-INT-02-L. Advanced is a status every 500 ms
and a bare number; Extended is the same with five more fields; Basic is three words.
"""

import re
from collections.abc import Callable, Mapping
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
    has_own_flags: bool = False
    """Whether one of Extended's own flags is set; their meaning is not published."""


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


class UnknownLine(NamedTuple):
    """A sound line that the protocol lacks; `code` names what of it, for a person."""

    text: bytes
    code: str


class DamagedLine(NamedTuple):
    """Bytes that are no valid line, and may have been one."""


KnownMessage = MercuryStatus | BareNumber | Started | NoMoreBets | WinningNumber
MercuryMessage = KnownMessage | UnknownLine | DamagedLine

_ADVANCED_FIELDS: Final = {
    "state": rb"[1-7]",
    "game": rb"[01]\d\d|2[0-4]\d|25[0-5]",
    "number": rb"  |[ \d]\d",
    "flags": rb"[0-9A-F]",
    "rpm": rb"\d{3}",
    "direction": rb"[01]",
}
_EXTENDED_FIELDS: Final = {
    **_ADVANCED_FIELDS,
    "own_flags": rb"[0-9A-F]{4}",
    "spins": rb"[0-9A-F]{2}",
    "ball": rb"[?01]",
    "time": rb"[0-9A-F]{5}|\?{5}",
    "pocket": rb"[ 0-9A-F][0-9A-F]|\?\?",
}


def _status_pattern(fields: Mapping[str, bytes]) -> re.Pattern[bytes]:
    named_fields = (
        b"(?P<%b>%b)" % (name.encode("ascii"), pattern) for name, pattern in fields.items()
    )
    return re.compile(rb"\*X;" + b";".join(named_fields))


_ADVANCED: Final = _status_pattern(_ADVANCED_FIELDS)
_EXTENDED: Final = _status_pattern(_EXTENDED_FIELDS)
_BARE_NUMBER: Final = re.compile(rb"[ \d]\d")
_WINNING_LINE: Final = re.compile(rb"\*W ([ \d]\d)")
_SOUND_LINE: Final = re.compile(rb"\*[ -~]+")
_STATUS_LINE: Final = re.compile(rb"\*X;[ -~]+")
_CODE_LENGTH: Final = 12
"""Characters of an unknown line's code at most."""


def line_parser(protocol: Protocol, numbers: Numbers) -> Callable[[bytes], MercuryMessage]:
    """Return the parser of a line of `protocol` without its end."""

    def parse_line(line: bytes) -> MercuryMessage:
        message = _KNOWN_PARSERS[protocol](line, numbers)
        return _parse_other(line, protocol) if message is None else message

    return parse_line


def pocket_symbol(digits: bytes, numbers: Numbers) -> str:
    """Return the pocket of two characters; "" for blanks and for a pocket that the wheel lacks.

    Two zeros are double zero, on a wheel of 38 pockets only.
    """
    if digits == b"00" and numbers == 38:
        return "00"
    if not digits.strip() or int(digits) > 36:
        return ""
    return str(int(digits))


def _padded_pocket(digits: bytes, numbers: Numbers) -> str:
    """Return the pocket of a number that is filled up with a blank: `00` is no single zero."""
    return "" if digits == b"00" and numbers == 37 else pocket_symbol(digits, numbers)


def _parse_advanced(line: bytes, numbers: Numbers) -> KnownMessage | None:
    match = _ADVANCED.fullmatch(line)
    return _read_status(match, numbers) if match else _parse_bare_number(line, numbers)


def _parse_extended(line: bytes, numbers: Numbers) -> KnownMessage | None:
    match = _EXTENDED.fullmatch(line)
    status = _read_status(match, numbers) if match else None
    if match is None or status is None:
        return _parse_bare_number(line, numbers)
    return status._replace(
        ball_direction=match["ball"].decode("ascii"),
        spin_counter=match["spins"].decode("ascii"),
        has_own_flags=match["own_flags"] != b"0000",
    )


def _read_status(match: re.Match[bytes], numbers: Numbers) -> MercuryStatus | None:
    number = _padded_pocket(match["number"], numbers)
    if match["number"].strip() and not number:
        return None
    return MercuryStatus(
        MercuryState(int(match["state"])),
        int(match["game"]),
        number,
        MercuryFlags(int(match["flags"], 16)),
    )


def _parse_bare_number(line: bytes, numbers: Numbers) -> BareNumber | None:
    number = _padded_pocket(line, numbers) if _BARE_NUMBER.fullmatch(line) else ""
    return BareNumber(number) if number else None


def _parse_basic(line: bytes, numbers: Numbers) -> KnownMessage | None:
    if line == b"*S":
        return Started()
    if line == b"*N":
        return NoMoreBets()
    if (match := _WINNING_LINE.fullmatch(line)) and (number := pocket_symbol(match[1], numbers)):
        return WinningNumber(number)
    return None


_KNOWN_PARSERS: Final[Mapping[Protocol, Callable[[bytes, Numbers], KnownMessage | None]]] = {
    "advanced": _parse_advanced,
    "basic": _parse_basic,
    "extended": _parse_extended,
}


# what the protocol lacks: another protocol, other firmware, another wheel


def _parse_other(line: bytes, protocol: Protocol) -> UnknownLine | DamagedLine:
    if _BARE_NUMBER.fullmatch(line):
        return UnknownLine(line, _number_code(line))
    if not _SOUND_LINE.fullmatch(line):
        return DamagedLine()
    code = _other_protocol(line, protocol) or _unknown_field(line, protocol)
    return UnknownLine(line, code or line.decode("ascii")[:_CODE_LENGTH])


def _other_protocol(line: bytes, protocol: Protocol) -> str:
    """Return whose line it is, if it is one of another protocol."""
    names = (
        name
        for name, parse_known in _KNOWN_PARSERS.items()
        if name != protocol and parse_known(line, 38) is not None
    )
    return next(names, "")


def _unknown_field(line: bytes, protocol: Protocol) -> str:
    """Name the first field of a status with a value that the protocol lacks; "" if it is none."""
    if not _STATUS_LINE.fullmatch(line):
        return ""
    defined_fields = _EXTENDED_FIELDS if protocol == "extended" else _ADVANCED_FIELDS
    fields = line.split(b";")[1:]
    for (name, pattern), field in zip(defined_fields.items(), fields, strict=False):
        if not re.fullmatch(pattern, field):
            return f"{name} {field.decode('ascii')}"[:_CODE_LENGTH]
    if len(fields) != len(defined_fields):
        return f"{len(fields)} fields"
    return _number_code(fields[2])


def _number_code(digits: bytes) -> str:
    return f"number {digits.decode('ascii')}"
