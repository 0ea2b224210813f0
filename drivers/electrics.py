"""The electrical facts of a kind of part, from which the wiring pages are written.

A fact is the maker's, and `source` is the paper that has it. None is "see the unit's own sheet":
nothing here is guessed.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal, NamedTuple


class Rail(Enum):
    """The supply that a part hangs on."""

    LOGIC = "3.3 V"
    """As the Pi's pins 1 and 17."""
    FIVE = "5 V"
    """As the Pi's pins 2 and 4."""
    OWN = "own"
    """One that comes with the unit."""
    NONE = "none"
    """A contact, or a part that lives on its pin."""


class Signal(Enum):
    """What is on a part's signal wires."""

    I2C = "i2c"
    RS232 = "rs232"
    TTL = "ttl"
    """A serial line of 3.3 V logic."""
    SERIAL = "serial"
    """RS-232 or logic, as the unit's own sheet says."""
    CONTACT = "contact"
    """Inputs with a pull-up, closed to ground."""
    OUTPUT = "output"
    """A pin of the Pi that drives the part."""
    AUDIO = "audio"


class Lamps(NamedTuple):
    """What hangs on the channels of a light driver."""

    lit_by: Literal["high", "current", "matrix"]
    """A high level; a current into the pin; a row and a column of a matrix."""
    channel_ma: float | None = None
    """The current of a lit channel, as the driver sets it."""


class Electrics(NamedTuple):
    """One kind of part."""

    rail: Rail
    signal: Signal
    source: str
    volts: tuple[float, float] | None = None
    """Supply: lowest and highest."""
    most_ma: float | None = None
    """The most that it takes from its rail, without lamps and lit segments."""
    most_khz: int | None = None
    """The fastest clock of its I2C."""
    lamps: Lamps | None = None

    @property
    def needs_level_shifter(self) -> bool:
        """Whether its I2C is not that of the Pi, which no pin survives above 3.3 V."""
        return self.signal is Signal.I2C and self.rail is Rail.FIVE


CLOCK: Final = Electrics(Rail.LOGIC, Signal.I2C, "Maxim DS3231, 19-5170", (2.3, 5.5), 0.2, 400)
"""The clock is the kernel's: no section of a configuration has its chip."""
PI_PULL_UP_OHMS: Final = 1800
"""Of SDA and SCL of bus 1, to 3.3 V, on every Pi (Raspberry Pi documentation, GPIO)."""

_MCP23017: Final = "Microchip MCP23017, DS20001952"
_PN532: Final = "NXP PN532/C1, short data sheet 3.2"

ELECTRICS: Final[Mapping[str, Electrics]] = {
    # I2C
    "mcp23017": Electrics(Rail.LOGIC, Signal.I2C, _MCP23017, (1.8, 5.5), 1, 1700),
    "contacts": Electrics(Rail.LOGIC, Signal.I2C, _MCP23017, (1.8, 5.5), 1, 1700),
    "mpr121": Electrics(Rail.LOGIC, Signal.I2C, "NXP MPR121 Rev. 4", (1.71, 3.6), 0.4, 400),
    "pca9685": Electrics(
        Rail.LOGIC,
        Signal.I2C,
        "NXP PCA9685 Rev. 4",
        (2.3, 5.5),
        10,
        1000,
        Lamps("high"),
    ),
    "aw9523b": Electrics(
        Rail.LOGIC,
        Signal.I2C,
        "Awinic AW9523B V1.5",
        (2.5, 5.5),
        None,
        400,
        Lamps("current", 18.5),
    ),
    "is31fl3741": Electrics(
        Rail.LOGIC,
        Signal.I2C,
        "Lumissil IS31FL3741 Rev. E",
        (2.7, 5.5),
        None,
        1000,
        Lamps("matrix"),
    ),
    "ssd1306": Electrics(
        Rail.LOGIC, Signal.I2C, "Solomon Systech SSD1306 Rev. 1.1", (1.65, 3.3), None, 400
    ),
    "sh1106": Electrics(Rail.LOGIC, Signal.I2C, "Sino Wealth SH1106 V2.3", (1.65, 3.5), None, 400),
    "hd44780": Electrics(Rail.FIVE, Signal.I2C, "NXP PCF8574 Rev. 5", (4.5, 5.5), None, 100),
    "ht16k33": Electrics(Rail.FIVE, Signal.I2C, "Holtek HT16K33 Rev. 1.20", (4.5, 5.5), None, 400),
    "pn532-i2c": Electrics(Rail.LOGIC, Signal.I2C, _PN532, None, None, 400),
    # serial
    "pn532-hsu": Electrics(Rail.LOGIC, Signal.TTL, _PN532),
    "angel-eye": Electrics(Rail.OWN, Signal.RS232, "as public drivers of the shoe cite its paper"),
    "bee-tek": Electrics(Rail.OWN, Signal.RS232, "as public monitors of the shoe are set up"),
    "slingshot": Electrics(Rail.OWN, Signal.RS232, "Cammegh, SS2 Series Developers Information"),
    "mercury": Electrics(Rail.OWN, Signal.SERIAL, ""),
    "blower": Electrics(Rail.OWN, Signal.SERIAL, ""),
    "escpos": Electrics(Rail.OWN, Signal.SERIAL, ""),
    "rr3036": Electrics(Rail.OWN, Signal.SERIAL, ""),
    "reshuffled": Electrics(Rail.OWN, Signal.SERIAL, ""),
    # pins
    "pins": Electrics(Rail.NONE, Signal.CONTACT, "Raspberry Pi documentation, GPIO"),
    "line": Electrics(Rail.NONE, Signal.CONTACT, "Raspberry Pi documentation, GPIO"),
    "fortune-sensors": Electrics(Rail.OWN, Signal.CONTACT, "Raspberry Pi documentation, GPIO"),
    "piezo": Electrics(Rail.NONE, Signal.OUTPUT, "Raspberry Pi documentation, GPIO"),
    "buzzer": Electrics(Rail.OWN, Signal.OUTPUT, "Raspberry Pi documentation, GPIO"),
    # sound card
    "alsa": Electrics(Rail.OWN, Signal.AUDIO, ""),
}
"""By the `part` of its section."""
