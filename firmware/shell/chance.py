"""The random generator: the operating system's randomness, and nothing else (48.1, 75, 80)."""

import secrets
from typing import Final

from firmware.core.display.decision_lines import POSITION_NUMBERS

SYSTEM_RANDOM: Final = secrets.SystemRandom()
"""The operating system's randomness; values beyond an even share are drawn again."""


def drawn_number() -> int:
    """Return who is dealt to first: a position, or the dealer as the last number (48.1)."""
    return SYSTEM_RANDOM.randint(1, POSITION_NUMBERS)
