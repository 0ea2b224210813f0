"""The far ends of the displays."""

from drivers.wiring import Digits, DisplayWiring, Oled
from sim.ht16k33 import SimHt16k33
from sim.ssd1306 import SimSsd1306


def sim_display(wiring: DisplayWiring) -> SimSsd1306:
    """Return the far end of a text display."""
    match wiring:
        case Oled():
            return SimSsd1306(wiring.address)
    raise NotImplementedError


def sim_figures(wiring: Digits | None) -> SimHt16k33 | None:
    """Return the far end of the figures, where there are any."""
    return SimHt16k33(wiring.address) if wiring else None
