"""prompt_toolkit's key parser, without its unlimited caches.

It caches every prefix of an escape sequence, and the width of each text, for ever: thirty hostile
lines took 300 MB.
"""

from collections.abc import Callable
from typing import Final

from prompt_toolkit.input.vt100_parser import (
    _IS_PREFIX_OF_LONGER_MATCH_CACHE as ESCAPE_PREFIX_CACHE,
)
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.utils import _CHAR_SIZES_CACHE as TEXT_WIDTH_CACHE

MAX_SEQUENCE_LENGTH: Final = 32
"""Characters of an escape sequence; of a longer one the rest of its parameters is left out."""
MAX_CACHED: Final = 4096
"""Entries of a cache, from which on it is emptied."""
ESCAPE_CHARACTER: Final = "\x1b"
SEQUENCE_CHARACTERS: Final = frozenset("[O?<>=;:0123456789")


class Keystrokes:
    """Reads the keys of one line; `press_key` is called with each."""

    def __init__(self, press_key: Callable[[KeyPress], None]) -> None:
        self._parser = Vt100Parser(press_key)
        self._sequence_length = 0
        self.character_count = 0
        """The characters fed so far."""
        # both are module globals of prompt_toolkit, shared by all sessions of the process
        for library_cache in (ESCAPE_PREFIX_CACHE, TEXT_WIDTH_CACHE):
            if len(library_cache) > MAX_CACHED:
                library_cache.clear()

    def feed(self, text: str) -> None:
        """Parse new input."""
        self.character_count += len(text)
        self._parser.feed("".join(filter(self._is_within_limit, text)))

    def flush(self) -> None:
        """Parse an incomplete escape sequence as it is."""
        self._parser.flush()

    def _is_within_limit(self, character: str) -> bool:
        if character == ESCAPE_CHARACTER:
            self._sequence_length = 1
        elif self._sequence_length and character in SEQUENCE_CHARACTERS:
            self._sequence_length += 1
        else:
            self._sequence_length = 0
        return self._sequence_length <= MAX_SEQUENCE_LENGTH
