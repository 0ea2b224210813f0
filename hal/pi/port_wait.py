"""The wait for a port's octets, which another thread can end."""

import os
import select

from hal.ports import Millis


class PortWait:
    """An event that is waited for together with a port's descriptor, in one select."""

    def __init__(self) -> None:
        self._wake_event: int | None = None

    def open(self) -> None:
        """Take what a wait needs; opening twice is no error."""
        if self._wake_event is None:
            self._wake_event = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def wait(self, descriptor: int, timeout_ms: Millis) -> None:
        """Sleep until `descriptor` is readable or `wake`, at most `timeout_ms`; not if closed."""
        if self._wake_event is None:
            return
        timeout_s = max(timeout_ms, 0) / 1000
        if self._wake_event in select.select([descriptor, self._wake_event], [], [], timeout_s)[0]:
            os.eventfd_read(self._wake_event)

    def wake(self) -> None:
        """End a `wait` of another thread."""
        if self._wake_event is not None:
            os.eventfd_write(self._wake_event, 1)

    def close(self) -> None:
        """Let it go; closing twice is no error."""
        if self._wake_event is not None:
            os.close(self._wake_event)
            self._wake_event = None


def is_readable(descriptor: int) -> bool:
    """Return whether a byte has arrived at `descriptor`, or it has an error."""
    return bool(select.select([descriptor], [], [], 0)[0])
