"""The far end of a serial wire."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable


class FarEnd(Protocol):
    """A device on a serial line. Both calls may come from another thread than the device's own."""

    def receive(self, data: bytes) -> None:
        """Take the host's bytes; a frame may come in pieces."""
        ...

    def transmit(self) -> bytes:
        """Return the device's unsent output."""
        ...


class FarEndTime(Protocol):
    """How much of a far end's time the world's clock has not counted yet, in ns."""

    def lead_ns(self) -> int:
        """Return by how much it is ahead of the world's time."""
        ...

    def advance_world(self, passed_ns: int) -> None:
        """Note how much of the world's time has passed."""
        ...


class OutputBell:
    """Rung by a far end with unsolicited output."""

    def __init__(self) -> None:
        self.answered: Callable[[], None] = lambda: None
        """The wire's reaction."""

    def ring(self) -> None:
        """Make the wire poll the far end; from any thread."""
        self.answered()


@runtime_checkable
class Ringing(Protocol):
    """A far end that rings: its wire need not ask it again and again."""

    bell: OutputBell
