"""The far ends of the lights: channels that count on over their chips."""

from collections.abc import Callable
from typing import Final, Protocol

from drivers.wiring import LightWiring
from sim.bench import far_ends
from sim.chips.i2c_bus import I2cFarEnd

FULL: Final = 4096
"""The duty of a channel that is always on."""


class LampChip(I2cFarEnd, Protocol):
    """The far end of a chip with lights, made with its address."""

    def duty(self, channel: int, /) -> int:
        """Return how bright a channel is, 0 to FULL."""
        ...


class SimLamps:
    """The lamps of a table."""

    def __init__(self, wiring: LightWiring) -> None:
        make_far_end: Callable[[int], LampChip] = far_ends.chip(wiring.part)
        self.channels = wiring.channels_per_chip
        """Of one chip."""
        self.chips = [make_far_end(address) for address in wiring.addresses]

    def duty(self, channel: int) -> int:
        """Return how bright a channel is, 0 to FULL."""
        # Channels count on from each chip to the next, as in the driver.
        chip, number = divmod(channel, self.channels)
        return self.chips[chip].duty(number)
