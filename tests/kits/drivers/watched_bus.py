"""A bus that can fail before any one transfer, and records the transfers."""

from collections.abc import Callable

from hal.ports import I2CBus


class WatchedBus:
    """Passes transfers on. `before` holds acts to run before a transfer, by its number from 0."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self.before: dict[int, Callable[[], None]] = {}
        self.count = 0
        self.sent: list[str] = []

    def write(self, address: int, data: bytes) -> None:
        self._next(data)
        self._bus.write(address, data)

    def read(self, address: int, count: int) -> bytes:
        self._next(b"")
        return self._bus.read(address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        self._next(data, f" > {count}")
        return self._bus.write_read(address, data, count)

    def _next(self, data: bytes, note: str = "") -> None:
        number, self.count = self.count, self.count + 1
        self.before.get(number, lambda: None)()
        self.sent.append(data.hex(" ") + note)


def raising(error: Exception) -> Callable[[], None]:
    """Return something that raises `error`."""

    def trouble() -> None:
        raise error

    return trouble
