"""The limits of every terminal of the console."""

from collections.abc import Callable, Sequence
from typing import Final

SCREEN_COLUMNS: Final = 80
SCREEN_ROWS: Final = 24

CompleteWord = Callable[[str], Sequence[str]]
"""Returns the completions of the last word."""


class IdleTimeout(Exception):
    """The idle timer has run out."""
