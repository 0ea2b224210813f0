"""Meters of one part's wire: bytes, transfers, errors, and the time of answers.

They feed a technician's trace too; without one, that costs a test of `WireTap.is_open`.
"""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from hal.errors import BusStuck, HardwareError
from hal.ports import Clock, I2CBus, Millis, SerialPort

Result = TypeVar("Result")

NAK_FAILURE: Final = "NAK"
STUCK_FAILURE: Final = "STUCK"
"""The failure of an I2C transfer, as a wire tap records it."""


class WireRecorder(Protocol):
    """Records what a wire carries: a technician's trace, or a capture."""

    is_open: bool
    """Whether it records now."""

    def record_transfer(
        self,
        part_name: str,
        sent: bytes = b"",
        received: bytes = b"",
        address: int | None = None,
        failure: str = "",
    ) -> None:
        """Record a wire's bytes; from the thread of its bus."""
        ...


class WireMeter:
    """The account of one part, since the program's start. Times are milliseconds of its clock."""

    def __init__(self, clock: Clock) -> None:
        self.read_clock = clock.now
        self.transfers = 0
        self.bytes_out = 0
        self.bytes_in = 0
        self.errors = 0
        self.last_reply_at: Millis | None = None
        """When the part last gave a sign of life."""
        self.round_trip_ms = 0
        """From the last question to its answer."""


class MeteredBus:
    """Implements `hal.ports.I2CBus`: the bus as the part of that name uses it."""

    def __init__(
        self, bus: I2CBus, meter: WireMeter, wire_tap: WireRecorder, part_name: str
    ) -> None:
        self._bus = bus
        self._wire_meter = meter
        self._wire_tap = wire_tap
        self._part_name = part_name

    def write(self, address: int, data: bytes) -> None:
        """Send `data`."""
        self._metered_transfer(data, self._bus.write, address, data)

    def read(self, address: int, count: int) -> bytes:
        """Return `count` bytes."""
        return self._metered_transfer(b"", self._bus.read, address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Send `data`, then read `count` bytes."""
        return self._metered_transfer(data, self._bus.write_read, address, data, count)

    def _metered_transfer(
        self,
        sent: bytes,
        transfer: Callable[..., bytes | None],
        address: int,
        *arguments: bytes | int,
    ) -> bytes:
        meter = self._wire_meter
        began_at = meter.read_clock()
        try:
            received = transfer(address, *arguments) or b""
        except HardwareError as error:
            meter.errors += 1
            # a plain attribute: without a trace the tap costs this test alone
            if self._wire_tap.is_open:
                failure = STUCK_FAILURE if isinstance(error, BusStuck) else NAK_FAILURE
                self._wire_tap.record_transfer(
                    self._part_name, sent, address=address, failure=failure
                )
            raise
        meter.last_reply_at = now = meter.read_clock()
        meter.round_trip_ms = now - began_at
        meter.transfers += 1
        meter.bytes_out += len(sent)
        meter.bytes_in += len(received)
        if self._wire_tap.is_open:
            self._wire_tap.record_transfer(self._part_name, sent, received, address)
        return received


class MeteredPort:
    """Implements `hal.ports.SerialPort`: a port whose part answers requests in its own time."""

    def __init__(
        self, port: SerialPort, meter: WireMeter, wire_tap: WireRecorder, part_name: str
    ) -> None:
        self._port = port
        self._wire_meter = meter
        self._wire_tap = wire_tap
        self._part_name = part_name
        self._written_at: Millis | None = None

    @property
    def path(self) -> str:
        """The name under which the port is opened."""
        return self._port.path

    def reopen(self) -> None:
        """Open again, empty."""
        self._written_at = None
        self._counting_errors(self._port.reopen)
        if self._wire_tap.is_open:
            self._wire_tap.record_transfer(self._part_name)

    def read(self) -> bytes:
        """Return the received bytes."""
        try:
            data = self._port.read()
        except HardwareError:
            self._wire_meter.errors += 1
            raise
        if data:
            self._count_reply(len(data))
            if self._wire_tap.is_open:
                self._wire_tap.record_transfer(self._part_name, received=data)
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        try:
            self._port.write(data)
        except HardwareError:
            self._wire_meter.errors += 1
            raise
        self._written_at = self._wire_meter.read_clock()
        self._wire_meter.transfers += 1
        self._wire_meter.bytes_out += len(data)
        if self._wire_tap.is_open:
            self._wire_tap.record_transfer(self._part_name, data)

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

    def _count_reply(self, size: int) -> None:
        meter = self._wire_meter
        meter.last_reply_at = meter.read_clock()
        meter.bytes_in += size
        if self._written_at is not None:
            meter.round_trip_ms = meter.last_reply_at - self._written_at
            self._written_at = None

    def _counting_errors(self, operation: Callable[[], Result]) -> Result:
        try:
            return operation()
        except HardwareError:
            self._wire_meter.errors += 1
            raise
