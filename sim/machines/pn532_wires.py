"""The two wires of a simulated PN532."""

from typing import Final

from sim.machines.pn532 import SimPn532

_LONGEST: Final = 300
_STALE: Final = 0x80


class SimPn532Hsu:
    """Implements `far_end.FarEnd`: the high-speed serial port. Not modelled: the baud rate."""

    def __init__(self, chip: SimPn532) -> None:
        self.chip = chip
        self._held = bytearray()

    def receive(self, data: bytes) -> None:
        """Take bytes; 55 wakes a sleeping chip, which hears nothing else."""
        if not self.chip.awake:
            start = data.find(0x55)
            if start < 0:
                return
            self.chip.awake = True
            data = data[start + 1 :]
        self._held += data
        while (frame := self._frame()) is not None:
            self.chip.hear(frame)

    def transmit(self) -> bytes:
        """Give what the chip has to say."""
        said = b""
        while (frame := self.chip.say()) is not None:
            said += frame
        return said

    def reset(self) -> None:
        """Do what power-up does."""
        self._held.clear()
        self.chip.reset()

    def _frame(self) -> bytes | None:
        """Return the next whole frame; what is none is dropped."""
        start = self._held.find(b"\x00\xff")
        if start < 0 or len(self._held) < start + 4:
            if len(self._held) > _LONGEST:
                self._held.clear()
            return None
        length, check = self._held[start + 2 : start + 4]
        is_ack = (length, check) == (0, 0xFF)
        end = start + (5 if is_ack else 6 + length)
        if not is_ack and (length + check) & 0xFF:
            del self._held[: start + 2]
            return b""
        if len(self._held) < end:
            return None
        frame = bytes(self._held[:end])
        del self._held[:end]
        return bytes.fromhex("0000FF00FF00") if is_ack else frame[start - 1 if start else 0 :]


class SimPn532I2c:
    """Implements `sim.chips.i2c.Chip`: the I2C bus. A sleeping chip is woken by being addressed.

    Each read begins with the status byte and takes one frame; what is read past its end is stale. A
    read of the status byte alone takes nothing. Not modelled: clock stretching.
    """

    def __init__(self, chip: SimPn532, address: int = 0x24) -> None:
        self.chip = chip
        self.address = address
        self.naks = 0
        """How often it will not acknowledge its address from now on."""

    def answers(self, address: int) -> bool:
        """Say whether the chip acknowledges."""
        if address != self.address:
            return False
        if self.naks:
            self.naks -= 1
            return False
        self.chip.awake = True
        return True

    def write(self, data: bytes) -> None:
        """Take one frame; an empty one is a probe."""
        if data:
            self.chip.hear(data)

    def read(self, count: int) -> bytes:
        """Give the status byte, and the frame that is there if more is asked for."""
        if not self.chip.has_said:
            return bytes(count)
        if count == 1:
            return b"\x01"
        frame = self.chip.say() or b""
        return (b"\x01" + frame).ljust(count, bytes((_STALE,)))[:count]

    def reset(self) -> None:
        """Do what power-up does."""
        self.chip.reset()
