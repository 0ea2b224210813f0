"""A simulated PN532 on its serial port."""

from typing import Final

from drivers.pn532.kind import Pn532HsuWiring
from sim.machines.card_source import CardSource
from sim.machines.installation import FarEndContext, Installation
from sim.machines.pn532 import SimPn532
from sim.machines.rfid_shoe import SimRfidShoe

_MAX_FRAME_BYTES: Final = 300


class SimPn532Hsu:
    """Implements `sim.wires.far_end.FarEnd`: the high-speed UART. Not modelled: the baud rate."""

    def __init__(self, chip: SimPn532) -> None:
        self.chip = chip
        self.bell = chip.bell
        self._pending_bytes = bytearray()

    def receive(self, data: bytes) -> None:
        """Take bytes; a sleeping chip receives only a 55, which wakes it."""
        if not self.chip.is_awake:
            # The preamble of the wake-up; the octets before it are lost in low power.
            frame_start = data.find(0x55)
            if frame_start < 0:
                return
            self.chip.is_awake = True
            data = data[frame_start + 1 :]
        self._pending_bytes += data
        while self._pending_bytes and (frame := self._next_frame()) is not None:
            self.chip.receive_frame(frame)

    def transmit(self) -> bytes:
        """Return the chip's output."""
        return self.chip.all_frames()

    def reset(self) -> None:
        """Reset as at power-up."""
        self._pending_bytes.clear()
        self.chip.reset()

    def _next_frame(self) -> bytes | None:
        """Return the next complete frame; other bytes are dropped."""
        frame_start = self._pending_bytes.find(b"\x00\xff")
        if frame_start < 0 or len(self._pending_bytes) < frame_start + 4:
            if len(self._pending_bytes) > _MAX_FRAME_BYTES:
                self._pending_bytes.clear()
            return None
        body_length, length_check = self._pending_bytes[frame_start + 2 : frame_start + 4]
        is_ack = (body_length, length_check) == (0, 0xFF)
        frame_end = frame_start + (5 if is_ack else 6 + body_length)
        if not is_ack and (body_length + length_check) & 0xFF:
            del self._pending_bytes[: frame_start + 2]
            # An empty frame is invalid: the caller continues behind it.
            return b""
        if len(self._pending_bytes) < frame_end:
            return None
        frame = bytes(self._pending_bytes[:frame_end])
        del self._pending_bytes[:frame_end]
        return (
            bytes.fromhex("0000FF00FF00")
            if is_ack
            else frame[frame_start - 1 if frame_start else 0 :]
        )


def far_end(_wiring: Pn532HsuWiring, context: FarEndContext) -> Installation[CardSource]:
    """Return the shoe at whose mouth it reads."""
    chip = SimPn532()
    return Installation(SimRfidShoe(chip, context.tags), serial_end=SimPn532Hsu(chip))
