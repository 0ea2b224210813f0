"""The exceptions that a simulated machine has to report: a queue, and those that come before it."""

from collections import deque
from collections.abc import Callable
from typing import Final

EXCEPTION_QUEUE_SIZE: Final = 20
QUEUE_OVERFLOW: Final = 0x70
PRIORITY_CODES: Final = (
    *(QUEUE_OVERFLOW, 0x51, 0x52, 0x55, 0x56, 0x57, 0x3D, 0x3E, 0x3F),
    *(0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6F, 0x8F),
)
"""Not queued, and reported first."""


class ExceptionQueue:
    """The exception queue: when it is full the oldest is lost, and 70 is reported next."""

    def __init__(self) -> None:
        self._queued_codes: deque[int] = deque(maxlen=EXCEPTION_QUEUE_SIZE)
        self._priority_codes: list[int] = []
        self.when_acknowledged: dict[int, Callable[[], None]] = {}
        """The effect of the host's acknowledgement of an exception, by code."""

    def put_exception(self, exception_code: int) -> None:
        """Report an exception; a priority exception in front of the queue, once."""
        if exception_code not in PRIORITY_CODES:
            self.put_queued(exception_code)
        elif exception_code not in self._priority_codes:
            self._priority_codes.append(exception_code)

    def put_queued(self, exception_code: int) -> None:
        """Report an exception behind those of the queue."""
        # the deque drops the oldest code by itself
        if len(self._queued_codes) == EXCEPTION_QUEUE_SIZE:
            self.put_exception(QUEUE_OVERFLOW)
        self._queued_codes.append(exception_code)

    @property
    def next_exception(self) -> int:
        """The exception to report next; 00 if there is none."""
        return next(iter((*self._priority_codes, *self._queued_codes)), 0)

    def drop_exception(self, exception_code: int) -> None:
        """Drop the reported exception, once the host has acknowledged it."""
        if exception_code in self._priority_codes:
            self._priority_codes.remove(exception_code)
        elif self._queued_codes and self._queued_codes[0] == exception_code:
            self._queued_codes.popleft()
        else:
            return
        self.when_acknowledged.get(exception_code, lambda: None)()
