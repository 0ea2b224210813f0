"""The far ends of the lights: channels that count on over their chips."""

from typing import Final

from drivers.wiring import LightWiring, PwmLights
from sim.chips.i2c import Chip
from sim.chips.is31fl3741 import LEDS, SimIs31fl3741
from sim.chips.pca9685 import SimPca9685

CHANNELS = 16
FULL: Final = 4096
"""The duty of a channel that is always on."""


class SimLamps:
    """The lamps of a table."""

    def __init__(self, wiring: LightWiring) -> None:
        pwm = isinstance(wiring, PwmLights)
        kind = SimPca9685 if pwm else SimIs31fl3741
        self.channels = CHANNELS if pwm else LEDS
        """Of one chip."""
        self._lamps: list[SimPca9685 | SimIs31fl3741] = [kind(at) for at in wiring.addresses]
        self.chips: list[Chip] = [*self._lamps]

    def duty(self, channel: int) -> int:
        """Return how bright a channel is, 0 to 4096."""
        chip, number = divmod(channel, self.channels)
        return self._lamps[chip].duty(number)
