"""Chips on I2C that are registers: each transfer with the register's name in its data sheet."""

from collections.abc import Callable, Iterable, Iterator

from drivers.trace import TracedFrame, Transfer, hex_octets, shortened
from hal.ports import Millis


class Registers:
    """Implements `drivers.trace.Tracer`; `name` is given a register."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._register_name = name

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield the transfer."""
        address = transfer.address or 0
        direction, verb = ("in", "read") if transfer.received_bytes else ("out", "write")
        data = transfer.received_bytes or transfer.sent_bytes[1:]
        register = (
            f" {self.register_name(address, transfer.sent_bytes[0])}" if transfer.sent_bytes else ""
        )
        value = f" = {shortened(data)}" if data else ""
        description = f"{verb} 0x{address:02X}{register}{value}"
        yield TracedFrame(
            transfer.at_ms,
            direction,  # type: ignore[arg-type]
            hex_octets(transfer.received_bytes or transfer.sent_bytes),
            description,
            hex_octets(transfer.sent_bytes) if transfer.received_bytes else "",
        )

    def register_name(self, address: int, register: int) -> str:  # noqa: ARG002
        """Name a register of the chip at `address`."""
        return self._register_name(register)

    def flush(self, now: Millis) -> Iterable[TracedFrame]:  # noqa: ARG002
        """Nothing is held back."""
        return ()


def register_number(register: int) -> str:
    """Return the name of an unnamed register: its number."""
    return f"{register:02X}h"
