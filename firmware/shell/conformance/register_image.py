"""The registers of the chips on an I2C bus, as a capture and the driver's own writes leave them.

A driver reads other ranges than the recorded host did, and compares them with what it wrote itself:
so each register has the value that was recorded or written last.
"""

from collections import defaultdict

from firmware.shell.conformance.exchanges import Exchange


class RegisterImage:
    """The value of each register by its chip's address; a read counts registers on."""

    def __init__(self) -> None:
        self._values: defaultdict[int, dict[int, int]] = defaultdict(dict)

    def write(self, address: int, data: bytes) -> None:
        """Take a write: the first register, then values."""
        if data:
            self._values[address] |= enumerate(data[1:], start=data[0])

    def apply(self, exchange: Exchange) -> None:
        """Take what a recorded read has found."""
        self._values[exchange.address or 0].update(read_values(exchange))

    def fill(self, exchange: Exchange) -> None:
        """Take it for registers without a value alone."""
        address = exchange.address or 0
        self._values[address] = read_values(exchange) | self._values[address]

    def read(self, address: int, register: int, count: int) -> bytes:
        """Return the values of registers; one that was never seen is 0."""
        values = self._values[address]
        return bytes(values.get(each, 0) for each in range(register, register + count))

    def has(self, address: int, register: int, count: int) -> bool:
        """Return whether each of these registers has a value."""
        return self._values[address].keys() >= set(range(register, register + count))


def read_values(exchange: Exchange) -> dict[int, int]:
    """Return what a recorded read has found, by register."""
    request = exchange.request
    if request is None or not request.octets or not exchange.replies:
        return {}
    octets = exchange.replies[0].octets or b""
    return dict(enumerate(octets, start=first_register(request.octets)))


def first_register(request: bytes) -> int:
    """Return where a read begins: behind the values that its request writes."""
    return request[0] + len(request) - 1
