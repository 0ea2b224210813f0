"""Lines that a terminal program logged: the unit's text, perhaps behind a time."""

import re
from datetime import date
from typing import Final

from firmware.shell.conformance.captured_line import CapturedLine
from hal.ports import Millis

_CLOCK_TIME: Final = re.compile(
    rb"\s*\[?(?:(?P<date>\d{4}-\d\d-\d\d)[T ])?"
    rb"(?P<hours>\d{1,2}):(?P<minutes>\d\d):(?P<seconds>\d\d(?:[.,]\d{1,9})?)"
    rb"(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]*(?:[>|:][ \t]?)?"
)
_SECONDS: Final = re.compile(rb"\s*\[?\s*(?P<seconds>\d+\.\d{3,9})\]?[ \t]*(?:[>|:][ \t]?)?")
_HEX_OCTETS: Final = re.compile(rb"\s*[0-9A-Fa-f]{2}(?:[ \t]+[0-9A-Fa-f]{2})+\s*")
_LINE_END: Final = b"\r\n"


class TerminalLog:
    """Reads such lines; their times count from the first one.

    `has_hex_octets` if the terminal showed octets in hexadecimal. A line that lost its carriage
    return has it again: a terminal program writes the line ends of its own system.
    """

    def __init__(self, *, has_hex_octets: bool) -> None:
        self._has_hex_octets = has_hex_octets
        self._began_at: float | None = None

    def parse(self, line: bytes, number: int) -> CapturedLine | None:
        """Return a line, None for an empty one."""
        seconds, content = split_time(line)
        if not content.strip():
            return None
        if self._began_at is None:
            self._began_at = seconds
        at_ms = (
            None
            if seconds is None or self._began_at is None
            else Millis(max(round((seconds - self._began_at) * 1000), 0))
        )
        return CapturedLine(number, at_ms, "in", self._octets(content))

    def _octets(self, content: bytes) -> bytes:
        if self._has_hex_octets and _HEX_OCTETS.fullmatch(content):
            return bytes.fromhex(content.decode("ascii"))
        if content.endswith(b"\n") and not content.endswith(_LINE_END):
            return content[:-1] + _LINE_END
        return content


def is_hex_line(line: bytes) -> bool:
    """Return whether a line shows octets in hexadecimal."""
    return _HEX_OCTETS.fullmatch(split_time(line)[1]) is not None


def split_time(line: bytes) -> tuple[float | None, bytes]:
    """Return the seconds that a line begins with, None without, and the rest of it."""
    if match := _CLOCK_TIME.match(line):
        hours, minutes = int(match["hours"]), int(match["minutes"])
        seconds = float(match["seconds"].replace(b",", b"."))
        days = _day_number(match["date"])
        return ((days * 24 + hours) * 60 + minutes) * 60 + seconds, line[match.end() :]
    if match := _SECONDS.match(line):
        return float(match["seconds"]), line[match.end() :]
    return None, line


def _day_number(written_date: bytes | None) -> int:
    try:
        return date.fromisoformat(written_date.decode()).toordinal() if written_date else 0
    except ValueError:
        return 0
