"""Meters of one part's wire: bytes, transfers, errors, and the time of answers.

They feed a technician's trace too; without one, that costs a test of `Tap.on`.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from firmware.shell.parts.tap import Tap
from hal.errors import BusStuck, HardwareError
from hal.ports import Clock, I2CBus, Millis, SerialPort

Result = TypeVar("Result")

NAK: Final = "NAK"
STUCK: Final = "STUCK"
"""The call by which a tap hears of an I2C transfer that failed."""


class Meter:
    """The account of one part, since the program's start. Times are milliseconds of its clock."""

    def __init__(self, clock: Clock) -> None:
        self.now = clock.now
        self.transfers = 0
        self.bytes_out = 0
        self.bytes_in = 0
        self.errors = 0
        self.heard: Millis | None = None
        """When the part last gave a sign of life."""
        self.round_trip_ms = 0
        """From the last question to its answer."""


class MeteredBus:
    """Implements `hal.ports.I2CBus`: the bus as the part of that name uses it."""

    def __init__(self, bus: I2CBus, meter: Meter, tap: Tap, part: str) -> None:
        self._bus = bus
        self._meter = meter
        self._tap = tap
        self._part = part

    def write(self, address: int, data: bytes) -> None:
        """Send `data`."""
        self._carry(data, self._bus.write, address, data)

    def read(self, address: int, count: int) -> bytes:
        """Return `count` bytes."""
        return self._carry(b"", self._bus.read, address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Send `data`, then read `count` bytes."""
        return self._carry(data, self._bus.write_read, address, data, count)

    def _carry(
        self, out: bytes, call: Callable[..., bytes | None], address: int, *amount: bytes | int
    ) -> bytes:
        meter = self._meter
        began = meter.now()
        try:
            back = call(address, *amount) or b""
        except HardwareError as error:
            meter.errors += 1
            if self._tap.on:
                failed = STUCK if isinstance(error, BusStuck) else NAK
                self._tap.carried(self._part, out, address=address, failed=failed)
            raise
        meter.heard = now = meter.now()
        meter.round_trip_ms = now - began
        meter.transfers += 1
        meter.bytes_out += len(out)
        meter.bytes_in += len(back)
        if self._tap.on:
            self._tap.carried(self._part, out, back, address)
        return back


class MeteredPort:
    """Implements `hal.ports.SerialPort`: a port whose part answers requests in its own time."""

    def __init__(self, port: SerialPort, meter: Meter, tap: Tap, part: str) -> None:
        self._port = port
        self._meter = meter
        self._tap = tap
        self._part = part
        self._asked: Millis | None = None

    @property
    def path(self) -> str:
        """The name under which the port is opened."""
        return self._port.path

    def reopen(self) -> None:
        """Open again, empty."""
        self._asked = None
        self._counted(self._port.reopen)
        if self._tap.on:
            self._tap.carried(self._part)

    def read(self) -> bytes:
        """Return the received bytes."""
        try:
            data = self._port.read()
        except HardwareError:
            self._meter.errors += 1
            raise
        if data:
            self._answered(len(data))
            if self._tap.on:
                self._tap.carried(self._part, back=data)
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        try:
            self._port.write(data)
        except HardwareError:
            self._meter.errors += 1
            raise
        self._asked = self._meter.now()
        self._meter.transfers += 1
        self._meter.bytes_out += len(data)
        if self._tap.on:
            self._tap.carried(self._part, data)

    def readable(self) -> bool:
        """Return whether something may be read; true if the port is lost."""
        return self._port.readable()

    def wait(self, most: Millis) -> None:
        """Return when something may be read, or after `most`."""
        self._port.wait(most)

    def wake(self) -> None:
        """End a `wait` that is under way, or else the next one."""
        self._port.wake()

    def close(self) -> None:
        """Let the port go."""
        self._port.close()

    def _answered(self, size: int) -> None:
        meter = self._meter
        meter.heard = meter.now()
        meter.bytes_in += size
        if self._asked is not None:
            meter.round_trip_ms = meter.heard - self._asked
            self._asked = None

    def _counted(self, call: Callable[[], Result]) -> Result:
        try:
            return call()
        except HardwareError:
            self._meter.errors += 1
            raise
