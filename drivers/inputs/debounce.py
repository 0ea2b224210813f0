"""Debouncing of contacts: levels and the time in, stable changes out."""

from collections.abc import Iterator

from hal.ports import NEVER, Millis

STABLE_MS = 15


class Debounce:
    """A set of inputs, each a bit that is set for high.

    A level counts once it has been the same for STABLE_MS. `idle` holds the levels of inputs at
    rest: those are not reported after a start unless something else was reported before it.
    """

    def __init__(self, inputs: int, idle: int) -> None:
        self.untold = inputs
        """Inputs that have not been stable since the start."""
        self.settles_at = NEVER
        """When the next level under way will have been the same for STABLE_MS, if it stays."""
        self._inputs = inputs
        self._idle = idle & inputs
        self._accepted = self._idle
        self._seen: int | None = None
        self._since: dict[int, Millis] = {}

    def start(self) -> None:
        """Report every input that is not at rest again, and each that has changed meanwhile."""
        self.untold = self._inputs
        self._seen = None

    def feed(self, levels: int, now: Millis) -> int:
        """Take the `levels` of `now` and return the inputs that have a stable level to report."""
        levels &= self._inputs
        if levels == self._seen == self._accepted and not self.untold:
            return 0
        moved = self._inputs if self._seen is None else levels ^ self._seen
        self._since.update((bit, now) for bit in _bits(moved))
        self._seen = levels
        waiting = (levels ^ self._accepted) | self.untold
        stable = sum(bit for bit in _bits(waiting) if now - self._since[bit] >= STABLE_MS)
        reported = stable & ((levels ^ self._accepted) | (levels ^ self._idle))
        self._accepted ^= stable & (levels ^ self._accepted)
        self.untold &= ~stable
        ends = (Millis(self._since[bit] + STABLE_MS) for bit in _bits(waiting & ~stable))
        self.settles_at = min(ends, default=NEVER)
        return reported


def _bits(value: int) -> Iterator[int]:
    while value:
        lowest = value & -value
        yield lowest
        value ^= lowest
