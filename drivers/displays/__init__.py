"""The text displays of the dealer and the players, and the figures of an amount."""

from typing import Final

CHIPS: Final = ("ssd1306", "sh1106", "hd44780")
"""The text displays: each is a module here with its driver, and its description in `CHIP`."""
