"""Chips on I2C that are registers: each transfer with the register's name in its data sheet."""

from collections.abc import Callable, Iterable, Iterator

from drivers.spelling import Carried, Spelled, hexed, shortened
from hal.ports import Millis


class Registers:
    """Implements `drivers.spelling.Speller`; `name` is given a register."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name

    def spell(self, carried: Carried) -> Iterator[Spelled]:
        """Yield the transfer."""
        address = carried.address or 0
        way, verb = ("in", "read") if carried.back else ("out", "write")
        data = carried.back or carried.out[1:]
        register = f" {self.named(address, carried.out[0])}" if carried.out else ""
        value = f" = {shortened(data)}" if data else ""
        said = f"{verb} 0x{address:02X}{register}{value}"
        yield Spelled(carried.at, way, hexed(carried.back or carried.out), said)  # type: ignore[arg-type]

    def named(self, address: int, register: int) -> str:  # noqa: ARG002
        """Name a register of the chip at `address`."""
        return self._name(register)

    def settled(self, now: Millis) -> Iterable[Spelled]:  # noqa: ARG002
        """Nothing is held back."""
        return ()


def unnamed(register: int) -> str:
    """Return the name of an unnamed register: its number."""
    return f"{register:02X}h"
