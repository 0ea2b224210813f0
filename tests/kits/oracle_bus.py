"""A `busio.I2C` over a simulated bus, so that drivers nobody here wrote can judge our far ends."""

import errno
from collections.abc import Callable
from typing import TypeVar

from hal.errors import BusStuck, DeviceSilent
from sim.chips.i2c_bus import SimI2CBus

_Result = TypeVar("_Result")


class OracleBus:
    """The six methods of `busio.I2C` that CircuitPython's drivers use; `log` keeps every transfer.

    A log line is the address, "w" or "r", and the bytes. Errors are those of Linux: OSError.
    """

    def __init__(self, bus: SimI2CBus) -> None:
        self._bus = bus
        self._locked = False
        self.log: list[tuple[int, str, bytes]] = []

    def writes(self, address: int) -> list[str]:
        """Return what was written to `address` as hex, probes left out."""
        return [data.hex(" ") for at, way, data in self.log if (at, way) == (address, "w") and data]

    def try_lock(self) -> bool:
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        self._locked = False

    def scan(self) -> list[int]:
        return [address for address in range(0x08, 0x78) if self._acknowledges(address)]

    def writeto(
        self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None
    ) -> None:
        data = bytes(buffer[start:end])
        _as_linux(lambda: self._bus.write(address, data))
        self.log.append((address, "w", data))

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        count = len(buffer[start:end])
        data = _as_linux(lambda: self._bus.read(address, count))
        self.log.append((address, "r", data))
        buffer[start : start + count] = data

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        sent, count = bytes(out_buffer[out_start:out_end]), len(in_buffer[in_start:in_end])
        data = _as_linux(lambda: self._bus.write_read(address, sent, count))
        self.log += [(address, "w", sent), (address, "r", data)]
        in_buffer[in_start : in_start + count] = data

    def _acknowledges(self, address: int) -> bool:
        try:
            self._bus.write(address, b"")
        except DeviceSilent:
            return False
        return True


def _as_linux(transfer: Callable[[], _Result]) -> _Result:
    try:
        return transfer()
    except DeviceSilent as error:
        raise OSError(errno.EREMOTEIO, "Remote I/O error") from error
    except BusStuck as error:
        raise TimeoutError(errno.ETIMEDOUT, "Connection timed out") from error
