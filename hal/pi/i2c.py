"""An I2C bus through smbus2."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from typing import Any, cast

from smbus2 import I2cFunc, SMBus, i2c_msg
from smbus2.smbus2 import i2c_rdwr_ioctl_data

from hal.errors import BoardUnfit, BusStuck, DeviceSilent, HardwareError
from hal.pi.recovery import clock_out

_I2C_RETRIES = 0x0701
_I2C_TIMEOUT = 0x0702
_I2C_RDWR = 0x0707
"""Requests of linux/i2c-dev.h; the time-out is in units of 10 ms and holds for a transaction."""

_TIMEOUT_10MS = 10
"""100 ms: a full 1 KiB display frame at 100 kHz takes 92."""

_MAX_MESSAGE_OCTETS = 8192
"""The longest message that the kernel's i2c-dev takes."""

_SILENT_ERRNOS = {errno.EREMOTEIO, errno.ENXIO}
_STUCK_ERRNOS = {errno.ETIMEDOUT, errno.EAGAIN, errno.EIO}
"""EIO is how a BCM283x adapter reports that a part stretched the clock too long."""


class SmbusBus:
    """Implements `hal.ports.I2CBus` on /dev/i2c-`bus_number`. Untried on real hardware.

    A probe is an empty write, or a read of one byte if the adapter can't send empty writes.
    """

    def __init__(self, bus_number: int) -> None:
        with _bus_opening(bus_number):
            self._bus_number = bus_number
            self._bus = SMBus(bus_number)
            # Some adapters, such as DesignWare's of the Pi 5, can't send an address alone.
            self._sends_empty = bool(self._bus.funcs & I2cFunc.SMBUS_QUICK)
            self._bus_descriptor = cast("int", self._bus.fd)
            ioctl(self._bus_descriptor, _I2C_TIMEOUT, _TIMEOUT_10MS)
            # A retry would hide a lost arbitration and double the time of a transfer.
            ioctl(self._bus_descriptor, _I2C_RETRIES, 0)

    def write(self, address: int, data: bytes) -> None:
        """Send `data`, at most 8192 bytes; none is a probe."""
        if not data and not self._sends_empty:
            self.read(address, 1)
            return
        self._transfer(address, [i2c_msg.write(address, _sendable(data))])

    def read(self, address: int, count: int) -> bytes:
        """Return `count` bytes, 1 to 8192."""
        return self.write_read(address, b"", count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Send `data`, then read `count` bytes in the same transaction."""
        if not 1 <= count <= _MAX_MESSAGE_OCTETS:
            raise ValueError(f"a read of {count} bytes")
        reply_message = i2c_msg.read(address, count)
        request_messages = [i2c_msg.write(address, _sendable(data))] if data else []
        self._transfer(address, [*request_messages, reply_message])
        return bytes(reply_message)

    def recover(self) -> None:
        """Clock a part's unfinished transfer out; see `hal.pi.recovery`."""
        clock_out(self._bus_number)

    def close(self) -> None:
        """Let the bus go; closing twice is no error."""
        self._bus.close()

    def _transfer(self, address: int, messages: list[i2c_msg]) -> None:
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"0x{address:02X} is no I2C address")
        ioctl_request = i2c_rdwr_ioctl_data.create(*cast("list[Any]", messages))
        with _transferring(address):
            messages_sent = ioctl(self._bus_descriptor, _I2C_RDWR, ioctl_request)
        # smbus2 drops this number. An adapter may end a transfer at a missing acknowledge.
        if messages_sent != len(messages):
            raise DeviceSilent(address)


def _sendable(data: bytes) -> bytes:
    if len(data) > _MAX_MESSAGE_OCTETS:
        raise ValueError(f"a write of {len(data)} bytes")
    return data


@contextmanager
def _transferring(address: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in _SILENT_ERRNOS:
            raise DeviceSilent(address) from error
        error_class = BusStuck if error.errno in _STUCK_ERRNOS else HardwareError
        raise error_class(f"I2C transfer with 0x{address:02X}: {error}") from error


@contextmanager
def _bus_opening(bus_number: int) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise BoardUnfit(
            f"there is no /dev/i2c-{bus_number}: switch I2C on (dtparam=i2c_arm=on in config.txt)"
            " and load the module i2c-dev"
        ) from error
    except PermissionError as error:
        raise BoardUnfit(
            f"no right to open /dev/i2c-{bus_number}: put the service's user into the group i2c"
        ) from error
    except OSError as error:
        raise BoardUnfit(f"/dev/i2c-{bus_number} can't be used: {error}") from error
