"""Line input on a terminal that can only print."""

from collections.abc import Callable, Iterator
from typing import Final

from rich.cells import cell_len

from firmware.console.wires.wire import InputEnded

MAX_LINE_LENGTH: Final = 4096
"""Characters of a line; a longer one is refused whole."""
ENTER_KEY, INTERRUPT_KEY, END_KEY, ESCAPE_KEY = "\r", "\x03", "\x04", "\x1b"
ERASE_COUNTS: Final = {"\x08": 1, "\x7f": 1, "\x15": MAX_LINE_LENGTH + 1}
"""The characters that a key erases: Backspace and Delete one, Ctrl-U the line."""
CONTROL_KEYS: Final = frozenset({ENTER_KEY, INTERRUPT_KEY, END_KEY, *ERASE_COUNTS})


class Interrupted(Exception):
    """Ctrl-C."""


class LineTooLong(Exception):
    """The line was longer than MAX_LINE_LENGTH, and was dropped."""


def read_line(typed_characters: Iterator[str], echo: Callable[[str], None]) -> str:
    """Return the input up to ENTER, without escape sequences and control characters.

    Raises Interrupted, LineTooLong, and InputEnded on Ctrl-D at the start of a line.
    """
    typed_line: list[str] = []
    for character in _without_escape_sequences(typed_characters):
        if character not in CONTROL_KEYS:
            # one more than allowed is stored, so that a longer line is known to be too long
            if len(typed_line) <= MAX_LINE_LENGTH and character.isprintable():
                typed_line.append(character)
                echo(character)
        elif character == ENTER_KEY:
            break
        elif character == INTERRUPT_KEY:
            raise Interrupted
        elif character == END_KEY and not typed_line:
            raise InputEnded
        else:
            _erase_characters(typed_line, ERASE_COUNTS.get(character, 0), echo)
    if len(typed_line) > MAX_LINE_LENGTH:
        raise LineTooLong
    return "".join(typed_line)


def _erase_characters(typed_line: list[str], erase_count: int, echo: Callable[[str], None]) -> None:
    erased_text = "".join(typed_line[len(typed_line) - min(erase_count, len(typed_line)) :])
    del typed_line[len(typed_line) - len(erased_text) :]
    echo("\b \b" * cell_len(erased_text))


def _without_escape_sequences(typed_characters: Iterator[str]) -> Iterator[str]:
    """Yield the input without escape sequences; none swallows an ENTER or a Ctrl-C."""
    for character in typed_characters:
        if character != ESCAPE_KEY:
            yield character
            continue
        # ESC [ … final character (CSI), ESC O character (SS3), or ESC and one character
        sequence_kind = last_character = next(typed_characters, ENTER_KEY)
        while sequence_kind == "[" and last_character not in (ENTER_KEY, INTERRUPT_KEY):
            last_character = next(typed_characters, ENTER_KEY)
            if "@" <= last_character <= "~":
                break
        if sequence_kind == "O":
            last_character = next(typed_characters, ENTER_KEY)
        if last_character in (ENTER_KEY, INTERRUPT_KEY):
            yield last_character
