"""The two ways to a PN532: its high-speed serial port (115200 8N1), and I2C at 0x24."""

from collections import Counter
from typing import Final, Protocol

from drivers.pn532.frames import ACK, Frame, Framer
from hal.errors import DeviceSilent
from hal.ports import NEVER, I2CBus, Millis, SerialPort

WAKE_UP: Final = bytes((0x55, 0x55)) + bytes(14)
"""Brings the chip out of low power, in which it starts; SAMConfiguration must follow."""

ADDRESS: Final = 0x24
READY: Final = 0x01
_LONGEST_REPLY: Final = 64
"""Bytes read for a reply: two targets with 7-byte UIDs make a frame of 36."""
MOST_NAKS: Final = 8
"""Missing acknowledges in a row that are normal while the chip wakes up or works."""


class Link(Protocol):
    """A way to the chip; every call may raise HardwareError, none waits."""

    name: str
    health: Counter[str]
    polled_every: Millis
    """How often `receive` is to be called for a reply; NEVER if its bytes wake the bus."""

    def open(self) -> None:
        """Open the link; no command is pending."""
        ...

    def wake(self) -> None:
        """Wake the chip; the next command must be SAMConfiguration."""
        ...

    def send(self, frame: bytes) -> None:
        """Send a frame; earlier replies are dropped."""
        ...

    def receive(self) -> list[Frame]:
        """Return the frames that have arrived since."""
        ...


class HsuLink:
    """The serial port. Frames may come in pieces."""

    polled_every = NEVER

    def __init__(self, port: SerialPort) -> None:
        self.name = port.path
        self.health: Counter[str] = Counter()
        self._port = port
        self._framer = Framer(self.health)

    def open(self) -> None:
        """Reopen the port."""
        self._port.reopen()
        self._framer.clear()

    def wake(self) -> None:
        """Send the wake-up, and cancel a pending command."""
        self._port.write(WAKE_UP)
        self._port.write(ACK)

    def send(self, frame: bytes) -> None:
        """Drop what has arrived, then send."""
        self._port.read()
        self._framer.clear()
        self._port.write(frame)

    def receive(self) -> list[Frame]:
        """Return the frames that have arrived."""
        return self._framer.feed(self._port.read())


class I2cLink:
    """The I2C bus. Each read begins with a byte whose lowest bit says that a frame is there.

    A chip that wakes up or has just received a command may not acknowledge (UM0701-02, 6.2.4):
    MOST_NAKS in a row are normal. Behind a frame the chip sends old bytes from its buffer, so only
    the first frame of a read counts.
    """

    polled_every = Millis(5)

    def __init__(self, bus: I2CBus) -> None:
        self.name = f"PN532 at 0x{ADDRESS:02X}"
        self.health: Counter[str] = Counter()
        self._bus = bus
        self._framer = Framer(self.health)
        self._naks = 0

    def open(self) -> None:
        """Forget a pending command."""
        self._naks = 0

    def wake(self) -> None:
        """Address the chip, which wakes it, and cancel a pending command."""
        self.send(ACK)

    def send(self, frame: bytes) -> None:
        """Send a frame; a missing acknowledge shows as a missing reply."""
        try:
            self._bus.write(ADDRESS, frame)
        except DeviceSilent:
            self._unheard()
            return
        self._naks = 0

    def receive(self) -> list[Frame]:
        """Return the one frame that is there, if one is."""
        try:
            if not self._bus.read(ADDRESS, 1)[0] & READY:
                self._naks = 0
                return []
            said = self._bus.read(ADDRESS, 1 + _LONGEST_REPLY)
        except DeviceSilent:
            self._unheard()
            return []
        self._naks = 0
        frames = self._framer.feed(said[1:])[:1] if said[0] & READY else []
        self._framer.clear()
        return frames

    def _unheard(self) -> None:
        self._naks += 1
        self.health["naks"] += 1
        if self._naks > MOST_NAKS:
            raise DeviceSilent(ADDRESS)
