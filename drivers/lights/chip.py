"""A chip with lights: the interface of its driver, and its description."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from drivers.i2c_chip import I2cChip
from hal.ports import I2CBus


class LightDriver(Protocol):
    """A chip with lights, on its bus. Every call raises HardwareError."""

    channels: int

    def encode_level(self, level: int, /) -> bytes:
        """Return a channel's registers at `level`, 0 to FULL."""
        ...

    def start(self) -> None:
        """Set the chip up from any state, dark."""
        ...

    def show(self, channel_values: Sequence[bytes]) -> None:
        """Set all channels to `channel_values`, sending only the differences."""
        ...

    def check(self) -> None:
        """Raise BadReply if the chip was reset."""
        ...

    def blank(self) -> None:
        """Put all channels out."""
        ...


@dataclass(frozen=True)
class LightChip(I2cChip):
    """`make_driver` returns the driver of the chip at an address."""

    make_driver: Callable[[I2CBus, int], LightDriver] = field(kw_only=True)
