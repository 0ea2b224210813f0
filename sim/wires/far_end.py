"""What stands at the far end of a serial wire."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable


class FarEnd(Protocol):
    """A device on a serial line. Both calls may come from another thread than the device's own."""

    def receive(self, data: bytes) -> None:
        """Take what the host has sent; a frame may come in pieces."""
        ...

    def transmit(self) -> bytes:
        """Give what the device has to send and has not sent yet."""
        ...


class Bell:
    """What a far end rings when it has something to say that the host has not asked for."""

    def __init__(self) -> None:
        self.answered: Callable[[], None] = lambda: None
        """What the wire does when it rings."""

    def ring(self) -> None:
        """Have the wire ask the far end; from any thread."""
        self.answered()


@runtime_checkable
class Ringing(Protocol):
    """A far end that rings: its wire need not ask it again and again."""

    bell: Bell
