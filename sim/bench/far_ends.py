"""Where the far end of a part is found: in the module that is named after the part."""

from importlib import import_module
from typing import Any


def chip(word: str) -> Any:  # noqa: ANN401  # each family of chips has its own protocol
    """Return what makes the far end of an I2C chip: `far_end` of `sim.chips.<word>`."""
    return import_module(f"sim.chips.{word}").far_end
