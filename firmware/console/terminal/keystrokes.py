"""prompt_toolkit's key parser, without its unlimited caches.

It caches every prefix of an escape sequence, and the width of each text, for ever: thirty hostile
lines took 300 MB.
"""

from collections.abc import Callable
from typing import Final

from prompt_toolkit.input.vt100_parser import _IS_PREFIX_OF_LONGER_MATCH_CACHE as BEGINNINGS
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.utils import _CHAR_SIZES_CACHE as WIDTHS

LONGEST_SEQUENCE: Final = 32
"""Characters of an escape sequence; of a longer one the rest of its parameters is left out."""
KEPT: Final = 4096
"""Beginnings, and widths, that are remembered."""
ESCAPE: Final = "\x1b"
PARAMETERS: Final = frozenset("[O?<>=;:0123456789")


class Keystrokes:
    """Reads the keys of one line; `press` is given each."""

    def __init__(self, press: Callable[[KeyPress], None]) -> None:
        self._parser = Vt100Parser(press)
        self._sequence = 0
        self.fed = 0
        """How many characters have come."""
        for known in (BEGINNINGS, WIDTHS):
            if len(known) > KEPT:
                known.clear()

    def feed(self, text: str) -> None:
        """Parse new input."""
        self.fed += len(text)
        self._parser.feed("".join(filter(self._is_read, text)))

    def flush(self) -> None:
        """Take an incomplete sequence as complete."""
        self._parser.flush()

    def _is_read(self, character: str) -> bool:
        if character == ESCAPE:
            self._sequence = 1
        elif self._sequence and character in PARAMETERS:
            self._sequence += 1
        else:
            self._sequence = 0
        return self._sequence <= LONGEST_SEQUENCE
