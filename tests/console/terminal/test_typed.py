"""What arrives on a wire: lines however they end, sequences, halves of characters, floods."""

import re
import threading
import tracemalloc
from collections.abc import Iterable, Iterator
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.terminal.plain_line import (
    MAX_LINE_LENGTH,
    Interrupted,
    LineTooLong,
    read_line,
)
from firmware.console.terminal.terminal import CURSOR_QUERY, Terminal, escape_controls
from firmware.console.wires.reader_thread import MAX_UNREAD_OCTETS, WireReader
from firmware.console.wires.wire import InputEnded, LineLost, WireKind
from tests.kits.examples import examples

MANY_MB = examples(2, 10) * 1000 * 1000
LITTLE = 1_500_000
"""Octets that may be held at once, whatever comes."""


class Tape:
    """A wire that carries what is given, piece by piece, and then ends."""

    name = "tape"

    def __init__(
        self, pieces: Iterable[bytes], kind: WireKind = "pipe", end: type = InputEnded
    ) -> None:
        self.kind = kind
        self.sent = bytearray()
        self._pieces = iter(pieces)
        self._end = end

    def read(self, most_s: float) -> bytes:
        piece = next(self._pieces, None)
        if piece is None:
            raise self._end
        return piece

    def write(self, data: bytes) -> None:
        self.sent += data


def lines(*pieces: bytes) -> list[str]:
    """Return the lines that a script comes to."""
    terminal = Terminal(Tape(pieces))
    found = []
    try:
        while True:
            try:
                found.append(terminal.prompt_line("", lambda _: ()))
            except (Interrupted, LineTooLong) as refused:
                found.append(type(refused).__name__)
    except InputEnded:
        return found
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("kind", "able", "asked"),
    [("terminal", True, False), ("line", False, True), ("pipe", False, False)],
)
def test_local_terminal_is_capable(kind: WireKind, able: bool, asked: bool) -> None:
    wire = Tape([b"\r"], kind)
    with closing(Terminal(wire, report_timeout_s=0.0)) as terminal:
        terminal.wait_for_person()
    assert (terminal.is_capable, CURSOR_QUERY in wire.sent) == (able, asked)


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_line_ends_as_its_terminal_ends_it(end: bytes) -> None:
    assert lines(b"one" + end + b"two" + end) == ["one", "two"]


def test_line_end_in_two_pieces_is_one() -> None:
    assert lines(b"one\r", b"\ntwo\r", b"\n") == ["one", "two"]


def test_last_line_without_end_counts() -> None:
    assert lines(b"one\ntwo") == ["one", "two"]


def test_partly_taken_last_line_counts() -> None:
    ear, taken = WireReader(Tape([b"two"])), b""
    while not taken.endswith(b"\r"):
        taken += ear.take_input(None, 1)
    assert taken == b"two\r"
    ear.close()


@settings(max_examples=30)
@given(st.lists(st.text(st.characters(categories=["L", "N", "P"])), max_size=5), st.data())
def test_lines_are_independent_of_chunks(texts: list[str], data: object) -> None:
    whole = "".join(f"{text}\r" for text in texts).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)))))  # type: ignore[attr-defined]
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert lines(*filter(None, pieces)) == texts


@settings(max_examples=30)
@given(st.binary())
def test_noise_makes_printable_lines(noise: bytes) -> None:
    assert all(line.isprintable() for line in lines(noise))


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("statsu\x7f\x7fus", "status"),
        ("wrong\x15right", "right"),
        ("a\x08\x08\x08b", "b"),
        ("st\x1b[Aat\x1b[1;5Cus\x1bOP", "status"),
        ("sta\x00\x01\x1ftus", "status"),
        ("éé\x7fa", "éa"),
        ("\x1b[200~status\x1b[201~", "status"),
    ],
)
def test_typed_input_is_edited(typed: str, line: str) -> None:
    assert read_line(iter(f"{typed}\r"), lambda _: None) == line


@pytest.mark.parametrize("begun", ["\x1b", "\x1b[", "\x1b[1;", "\x1bO"])
def test_no_sequence_swallows_line_end(begun: str) -> None:
    assert read_line(iter(f"one{begun}\rtwo\r"), lambda _: None) == "one"


@pytest.mark.parametrize("begun", ["\x1b[", "\x1b[1;", ""])
def test_no_sequence_swallows_ctrl_c(begun: str) -> None:
    with pytest.raises(Interrupted):
        read_line(iter(f"one{begun}\x03two\r"), lambda _: None)


def test_erased_input_leaves_the_screen() -> None:
    shown: list[str] = []
    read_line(iter("a漢\x7f\x7f\r"), shown.append)
    assert "".join(shown) == "a漢" + "\b \b" * 3


def test_half_a_character_is_dropped() -> None:
    assert lines(b"caf\xc3\r", b"\xa9\r") == ["caf\ufffd", "\ufffd"]


def test_longest_line_is_accepted() -> None:
    longest = b"x" * MAX_LINE_LENGTH
    assert lines(longest + b"\r", longest + b"x\r", b"next\r") == [
        longest.decode(),
        "LineTooLong",
        "next",
    ]


def flood(octets: int) -> Iterator[bytes]:
    piece = b"x" * 4096
    yield from (piece for _ in range(octets // len(piece)))


def test_huge_line_is_refused_once() -> None:
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    terminal = Terminal(Tape(piece for part in (flood(MANY_MB), [b"\rnext\r"]) for piece in part))
    with pytest.raises(LineTooLong):
        terminal.prompt_line("", lambda _: ())
    assert terminal.prompt_line("", lambda _: ()) == "next"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    terminal.close()
    assert peak - before < LITTLE


def test_unread_sender_has_to_wait() -> None:
    carried = 0
    waits = threading.Event()

    def endless() -> Iterator[bytes]:
        nonlocal carried
        while True:
            carried += 4096
            if carried > MAX_UNREAD_OCTETS:
                waits.set()
            yield b"y" * 4096

    ear = WireReader(Tape(endless()))
    ear.take_input(None, 1)
    assert waits.wait(30)
    ear.close()
    assert carried <= MAX_UNREAD_OCTETS + 3 * 4096


def test_ctrl_c_drops_waiting_input() -> None:
    assert lines(b"one\rtwo\rthree\r\x03four\r") == ["Interrupted", "four"]


def test_loss_drops_waiting_input() -> None:
    gone = threading.Event()
    ear = WireReader(Tape([b"one\rtwo\r"], end=LineLost))
    ear.set_listener(gone.set)
    assert ear.wait_for_pattern(re.compile(b"never"), 30) is False
    with pytest.raises(LineLost):
        ear.take_input(None)
    assert gone.is_set()
    ear.close()


@given(st.text())
def test_printed_text_moves_no_cursor(text: str) -> None:
    said = escape_controls(text)
    assert all(char.isprintable() or char in "\n\u00a0" or char.isspace() for char in said)
    assert not set(said) & set("\x1b\r\t\x07\x08\x7f\x9b\u202e\u2028")
    if text.isprintable():
        assert said == text
