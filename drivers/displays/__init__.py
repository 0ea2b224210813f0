"""The text displays of the dealer and the players, and the figures of an amount."""

from typing import Final

CHIPS: Final = ("ssd1306", "sh1106", "hd44780")
"""Text displays: each is a module here with its driver, and what is known of it in `CHIP`."""
