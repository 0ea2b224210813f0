"""The far ends of the displays."""

from typing import Protocol

from PIL.Image import Image

from drivers.wiring import DisplayWiring, Wiring
from sim.bench import far_ends
from sim.chips.hd44780 import SimHd44780
from sim.chips.ht16k33 import SimHt16k33
from sim.chips.i2c_bus import I2cFarEnd


class DotDisplay(I2cFarEnd, Protocol):
    """The far end of a display of dots, made with its address."""

    address: int

    @property
    def lit(self) -> bool:
        """Whether it is switched on."""
        ...

    def memory(self) -> tuple[object, ...]:
        """Return everything that the picture depends on."""
        ...

    def image(self) -> Image: ...


class SimDisplays:
    """The two text displays, and the figures if the table has any."""

    def __init__(self, wiring: Wiring) -> None:
        self.dealer_display = _display(wiring.dealer_display)
        self.payout_display = _display(wiring.payout_display)
        self.figures = SimHt16k33(wiring.figures.address) if wiring.figures else None


def _display(wiring: DisplayWiring) -> DotDisplay | SimHd44780:
    display: DotDisplay | SimHd44780 = far_ends.chip(wiring.part)(wiring.address, **wiring.module)
    return display
