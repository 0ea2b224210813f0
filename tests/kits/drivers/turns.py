"""When its bus polls a part: when the part is due, and soon after its interrupt line calls."""

from collections.abc import Iterator

from drivers.part import Part


def turns(part: Part, begin: int, end: int) -> Iterator[int]:
    """Yield each instant up to `end` at which the part is to be polled."""
    at = max(begin, min(part.due, begin + part.interrupt_poll_ms))
    while at <= end:
        if at >= part.due or (part.interrupt_active and part.interrupt_active()):
            yield at
        at = max(at + 1, min(part.due, at + part.interrupt_poll_ms))
