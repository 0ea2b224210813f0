"""Chips on I2C that are registers: each transfer with the register's name in its data sheet."""

from collections.abc import Callable, Iterable, Iterator

from drivers.trace import Traced, Transfer, hexed, shortened
from hal.ports import Millis


class Registers:
    """Implements `drivers.trace.Tracer`; `name` is given a register."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name

    def trace(self, transfer: Transfer) -> Iterator[Traced]:
        """Yield the transfer."""
        address = transfer.address or 0
        way, verb = ("in", "read") if transfer.back else ("out", "write")
        data = transfer.back or transfer.out[1:]
        register = f" {self.named(address, transfer.out[0])}" if transfer.out else ""
        value = f" = {shortened(data)}" if data else ""
        said = f"{verb} 0x{address:02X}{register}{value}"
        yield Traced(transfer.at, way, hexed(transfer.back or transfer.out), said)  # type: ignore[arg-type]

    def named(self, address: int, register: int) -> str:  # noqa: ARG002
        """Name a register of the chip at `address`."""
        return self._name(register)

    def settled(self, now: Millis) -> Iterable[Traced]:  # noqa: ARG002
        """Nothing is held back."""
        return ()


def unnamed(register: int) -> str:
    """Return the name of an unnamed register: its number."""
    return f"{register:02X}h"
