"""Keys are read as prompt_toolkit reads them, with bounded caches."""

from collections.abc import Iterable
from random import Random

import pytest
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.utils import get_cwidth

from firmware.console.terminal.keystrokes import (
    ESCAPE_PREFIX_CACHE,
    MAX_CACHED,
    MAX_SEQUENCE_LENGTH,
    TEXT_WIDTH_CACHE,
    Keystrokes,
)
from firmware.console.terminal.plain_line import MAX_LINE_LENGTH, LineTooLong
from firmware.console.terminal.terminal import Terminal
from firmware.console.terminal.typed_input import MAX_TYPED
from firmware.console.wires.wire import InputEnded
from tests.console.terminal.test_typed import Tape
from tests.kits.examples import examples

A_LINE = MAX_TYPED + MAX_LINE_LENGTH
"""Entries that one line may leave behind at most before the next one begins."""


def typed(*pieces: bytes) -> list[str]:
    """Return the lines that a terminal comes to."""
    terminal, found = Terminal(Tape(pieces, "terminal")), []
    try:
        while True:
            try:
                found.append(terminal.prompt_line("> ", lambda _: ()))
            except LineTooLong:
                found.append("TooLong")
    except InputEnded:
        return found
    finally:
        terminal.close()


def keys(pieces: Iterable[str]) -> list[Keys | str]:
    pressed: list[KeyPress] = []
    strokes = Keystrokes(pressed.append)
    for piece in pieces:
        strokes.feed(piece)
    strokes.flush()
    return [press.key for press in pressed]


@pytest.mark.parametrize("cut", [False, True])
def test_usual_sequence_is_its_key(cut: bool) -> None:
    text = "a\x1b[1;5D\x1b[3~\x1bOAb"
    expected = ["a", Keys.ControlLeft, Keys.Delete, Keys.Up, "b"]
    assert keys(text if cut else [text]) == expected


def test_endless_sequence_read_in_part() -> None:
    found = keys(["\x1b["] + ["7" * 1000] * 100 + ["~x"])
    assert found[-1] == "x"
    assert len(found) <= MAX_SEQUENCE_LENGTH + 2


def test_escape_prefix_cache_is_bounded() -> None:
    chance = Random(1)
    lines = [b"\x1b[%d\r" % chance.randrange(10**3000) for _ in range(examples(10, 300))]
    assert len(typed(*lines)) == len(lines)
    assert max(map(len, ESCAPE_PREFIX_CACHE)) <= MAX_SEQUENCE_LENGTH + 1
    assert len(ESCAPE_PREFIX_CACHE) <= MAX_CACHED + A_LINE


def test_text_width_cache_is_bounded() -> None:
    for number in range(MAX_CACHED + 1):
        get_cwidth(f"{number:030}")
    typed(b"next\r")
    assert len(TEXT_WIDTH_CACHE) < MAX_CACHED


UNENDED = (b"\x1b[", b"\x1b[200~")
"""A sequence, and text that is pasted. The two others are over before the line is too long."""


@pytest.mark.parametrize("begun", examples(UNENDED, (*UNENDED, b"\x1b[200~\x1b[201~", b"\x1b[D")))
def test_endless_line_is_refused(begun: bytes) -> None:
    pieces = [begun, *[b"1" * 4096] * examples(17, 500), b"\r", b"next\r"]
    assert typed(*pieces) == ["TooLong", "next"]


def test_endless_keys_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = examples(MAX_LINE_LENGTH, MAX_TYPED)
    monkeypatch.setattr("firmware.console.terminal.typed_input.MAX_TYPED", most)
    key = b"\x1b[1;5D"
    pieces = [key * 1000] * (most // len(key * 1000) + 2)
    assert typed(*pieces, b"\r", b"next\r") == ["TooLong", "next"]
