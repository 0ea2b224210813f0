"""What stands at the far end of a serial wire."""

from typing import Protocol


class FarEnd(Protocol):
    """A device on a serial line. Both calls may come from another thread than the device's own."""

    def receive(self, data: bytes) -> None:
        """Take what the host has sent; a frame may come in pieces."""
        ...

    def transmit(self) -> bytes:
        """Give what the device has to send and has not sent yet."""
        ...
