"""An I2C bus on which a capture is replayed."""

from collections import deque

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.exchanges import Exchange
from firmware.shell.conformance.register_image import RegisterImage, first_register, read_values
from hal.errors import DeviceSilent
from hal.ports import Clock, Millis


class ReplayInterrupt:
    """Implements `hal.ports.InputLine`: low while the capture has something to be read by now."""

    def __init__(self, bus: "ReplayBus") -> None:
        self._bus = bus

    def level(self) -> bool:
        """Return True for high."""
        return not self._bus.is_due()


class ReplayBus:
    """Implements `hal.ports.I2CAdapter`.

    `window` are the exchanges to come; `taken` are the lines that the driver has read or sent since
    the replay looked. A chip of registers is read with a register's number (`register_image`);
    one that is read without has its recorded reads in a row.
    """

    def __init__(self, clock: Clock) -> None:
        self.window: deque[Exchange] = deque()
        self.taken: list[CapturedLine] = []
        self.interrupt = ReplayInterrupt(self)
        self._clock = clock
        self._began_at = clock.now()
        self._image = RegisterImage()
        self._known_addresses: set[int | None] = set()

    def due_at(self, exchange: Exchange) -> Millis:
        """Return when an exchange was recorded, by the clock."""
        return Millis(self._began_at + (exchange.at_ms or 0))

    def is_due(self) -> bool:
        """Return whether the next exchange is to be read by now."""
        head = self.window[0] if self.window else None
        return head is not None and bool(head.replies) and self._is_due(head)

    def write(self, address: int, data: bytes) -> None:
        """Take a write. Raises DeviceSilent if the capture has no such address."""
        self._require_known(address)
        self._image.write(address, data)
        for exchange in self.window:
            request = exchange.request
            is_open = request is not None and not exchange.is_sent
            if request and is_open and (request.address, request.octets) == (address, data):
                self._take_request(exchange)
                return

    def read(self, address: int, count: int) -> bytes:
        """Return the next octets from an address; a read of fewer only looks at them."""
        self._require_known(address)
        for exchange in self.window:
            if exchange.address == address and exchange.replies:
                octets = exchange.replies[0].octets or b""
                if count < len(octets):
                    return octets[:count]
                self._take_reply(exchange)
                return octets.ljust(count, b"\0")
        raise DeviceSilent(address)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Return the values of registers, as they were recorded or written last."""
        self._require_known(address)
        self._image.write(address, data)
        register = first_register(data)
        read_registers = set(range(register, register + count))
        for exchange in [each for each in self.window if each.address == address]:
            if self._is_due(exchange) and read_values(exchange).keys() & read_registers:
                self._image.apply(exchange)
                self._take_reply(exchange)
            elif not self._image.has(address, register, count):
                self._image.fill(exchange)
        return self._image.read(address, register, count)

    def recover(self) -> None:
        """Nothing is ever held."""

    def _is_due(self, exchange: Exchange) -> bool:
        return self.due_at(exchange) <= self._clock.now()

    def _require_known(self, address: int) -> None:
        if address not in self._known_addresses:
            self._known_addresses.update(exchange.address for exchange in self.window)
        if address not in self._known_addresses:
            raise DeviceSilent(address)

    def _take_request(self, exchange: Exchange) -> None:
        if exchange.request and not exchange.is_sent:
            exchange.is_sent = True
            self.taken.append(exchange.request)
        if not exchange.replies:
            self.window.remove(exchange)

    def _take_reply(self, exchange: Exchange) -> None:
        reply = exchange.replies.popleft()
        self._take_request(exchange)
        self.taken.append(reply)
