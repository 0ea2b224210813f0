"""The far ends of a whole table, and the hands that move chips, keys and cards on it."""

from collections.abc import Mapping

from firmware.core.events import Door, Key, Place
from sim.angel_eye import SimAngelEye
from sim.ht16k33 import SimHt16k33
from sim.i2c import SimI2CBus
from sim.lines import SimTone
from sim.mcp23017 import InterruptOutput, SharedLine, SimMcp23017
from sim.pca9685 import SimPca9685
from sim.rr3036 import SimRr3036
from sim.ssd1306 import SimSsd1306
from sim.wiring import Wiring

CHANNELS = 16


class SimTable:
    """Every simulated part of one table. Not modelled: weight, height or colour of a stack."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.shoe = SimAngelEye()
        self.reader = SimRr3036(wiring.antennas)
        self.sensors = {address: SimMcp23017(address) for address, _ in wiring.presence}
        self.panel = SimMcp23017(wiring.keys_address)
        self.lamps = [SimPca9685(address) for address in wiring.light_addresses]
        self.dealer_display = SimSsd1306(wiring.dealer_display)
        self.payout_display = SimSsd1306(wiring.payout_display)
        self.figures = SimHt16k33(wiring.figures)
        self.tone = SimTone()
        displays = (self.dealer_display, self.payout_display, self.figures)
        self.i2c = SimI2CBus(*self.sensors.values(), self.panel, *self.lamps, *displays)
        self.stacks: dict[Place, list[bytes]] = {place: [] for place in wiring.antennas.values()}
        self._antenna = {place: number for number, place in wiring.antennas.items()}
        self._sensor = {place: contact for contact, place in wiring.presence.items()}
        self._key = {key: number for number, key in wiring.keys.items()}
        self._door = {door: number for number, door in wiring.doors.items()}
        for door in self._door:
            self.move_door(door, is_open=False)

    def input_lines(self) -> Mapping[int, SharedLine]:
        """Return the interrupt lines by pin: the sensors share one, as their open drains do."""
        sensors = (InterruptOutput(chip, 0) for chip in self.sensors.values())
        return {
            self.wiring.presence_pin: SharedLine(*sensors),
            self.wiring.keys_pin: SharedLine(InterruptOutput(self.panel, 0)),
        }

    # hands

    def put(self, place: Place, chip: bytes) -> None:
        """Lay a chip, by its tag, on a place."""
        self.stacks[place].append(chip)
        self.reader.put(self._antenna[place], chip)
        self._cover(place)

    def take(self, place: Place, chip: bytes) -> None:
        """Take a chip from a place."""
        self.stacks[place].remove(chip)
        self.reader.take(self._antenna[place], chip)
        self._cover(place)

    def _cover(self, place: Place) -> None:
        address, pin = self._sensor[place]
        self.sensors[address].wire(_pin(pin), high=False if self.stacks[place] else None)

    def hold(self, key: Key) -> None:
        """Press a key and keep it down."""
        self.panel.wire(_pin(self._key[key]), high=False)

    def release(self, key: Key) -> None:
        """Let a key go."""
        self.panel.wire(_pin(self._key[key]), high=None)

    def turn_key_switch(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        self.panel.wire(_pin(self.wiring.key_switch), high=False if on else None)

    def move_door(self, door: Door, *, is_open: bool) -> None:
        """Open or shut a door; shut, its contact is closed to ground."""
        self.panel.wire(_pin(self._door[door]), high=None if is_open else False)

    # eyes

    def colour(self, spot: int) -> tuple[int, int, int]:
        """Return the red, green and blue duty of a spot's light, 0 to 4096."""
        red, green, blue = (self._duty(c) for c in self.wiring.spot_channels[spot])
        return red, green, blue

    def lit(self, key: Key) -> bool:
        """Say whether a key is lit."""
        return self._duty(self.wiring.key_channels[key]) > 0

    def _duty(self, channel: int) -> int:
        return self.lamps[channel // CHANNELS].duty(channel % CHANNELS)


def _pin(number: int) -> int:
    """Return the chip's pin of one of its 14 inputs: GPA7, the eighth, is none."""
    return number if number < 7 else number + 1
