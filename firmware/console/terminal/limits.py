"""The limits of every terminal of the console."""

from collections.abc import Callable, Sequence
from typing import Final

COLUMNS: Final = 80
ROWS: Final = 24

Complete = Callable[[str], Sequence[str]]
"""Returns the completions of the last word."""


class Idle(Exception):
    """The idle timer has run out."""
