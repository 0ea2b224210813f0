"""Reads a capture of any of the three forms, line by line: it may be larger than the memory.

- our own lines (`captured_line`), the form that `croupier capture` writes;
- the log of a terminal program (`terminal_log`): the unit's lines only;
- raw octets of the unit, as `cat /dev/ttyUSB0 > FILE` writes them.
"""

from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue, RequestFailed
from firmware.shell.conformance.capture_times import SteadyTimes
from firmware.shell.conformance.captured_line import CapturedLine, is_captured_line, parse_line
from firmware.shell.conformance.notices import CUT, MASKED, Notices
from firmware.shell.conformance.terminal_log import TerminalLog, is_hex_line
from hal.ports import Millis

SAMPLE_OCTETS: Final = 1 << 13
"""So many octets decide which form a file has."""
LONGEST_LINE: Final = 1 << 16
CHUNK_OCTETS: Final = 64
"""Raw octets that are replayed at once, a millisecond each: about the pace of 9600 baud."""
TEXT_OCTETS: Final = frozenset((*range(0x20, 0x7F), *b"\t\r\n"))
TEXT_SHARE: Final = 0.9
"""The least share of such octets in a log."""

LineReader = Callable[[BufferedReader, Notices], Iterator[CapturedLine]]


class CaptureUnfit(RequestFailed):
    """A file that is no capture, or a line of it; `why` names the line and the remedy."""


def read_capture(path: Path, notices: Notices) -> Iterator[CapturedLine]:
    """Yield the lines of a capture, their times set right. Raises OSError, CaptureUnfit."""
    with path.open("rb") as stream:
        sample = stream.peek(SAMPLE_OCTETS)
        if not sample.strip():
            raise CaptureUnfit(Text("capture.empty", {"path": str(path)}))
        times, has_lines = SteadyTimes(notices), False
        for line in _line_reader(sample)(stream, notices):
            has_lines = True
            if line.octets is None:
                notices.add(MASKED, line.number)
            yield times.steady(line)
        if not has_lines:
            raise CaptureUnfit(Text("capture.empty", {"path": str(path)}))


def read_captured_text(text: str, notices: Notices) -> Iterator[CapturedLine]:
    """Yield the lines of a capture in our own form. Raises CaptureUnfit."""
    times = SteadyTimes(notices)
    for number, written in enumerate(text.splitlines(), start=1):
        if line := _parsed_line(written, number):
            yield times.steady(line)


def _line_reader(sample: bytes) -> LineReader:
    lines = [line for line in sample.split(b"\n") if line.strip()]
    written = [line.decode(errors="replace").strip() for line in lines]
    if any(map(is_captured_line, written)) or all(line.startswith("#") for line in written):
        return _read_own_lines
    if not is_text(sample):
        return _read_octets
    has_hex_octets = all(map(is_hex_line, lines[:-1] or lines))
    return lambda stream, _notices: _read_log(stream, has_hex_octets=has_hex_octets)


def is_text(sample: bytes) -> bool:
    """Return whether octets can be the log of a terminal."""
    text_count = sum(octet in TEXT_OCTETS for octet in sample)
    return 0 not in sample and text_count >= TEXT_SHARE * len(sample)


def _read_own_lines(stream: BufferedReader, notices: Notices) -> Iterator[CapturedLine]:
    has_lines = False
    for number, octets in _numbered_lines(stream):
        try:
            line = _parsed_line(octets.decode("utf-8-sig", "replace"), number)
        except CaptureUnfit:
            # a recording that was cut begins or ends in the middle of a line
            if has_lines and (octets.endswith(b"\n") or stream.peek(1)):
                raise
            notices.add(CUT, number)
            has_lines = True
            continue
        if line:
            has_lines = True
            yield line


def _parsed_line(written: str, number: int) -> CapturedLine | None:
    try:
        return parse_line(written, number)
    except InvalidValue as error:
        raise CaptureUnfit(
            Text("capture.at_line", {"line": str(number), "what": error.why})
        ) from None


def _read_log(stream: BufferedReader, *, has_hex_octets: bool) -> Iterator[CapturedLine]:
    log = TerminalLog(has_hex_octets=has_hex_octets)
    for number, octets in _numbered_lines(stream):
        # a unit may end its lines with a carriage return alone
        for content in octets.splitlines(keepends=True):
            if line := log.parse(content, number):
                yield line


def _read_octets(stream: BufferedReader, _notices: Notices) -> Iterator[CapturedLine]:
    position = 0
    while octets := stream.read(CHUNK_OCTETS):
        position += len(octets)
        yield CapturedLine(position - len(octets) + 1, Millis(position - len(octets)), "in", octets)


def _numbered_lines(stream: BufferedReader) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        yield number, line
