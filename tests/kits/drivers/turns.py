"""When its bus polls a part: when the part is due, and soon after its interrupt line calls."""

from collections.abc import Iterator

from drivers.part import Part

LOOK_MS = 5
"""How often a bus looks whether a part calls."""


def turns(part: Part, begin: int, end: int) -> Iterator[int]:
    """Yield each instant up to `end` at which the part is to be polled."""
    at = max(begin, min(part.due, begin + LOOK_MS))
    while at <= end:
        if at >= part.due or (part.calls and part.calls()):
            yield at
        at = max(at + 1, min(part.due, at + LOOK_MS))
