"""The far ends of the lights: channels that count on over their chips."""

from drivers.wiring import LightWiring
from sim.i2c import Chip
from sim.pca9685 import SimPca9685

CHANNELS = 16


class SimLamps:
    """The lamps of a table."""

    def __init__(self, wiring: LightWiring) -> None:
        self._drivers = [SimPca9685(address) for address in wiring.addresses]
        self.chips: list[Chip] = [*self._drivers]

    def duty(self, channel: int) -> int:
        """Return how bright a channel is, 0 to 4096."""
        chip, number = divmod(channel, CHANNELS)
        return self._drivers[chip].duty(number)
