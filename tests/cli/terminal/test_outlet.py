"""Lines for a reader who is slow, who has gone, or who never reads."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

import pytest

from firmware.cli.terminal.output_queue import DROPPED_MARK, MAX_PENDING_OCTETS, OutputQueue

LINES = [f"ligne {number}, 1\u202f234,50 $\n" for number in range(2000)]
"""More than a pipe holds here."""


@pytest.fixture
def pipe() -> Iterator[tuple[int, TextIO]]:
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 1 << 12)
    with open(writer, "w", encoding="utf-8") as stream:
        yield reader, stream
    with suppress(OSError):
        os.close(reader)


def lies_in(reader: int) -> bytes:
    """Return what can be read now."""
    os.set_blocking(reader, False)
    said = b""
    with suppress(BlockingIOError):
        while piece := os.read(reader, 1 << 16):
            said += piece
    return said


def test_unread_output_delays_nobody(pipe: tuple[int, TextIO]) -> None:
    reader, stream = pipe
    outlet = OutputQueue(stream, close_timeout_ms=0)
    for line in LINES:
        outlet.writelines([line])
    outlet.close()
    assert "".join(LINES).encode().startswith(lies_in(reader))


def test_slow_reader_gets_every_line(pipe: tuple[int, TextIO]) -> None:
    reader, stream = pipe
    outlet, said = OutputQueue(stream, close_timeout_ms=0), b""
    for line in LINES:
        outlet.writelines([line])
        if len(line) % 2:
            said += lies_in(reader)
    while piece := lies_in(reader):
        said += piece
        outlet.writelines([])
    assert said.decode() == "".join(LINES)


def test_oldest_lines_are_dropped_first(pipe: tuple[int, TextIO]) -> None:
    reader, stream = pipe
    outlet, said = OutputQueue(stream, close_timeout_ms=0), b""
    written = [f"{number:099}\n" for number in range(2 * MAX_PENDING_OCTETS // 100)]
    for line in written:
        outlet.writelines([line])
    while piece := lies_in(reader):
        said += piece
        outlet.writelines([])
    first, _, last = said.decode().partition(DROPPED_MARK.decode())
    assert len(last) < MAX_PENDING_OCTETS
    assert written[-1] in last
    assert last in "".join(written)
    assert "".join(written).startswith(first)


def test_closed_reader_stops_nothing(pipe: tuple[int, TextIO]) -> None:
    reader, stream = pipe
    os.close(reader)
    outlet = OutputQueue(stream)
    outlet.writelines(LINES)
    outlet.writelines(LINES)
    outlet.close()
    assert os.path.samestat(os.fstat(stream.fileno()), os.stat(os.devnull))
