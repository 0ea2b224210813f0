"""How the host has set the line of an FTDI adapter, and how a part of 8N1 receives it."""

from typing import Final

_CLOCK_HZ: Final = 3_000_000
_EIGHTHS: Final = (0, 4, 2, 1, 3, 5, 6, 7)
"""The eighths of a divisor by its three bits (FTDI, AN232B-05)."""
_FASTEST: Final = {0: 3_000_000, 1: 2_000_000}
"""The divisors that are names of a speed."""
_TOLERANCE: Final = 0.04
_PARITY_ERROR, _FRAMING_ERROR = 0x04, 0x08
_EIGHT_BITS_NO_PARITY: Final = 0x008


def divisor_baud(value: int, index: int) -> int:
    """Return the speed that a request's value and index set."""
    divisor = value & 0x3FFF
    if divisor in _FASTEST:
        return _FASTEST[divisor]
    eighths = _EIGHTHS[value >> 14 | (index & 1) << 2]
    return round(_CLOCK_HZ * 8 / (divisor * 8 + eighths))


class FtdiLine:
    """The line between the adapter and a part that sends and receives at `part_baud`, 8N1."""

    def __init__(self, part_baud: int) -> None:
        self.part_baud = part_baud
        self.host_baud = 0
        self.data_format = _EIGHT_BITS_NO_PARITY
        """The value of the request that sets data bits and parity."""

    @property
    def errors(self) -> int:
        """The error bits of the line status with each octet that comes."""
        if abs(self.host_baud / self.part_baud - 1) > _TOLERANCE:
            return _FRAMING_ERROR
        is_clear = self.data_format & 0x7FF == _EIGHT_BITS_NO_PARITY
        return 0 if is_clear else _PARITY_ERROR

    def carry(self, data: bytes) -> bytes:
        """Return octets as they arrive; where both sides are not set alike, none is right."""
        return bytes(octet ^ 0x55 for octet in data) if self.errors else data
