"""The figures of slot machines (87 to 95). Their host is `firmware.slots`; they play themselves."""

from typing import Final

GAME: Final = "slot-machine"
ADDRESSES: Final = range(1, 128)
LEAST_RETURN: Final = 8300
"""Hundredths of a percent (93)."""
FULL_RETURN: Final = 10_000
"""100 %, likewise."""
PERMILLE_RANGE: Final = range(1, 1001)
THOUSANDTHS: Final = 1000
"""A progressive jackpot is counted in thousandths of a cent (91)."""
