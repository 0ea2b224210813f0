"""An I2C bus on which a capture is replayed."""

from collections import deque

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.exchanges import Exchange
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
    """Implements `hal.ports.I2CAdapter`. A register that is read again has the value it had last.

    `window` are the exchanges to come; `taken` are the lines that the driver has read or sent since
    the replay looked.
    """

    def __init__(self, clock: Clock) -> None:
        self.window: deque[Exchange] = deque()
        self.taken: list[CapturedLine] = []
        self.interrupt = ReplayInterrupt(self)
        self._clock = clock
        self._began_at = clock.now()
        self._known_addresses: set[int | None] = set()
        self._last_values: dict[tuple[int, bytes], bytes] = {}

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
        for exchange in self.window:
            request = exchange.request
            if (
                request
                and not exchange.is_asked
                and (request.address, request.octets) == (address, data)
            ):
                self._take_request(exchange)
                return

    def read(self, address: int, count: int) -> bytes:
        """Return the next octets from an address; a read of fewer only looks at them."""
        self._require_known(address)
        for exchange in self.window:
            if exchange.address == address and exchange.replies:
                octets = exchange.replies[0].octets or b""
                return octets[:count] if count < len(octets) else self._take_reply(exchange, count)
        raise DeviceSilent(address)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Return the register's next value if its time has come, else its last one."""
        self._require_known(address)
        register = (address, data)
        for exchange in self.window:
            request = exchange.request
            if (
                request
                and exchange.replies
                and (request.address, request.octets) == register
                and (register not in self._last_values or self._is_due(exchange))
            ):
                self._last_values[register] = self._take_reply(exchange, count)
                break
        if register not in self._last_values:
            raise DeviceSilent(address)
        return self._last_values[register]

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
        if exchange.request and not exchange.is_asked:
            exchange.is_asked = True
            self.taken.append(exchange.request)
        if not exchange.replies:
            self.window.remove(exchange)

    def _take_reply(self, exchange: Exchange, count: int) -> bytes:
        reply = exchange.replies.popleft()
        self._take_request(exchange)
        self.taken.append(reply)
        return (reply.octets or b"")[:count].ljust(count, b"\0")
