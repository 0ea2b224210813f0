"""Requests and what the unit sent after each."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from firmware.shell.conformance.captured_line import CapturedLine
from hal.ports import Millis

LONGEST_ANSWER: Final = Millis(2000)
"""What comes later than this after a request is no answer to it."""
MOST_REPLIES: Final = 16


@dataclass(eq=False)
class Exchange:
    """One request and its replies; without a request, something that the unit sent by itself."""

    request: CapturedLine | None
    replies: deque[CapturedLine] = field(default_factory=deque)
    is_sent: bool = False
    """Whether the driver sent the request too."""

    @property
    def at_ms(self) -> Millis | None:
        """When it began, None if that is unknown."""
        line = self.request or self.replies[0]
        return line.at_ms

    @property
    def address(self) -> int | None:
        """The address of its chip on I2C."""
        line = self.request or self.replies[0]
        return line.address

    def is_requested_by(self, written: bytes) -> bool:
        """Return whether a driver's request is this one; a recorder may join short ones before."""
        if self.request is None or self.request.octets is None:
            return False
        recorded = self.request.octets
        return recorded == written or (len(written) > 3 and recorded.endswith(written))


def group_exchanges(lines: Iterable[CapturedLine]) -> Iterator[Exchange]:
    """Yield the lines of a capture in order, request by request."""
    current: Exchange | None = None
    for line in lines:
        if current and line.direction == "in" and _may_answer(current, line):
            current.replies.append(line)
            continue
        if current:
            yield current
        current = Exchange(line) if line.direction == "out" else None
        if current is None:
            yield Exchange(None, deque((line,)))
    if current:
        yield current


def _may_answer(exchange: Exchange, line: CapturedLine) -> bool:
    request = exchange.request
    if request is None or request.address != line.address or len(exchange.replies) >= MOST_REPLIES:
        return False
    if line.at_ms is None or request.at_ms is None:
        return True
    return line.at_ms - request.at_ms <= LONGEST_ANSWER
