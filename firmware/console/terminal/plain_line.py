"""Line input on a terminal that can only print."""

from collections.abc import Callable, Iterator
from typing import Final

from rich.cells import cell_len

from firmware.console.wires.wire import Ended

LONGEST: Final = 4096
"""Characters of a line; a longer one is refused whole."""
ENTER, INTERRUPT, END, ESCAPE = "\r", "\x03", "\x04", "\x1b"
BACK: Final = {"\x08": 1, "\x7f": 1, "\x15": LONGEST + 1}
"""How many characters a key takes back."""
OBEYED: Final = frozenset({ENTER, INTERRUPT, END, *BACK})


class Interrupted(Exception):
    """Ctrl-C."""


class TooLong(Exception):
    """The line was longer than LONGEST, and was dropped."""


def read_line(typed: Iterator[str], echo: Callable[[str], None]) -> str:
    """Return the input up to ENTER, without escape sequences and control characters.

    Raises Interrupted, TooLong, and Ended on Ctrl-D at the start of a line.
    """
    line: list[str] = []
    for char in _without_sequences(typed):
        if char not in OBEYED:
            if len(line) <= LONGEST and char.isprintable():
                line.append(char)
                echo(char)
        elif char == ENTER:
            break
        elif char == INTERRUPT:
            raise Interrupted
        elif char == END and not line:
            raise Ended
        else:
            _take_back(line, BACK.get(char, 0), echo)
    if len(line) > LONGEST:
        raise TooLong
    return "".join(line)


def _take_back(line: list[str], count: int, echo: Callable[[str], None]) -> None:
    gone = "".join(line[len(line) - min(count, len(line)) :])
    del line[len(line) - len(gone) :]
    echo("\b \b" * cell_len(gone))


def _without_sequences(typed: Iterator[str]) -> Iterator[str]:
    """Yield the input without escape sequences; none swallows an ENTER or a Ctrl-C."""
    for char in typed:
        if char != ESCAPE:
            yield char
            continue
        kind = last = next(typed, ENTER)
        while kind == "[" and last not in (ENTER, INTERRUPT):
            last = next(typed, ENTER)
            if "@" <= last <= "~":
                break
        if kind == "O":
            last = next(typed, ENTER)
        if last in (ENTER, INTERRUPT):
            yield last
