"""A serial port at whose far end a capture is replayed."""

from collections import deque

from hal.errors import PortLost
from hal.ports import Clock, Millis


class ReplayPort:
    """Implements `hal.ports.SerialPort`. Not modelled: the pace of a line, a lost cable."""

    path = "/dev/capture"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._is_open = False
        self._arrived = b""
        self.requests: deque[tuple[Millis, bytes]] = deque()
        """What was written, and when, until the replay takes it."""

    def deliver(self, octets: bytes) -> None:
        """Let the unit send; a port that is not open loses it."""
        if self._is_open:
            self._arrived += octets

    def readable(self) -> bool:
        """Return whether the driver has left something."""
        return bool(self._arrived)

    def reopen(self) -> None:
        """Open, empty."""
        self._is_open, self._arrived = True, b""

    def read(self) -> bytes:
        """Return what was delivered."""
        self._require_open()
        arrived, self._arrived = self._arrived, b""
        return arrived

    def write(self, data: bytes) -> None:
        """Take a request; what is written at one moment is one request."""
        self._require_open()
        now = self._clock.now()
        self.requests.append((now, data))

    def wait(self, timeout_ms: Millis) -> None:
        """Return at once."""

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Close; nothing is delivered any more."""
        self._is_open = False

    def _require_open(self) -> None:
        if not self._is_open:
            raise PortLost(f"{self.path} is not open")
