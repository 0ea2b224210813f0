"""The far ends of the displays."""

from drivers.wiring import CharacterLcd, Digits, DisplayWiring
from sim.chips.hd44780 import SimHd44780
from sim.chips.ht16k33 import SimHt16k33
from sim.chips.sh1106 import SimSh1106
from sim.chips.ssd1306 import SimSsd1306


def sim_display(wiring: DisplayWiring) -> SimSsd1306 | SimSh1106 | SimHd44780:
    """Return the far end of a text display."""
    if isinstance(wiring, CharacterLcd):
        return SimHd44780(wiring.address)
    kinds: dict[str, type[SimSsd1306] | type[SimSh1106]] = {
        "ssd1306": SimSsd1306,
        "sh1106": SimSh1106,
    }
    return kinds[wiring.controller](wiring.address)


def sim_figures(wiring: Digits | None) -> SimHt16k33 | None:
    """Return the far end of the figures, where there are any."""
    return SimHt16k33(wiring.address) if wiring else None
