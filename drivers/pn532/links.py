"""The two links to a PN532: its high-speed serial port (115200 8N1), and I2C at 0x24."""

from collections import Counter, deque
from typing import Final, Protocol

from drivers.pn532.frames import ACK, NACK, Pn532Frame, Pn532Framer, announced_bytes
from hal.errors import DeviceSilent
from hal.ports import NEVER, I2CBus, Millis, SerialPort

WAKE_UP: Final = bytes((0x55, 0x55)) + bytes(14)
"""Brings the chip out of low power, in which it starts; SAMConfiguration must follow."""

ADDRESS: Final = 0x24
READY_BIT: Final = 0x01
_USUAL_REPLY: Final = 64
"""Bytes read for a reply: two targets with 7-byte UIDs make a frame of 36, an ATS more."""
MOST_NAKS: Final = 8
"""Missing acknowledges in a row that are normal while the chip wakes up or works."""


class Pn532Link(Protocol):
    """A link to the chip; every call may raise HardwareError, none waits."""

    name: str
    health: Counter[str]
    poll_interval: Millis
    """How often `receive` is to be called for a reply; NEVER if its bytes wake the bus."""
    foreign_bodies: deque[bytes]
    """The bodies of sound frames that are no reply."""

    def open(self) -> None:
        """Open the link; no command is pending."""
        ...

    def wake(self) -> None:
        """Wake the chip; the next command must be SAMConfiguration."""
        ...

    def send(self, frame: bytes) -> None:
        """Send a frame; earlier replies are dropped."""
        ...

    def receive(self) -> list[Pn532Frame]:
        """Return the frames that have arrived since."""
        ...


class HsuLink:
    """The serial port. Frames may come in pieces."""

    poll_interval = NEVER

    def __init__(self, port: SerialPort) -> None:
        self.name = port.path
        self.health: Counter[str] = Counter()
        self._serial_port = port
        self._framer = Pn532Framer(self.health)
        self.foreign_bodies = self._framer.foreign_bodies

    def open(self) -> None:
        """Reopen the port."""
        self._serial_port.reopen()
        self._framer.clear_buffer()

    def wake(self) -> None:
        """Send the wake-up, and cancel a pending command."""
        # The ACK behind it cancels a command that the chip may still execute.
        self._serial_port.write(WAKE_UP)
        self._serial_port.write(ACK)

    def send(self, frame: bytes) -> None:
        """Drop the bytes that have arrived, then send."""
        self._serial_port.read()
        self._framer.clear_buffer()
        self._serial_port.write(frame)

    def receive(self) -> list[Pn532Frame]:
        """Return the frames that have arrived."""
        return self._framer.feed(self._serial_port.read())


class I2cLink:
    """The I2C bus. Each read begins with a byte whose lowest bit is set if a frame is ready.

    A chip that wakes up or has just received a command may not acknowledge (UM0701-02, 6.2.4):
    MOST_NAKS in a row are normal. Behind a frame the chip sends old bytes from its buffer, so only
    the first frame of a read counts. A reply that is longer than what was read is asked for again,
    and then more is read.
    """

    poll_interval = Millis(5)

    def __init__(self, bus: I2CBus) -> None:
        self.name = f"PN532 at 0x{ADDRESS:02X}"
        self.health: Counter[str] = Counter()
        self._bus = bus
        self._framer = Pn532Framer(self.health)
        self.foreign_bodies = self._framer.foreign_bodies
        self._naks_in_row = 0
        self._reply_bytes = _USUAL_REPLY

    def open(self) -> None:
        """Forget a pending command."""
        self._naks_in_row = 0
        self._reply_bytes = _USUAL_REPLY

    def wake(self) -> None:
        """Address the chip, which wakes it, and cancel a pending command."""
        self.send(ACK)

    def send(self, frame: bytes) -> None:
        """Send a frame; a missing acknowledge shows as a missing reply."""
        try:
            self._bus.write(ADDRESS, frame)
        except DeviceSilent:
            self._count_nak()
            return
        self._naks_in_row = 0

    def receive(self) -> list[Pn532Frame]:
        """Return the one frame that is there, if one is."""
        try:
            # One octet first: a long read of a chip that is not ready would waste bus time.
            if not self._bus.read(ADDRESS, 1)[0] & READY_BIT:
                self._naks_in_row = 0
                return []
            response = self._bus.read(ADDRESS, 1 + self._reply_bytes)
        except DeviceSilent:
            self._count_nak()
            return []
        self._naks_in_row = 0
        frames = self._framer.feed(response[1:])[:1] if response[0] & READY_BIT else []
        self._framer.clear_buffer()
        if announced_bytes(response[1:]) > self._reply_bytes:
            self._reply_bytes = announced_bytes(response[1:])
            self.send(NACK)
        return frames

    def _count_nak(self) -> None:
        self._naks_in_row += 1
        self.health["naks"] += 1
        if self._naks_in_row > MOST_NAKS:
            raise DeviceSilent(ADDRESS)
