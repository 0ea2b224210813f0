"""What every terminal of the console keeps to."""

from collections.abc import Callable, Sequence
from typing import Final

COLUMNS: Final = 80
ROWS: Final = 24

Complete = Callable[[str], Sequence[str]]
"""What the last word of a beginning may become."""


class Idle(Exception):
    """Nothing was typed for too long."""
