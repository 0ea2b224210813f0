"""The far ends of the text displays."""

from typing import Protocol

from PIL.Image import Image

from drivers.wiring import DisplayWiring
from sim.bench import far_ends
from sim.chips.hd44780 import SimHd44780
from sim.chips.i2c import Chip


class Dots(Chip, Protocol):
    """The far end of a display of dots, made with its address."""

    address: int

    @property
    def lit(self) -> bool:
        """Whether anything can be read on it."""
        ...

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        ...

    def image(self) -> Image:
        """Return the picture, as it is seen."""
        ...


def sim_display(wiring: DisplayWiring) -> Dots | SimHd44780:
    """Return the far end of a text display."""
    display: Dots | SimHd44780 = far_ends.chip(wiring.part)(wiring.address)
    return display
