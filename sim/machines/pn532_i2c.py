"""A simulated PN532 on the I2C bus."""

from typing import Final

from drivers.pn532.kind import Pn532I2cWiring
from hal.errors import DeviceSilent
from sim.machines.card_source import CardSource
from sim.machines.installation import FarEndContext, Installation
from sim.machines.pn532 import SimPn532
from sim.machines.rfid_shoe import SimRfidShoe

_STALE_BYTE: Final = 0x80
_SILENT_READS: Final = 3


class SimPn532I2c:
    """Implements `sim.chips.i2c_bus.I2cFarEnd`: the I2C bus. Addressing a sleeping chip wakes it.

    Each read begins with the status byte and takes one frame; bytes read past its end are stale. A
    read of only the status byte takes nothing. Not modelled: clock stretching.
    """

    def __init__(self, chip: SimPn532, address: int = 0x24) -> None:
        self.chip = chip
        # The host polls a status octet here: an empty field is late by some polls.
        chip.unanswered_reads = _SILENT_READS
        self.address = address
        self.addresses = (address,)
        self.naks_left = 0
        """How often it will not acknowledge its address from now on."""

    def write(self, data: bytes) -> None:
        """Take one frame; an empty one is a probe."""
        self._acknowledge()
        if data:
            self.chip.receive_frame(data)

    def read(self, count: int) -> bytes:
        """Give the status byte, and the frame that is there if more is asked for."""
        self._acknowledge()
        if not self.chip.has_frame:
            return bytes(count)
        if count == 1:
            return b"\x01"
        frame = self.chip.next_frame() or b""
        return (b"\x01" + frame).ljust(count, bytes((_STALE_BYTE,)))[:count]

    def reset(self) -> None:
        """Reset as at power-up."""
        self.chip.reset()

    def _acknowledge(self) -> None:
        if self.naks_left:
            self.naks_left -= 1
            raise DeviceSilent(self.address)
        self.chip.is_awake = True


def far_end(_wiring: Pn532I2cWiring, context: FarEndContext) -> Installation[CardSource]:
    """Return the shoe at whose mouth it reads."""
    chip = SimPn532()
    return Installation(SimRfidShoe(chip, context.tags), chips=[SimPn532I2c(chip)])
