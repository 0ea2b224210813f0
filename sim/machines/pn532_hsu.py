"""A simulated PN532 on its serial port."""

from typing import Final

from drivers.pn532.kind import Pn532Hsu
from sim.machines.card_source import CardSource
from sim.machines.mounted import Around, Mounted
from sim.machines.pn532 import SimPn532
from sim.machines.rfid_shoe import SimRfidShoe

_LONGEST: Final = 300


class SimPn532Hsu:
    """Implements `far_end.FarEnd`: the high-speed serial port. Not modelled: the baud rate."""

    def __init__(self, chip: SimPn532) -> None:
        self.chip = chip
        self.bell = chip.bell
        self._held = bytearray()

    def receive(self, data: bytes) -> None:
        """Take bytes; a sleeping chip receives only a 55, which wakes it."""
        if not self.chip.awake:
            start = data.find(0x55)
            if start < 0:
                return
            self.chip.awake = True
            data = data[start + 1 :]
        self._held += data
        while self._held and (frame := self._frame()) is not None:
            self.chip.hear(frame)

    def transmit(self) -> bytes:
        """Return the chip's output."""
        return self.chip.say_all()

    def reset(self) -> None:
        """Reset as at power-up."""
        self._held.clear()
        self.chip.reset()

    def _frame(self) -> bytes | None:
        """Return the next complete frame; other bytes are dropped."""
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


def far_end(_wiring: Pn532Hsu, around: Around) -> Mounted[CardSource]:
    """Return the shoe at whose mouth it reads."""
    chip = SimPn532()
    return Mounted(SimRfidShoe(chip, around.tags), wire=SimPn532Hsu(chip))
