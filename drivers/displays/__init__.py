"""The text displays of the dealer and the players, and the figures of an amount."""

from typing import Final

CHIPS: Final = ("ssd1306", "sh1106", "hd44780")
"""Text displays. Each names a module of this folder: a driver, and its description `CHIP`."""
