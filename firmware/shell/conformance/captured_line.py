r"""A line of a capture: `MS DIRECTION OCTETS`, and `#` before a comment.

0     out "*O\r\n"                      text, with the escapes \r \n \t \\ \" \xNN
35    in  "*O 1157\r\n"                 35 ms after the start
-     in  02 43 30 0D                   hexadecimal, at an unknown time
1200  in  0x20 FF 7E                    from the I2C address 20h
1300  in  ··                            octets that were masked when they were recorded
"""

import re
from typing import Final, Literal, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue
from hal.ports import Millis

Direction = Literal["in", "out"]

MASKED: Final = "··"
"""In place of octets that named a card."""
NO_TIME: Final = "-"
LINE_PATTERN: Final = re.compile(
    r"\s*(?:(?P<ms>\d{1,15}|-)\s+)?(?P<direction>in|out)\s+(?:(?P<address>0x[0-9A-Fa-f]{2})(?:\s+|$))?"
    r"(?P<octets>\"(?:[^\"\\]|\\.)*\"|[^#\"]*)\s*(?:#.*)?"
)
_HEX_PATTERN: Final = re.compile(r"(?:[0-9A-Fa-f]{2}(?:\s+(?=\S))?)*")
_ESCAPE_PATTERN: Final = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)")
_ESCAPES: Final = {"r": "\r", "n": "\n", "t": "\t", "\\": "\\", '"': '"'}
_TEXT_PATTERN: Final = re.compile(rb"[\x20-\x7e\r\n]{3,}")


class CapturedLine(NamedTuple):
    """What one side sent at one moment; `octets` is None if they were masked."""

    number: int
    """Its line in the file, or its first octet in a file of raw octets."""
    at_ms: Millis | None
    """Milliseconds since the recording began, None if that is unknown."""
    direction: Direction
    octets: bytes | None
    address: int | None = None
    """The address of a chip on I2C."""


def is_captured_line(text: str) -> bool:
    """Return whether a text has the form of a line, right or wrong octets apart."""
    return LINE_PATTERN.fullmatch(text) is not None


def parse_line(text: str, number: int) -> CapturedLine | None:
    """Return a line, None for a comment. Raises InvalidValue with what a line should be."""
    stripped_text = text.strip()
    if not stripped_text or stripped_text.startswith("#"):
        return None
    match = LINE_PATTERN.fullmatch(stripped_text)
    if match is None:
        raise _unfit_line(stripped_text)
    ms, direction, address, octets = match.group("ms", "direction", "address", "octets")
    return CapturedLine(
        number,
        None if ms in (None, NO_TIME) else Millis(int(ms)),
        "in" if direction == "in" else "out",
        _parse_octets(octets.strip()),
        int(address, 16) if address else None,
    )


def render_line(line: CapturedLine, comment: str = "") -> str:
    """Return a line as a capture has it."""
    fields = [
        NO_TIME if line.at_ms is None else str(line.at_ms),
        line.direction,
        *(() if line.address is None else (f"0x{line.address:02X}",)),
        render_octets(line.octets),
        *((f"# {comment}",) if comment else ()),
    ]
    return " ".join(filter(None, fields))


def render_octets(octets: bytes | None) -> str:
    """Return octets as text in quotes if they are text, else in hexadecimal."""
    if octets is None:
        return MASKED
    if _TEXT_PATTERN.fullmatch(octets):
        escaped = octets.decode("ascii").replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\r", "\\r").replace("\n", "\\n") + '"'
    return octets.hex(" ").upper()


def _parse_octets(written: str) -> bytes | None:
    if written == MASKED:
        return None
    if written.startswith('"'):
        text = _ESCAPE_PATTERN.sub(_unescape, written[1:-1])
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            raise _unfit_line(written) from None
    if not _HEX_PATTERN.fullmatch(written):
        raise _unfit_line(written)
    return bytes.fromhex(written)


def _unescape(match: re.Match[str]) -> str:
    name = match[1]
    if len(name) == 3:
        return chr(int(name[1:], 16))
    if name not in _ESCAPES:
        raise _unfit_line(match[0])
    return _ESCAPES[name]


def _unfit_line(given: str) -> InvalidValue:
    return InvalidValue(Text("capture.unfit_line", {"given": given[:60]}))
