"""A serial wire in memory."""

from typing import Protocol

from hal.errors import PortLost
from hal.ports import Millis
from sim.wires.far_end import FarEnd


class Impairment(Protocol):
    """How a wire carries the far end's bytes; one call is one read of the host."""

    def carry(self, sent_bytes: bytes) -> bytes:
        """Take the bytes sent since the last call, return those that arrive now."""
        ...

    @property
    def holds_bytes(self) -> bool:
        """Whether bytes are on the line, which a later call returns."""
        ...

    def forget(self) -> None:
        """Drop bytes on the line, as when the plug is pulled."""
        ...


class PerfectWire:
    """A good wire: all bytes arrive, at once and in one piece."""

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return `sent_bytes`."""
        return sent_bytes

    @property
    def holds_bytes(self) -> bool:
        """Nothing is ever under way."""
        return False

    def forget(self) -> None:
        """Nothing is ever under way."""


class MemoryPort:
    """Implements `hal.ports.SerialPort` with a far end in the same process and no delay.

    The wire's `impairment`, which may change, applies to the host's input; its output arrives
    unchanged. Not modelled: baud rate, a full buffer, waiting: `wait` returns at once, since its
    caller moves the time.
    """

    def __init__(
        self, far_end: FarEnd, path: str = "memory", impairment: Impairment | None = None
    ) -> None:
        self.path = path
        self._far_end = far_end
        self.impairment = impairment or PerfectWire()
        self.is_plugged = True
        self._is_open = False
        self._arrived_bytes = b""

    def readable(self) -> bool:
        """Return whether there is something to read; on a bad wire, always True."""
        if not self._arrived_bytes:
            self._arrived_bytes = self._far_end.transmit()
        return bool(self._arrived_bytes) or not self.carries_at_once

    @property
    def carries_at_once(self) -> bool:
        """Whether it is open and delivers all bytes at once."""
        return self._is_open and isinstance(self.impairment, PerfectWire)

    def unplug(self) -> None:
        """Pull the cable: the port is lost, and stays so until it is plugged in and reopened."""
        self.is_plugged = self._is_open = False

    def plug(self) -> None:
        """Put the cable back."""
        self.is_plugged = True

    def reopen(self) -> None:
        """Open, empty: unread output of the far end is lost."""
        self._is_open = self.is_plugged
        if not self._is_open:
            raise self._port_lost()
        self._far_end.transmit()
        self._arrived_bytes = b""
        self.impairment.forget()

    def read(self) -> bytes:
        """Return the far end's bytes as the manner carries them."""
        if not self._is_open:
            raise self._port_lost()
        sent_bytes, self._arrived_bytes = self._arrived_bytes + self._far_end.transmit(), b""
        return self.impairment.carry(sent_bytes)

    def write(self, data: bytes) -> None:
        """Give `data` to the far end."""
        if not self._is_open:
            raise self._port_lost()
        self._far_end.receive(data)

    def wait(self, timeout_ms: Millis) -> None:
        """Return at once."""

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self._is_open = False

    def _port_lost(self) -> PortLost:
        return PortLost(f"{self.path} is not open")
