"""From the configuration's words to the drivers, wire by wire."""

from drivers.angel_eye import AngelEyeShoe
from drivers.chips import ChipRegistry
from drivers.figures import Figures
from drivers.inputs import KeyPanel, PresenceSensors
from drivers.lights import BetLights
from drivers.part import Part
from drivers.rr3036.reader import ChipReader
from drivers.sounder import Sounder
from drivers.text_display import TextDisplay
from firmware.shell.config import Config
from firmware.shell.screens import Screens
from hal.ports import Board, I2CBus, SerialPort


class Wires:
    """The parts of a table by the wire that they hang on. Opening raises HardwareError."""

    def __init__(
        self, config: Config, board: Board, registry: ChipRegistry, screens: Screens
    ) -> None:
        self.shoe_port = board.serial(config.shoe.port, config.shoe.baud)
        self.chips_port = board.serial(config.chips.port, config.chips.baud)
        self.shoe = [_shoe(config, self.shoe_port)]
        self.chips = [ChipReader(self.chips_port, config.chips.antennas, registry)]
        self.i2c = _on_i2c(config, board, screens)
        self.lines = [Sounder(board.tone(config.sounder))]


def _shoe(config: Config, port: SerialPort) -> Part:
    return AngelEyeShoe(port, copies=config.shoe.copies, commands=config.shoe.commands)


def _on_i2c(config: Config, board: Board, screens: Screens) -> list[Part]:
    """Return the parts of the I2C bus: lights first, since the eye is quicker than the reader."""
    bus = board.i2c(config.i2c_bus)
    standing = screens.standing(simulated=board.simulated)
    lights = BetLights(bus, config.lights.addresses, config.lights.spots, config.lights.keys)
    return [
        lights,
        _keys(config, board, bus),
        _presence(config, board, bus),
        Figures(bus, config.figures),
        TextDisplay(bus, config.dealer_display, screens.dealer, "dealer_display", standing),
        TextDisplay(bus, config.payout_display, screens.players, "payout_display", standing),
    ]


def _keys(config: Config, board: Board, bus: I2CBus) -> Part:
    keys = config.keys
    interrupt = board.input(keys.interrupt)
    return KeyPanel(bus, keys.address, keys.keys, keys.key_switch, keys.doors, interrupt)


def _presence(config: Config, board: Board, bus: I2CBus) -> Part:
    presence = config.presence
    return PresenceSensors(bus, presence.places, board.input(presence.interrupt))
