"""The lights of bet spots and keys, and the chips that drive them."""

from typing import Final

CHIPS: Final = ("pca9685", "is31fl3741", "aw9523b")
"""The light chips: each is a module here with its driver, and its description in `CHIP`."""
