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

MAX_SEQUENCE_LENGTH: Final = 32
"""Characters of an escape sequence; of a longer one the rest of its parameters is left out."""
MAX_CACHED: Final = 4096
"""Beginnings, and widths, that are remembered."""
ESCAPE_CHARACTER: Final = "\x1b"
SEQUENCE_CHARACTERS: Final = frozenset("[O?<>=;:0123456789")


class Keystrokes:
    """Reads the keys of one line; `press` is given each."""

    def __init__(self, press_key: Callable[[KeyPress], None]) -> None:
        self._parser = Vt100Parser(press_key)
        self._sequence_length = 0
        self.character_count = 0
        """How many characters have come."""
        for library_cache in (BEGINNINGS, WIDTHS):
            if len(library_cache) > MAX_CACHED:
                library_cache.clear()

    def feed(self, text: str) -> None:
        """Parse new input."""
        self.character_count += len(text)
        self._parser.feed("".join(filter(self._is_within_limit, text)))

    def flush(self) -> None:
        """Take an incomplete sequence as complete."""
        self._parser.flush()

    def _is_within_limit(self, character: str) -> bool:
        if character == ESCAPE_CHARACTER:
            self._sequence_length = 1
        elif self._sequence_length and character in SEQUENCE_CHARACTERS:
            self._sequence_length += 1
        else:
            self._sequence_length = 0
        return self._sequence_length <= MAX_SEQUENCE_LENGTH
