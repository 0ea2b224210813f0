"""A serial wire in memory."""

from typing import Final, Protocol

from hal.errors import PortLost
from hal.ports import Millis
from sim.wires.far_end import FarEnd

NOISY_ONE_IN: Final = 40
"""How many bytes a noisy wire carries for each that it spoils."""


class Manner(Protocol):
    """How a wire carries the far end's bytes; one call is one read of the host."""

    def carry(self, sent: bytes) -> bytes:
        """Take the bytes sent since the last call, return those that arrive now."""
        ...

    @property
    def holds(self) -> bool:
        """Whether bytes are on the line, which a later call returns."""
        ...

    def forget(self) -> None:
        """Drop bytes on the line, as when the plug is pulled."""
        ...


class Whole:
    """A good wire: all bytes arrive, at once and in one piece."""

    def carry(self, sent: bytes) -> bytes:
        """Return `sent`."""
        return sent

    @property
    def holds(self) -> bool:
        """Nothing is ever under way."""
        return False

    def forget(self) -> None:
        """Nothing is ever under way."""


class MemoryPort:
    """Implements `hal.ports.SerialPort` with a far end in the same process and no delay.

    The wire's `manner`, which may change, applies to the host's input; its output arrives
    unchanged. Not modelled: baud rate, a full buffer, waiting: `wait` returns at once, since its
    caller moves the time.
    """

    def __init__(self, far_end: FarEnd, path: str = "memory", manner: Manner | None = None) -> None:
        self.path = path
        self._far_end = far_end
        self.manner = manner or Whole()
        self.plugged = True
        self._open = False
        self._arrived = b""

    def readable(self) -> bool:
        """Return whether there is something to read; on a bad wire, always True."""
        if not self._arrived:
            self._arrived = self._far_end.transmit()
        return bool(self._arrived) or not self.is_good

    @property
    def is_good(self) -> bool:
        """Whether it is open and carries at once whatever is sent."""
        return self._open and isinstance(self.manner, Whole)

    def unplug(self) -> None:
        """Pull the cable: the port is lost, and stays so until it is plugged in and reopened."""
        self.plugged = self._open = False

    def plug(self) -> None:
        """Put the cable back."""
        self.plugged = True

    def reopen(self) -> None:
        """Open, empty: unread output of the far end is lost."""
        self._open = self.plugged
        if not self._open:
            raise self._lost()
        self._far_end.transmit()
        self._arrived = b""
        self.manner.forget()

    def read(self) -> bytes:
        """Return the far end's bytes as the manner carries them."""
        if not self._open:
            raise self._lost()
        sent, self._arrived = self._arrived + self._far_end.transmit(), b""
        return self.manner.carry(sent)

    def write(self, data: bytes) -> None:
        """Give `data` to the far end."""
        if not self._open:
            raise self._lost()
        self._far_end.receive(data)

    def wait(self, most: Millis) -> None:
        """Return at once."""

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self._open = False

    def _lost(self) -> PortLost:
        return PortLost(f"{self.path} is not open")
