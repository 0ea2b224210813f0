"""The lights of bet spots and keys, and the chips that drive them."""

from typing import Final

CHIPS: Final = ("pca9685", "is31fl3741", "aw9523b")
"""Each names a module of this folder: a driver, and its description `CHIP`."""
