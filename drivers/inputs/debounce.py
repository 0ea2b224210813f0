"""Debouncing of contacts: levels and the time in, stable changes out."""

from collections.abc import Iterator

from hal.ports import NEVER, Millis

STABLE_MS = 15


class Debounce:
    """A set of inputs, each a bit that is set for high.

    A level counts once it has been the same for STABLE_MS. `idle_levels` holds the levels of inputs
    at rest: those are not reported after a start unless something else was reported before it.
    """

    def __init__(self, inputs: int, idle_levels: int) -> None:
        self.unreported = inputs
        """Inputs that have not been stable since the start."""
        self.settles_at = NEVER
        """When the next level under way will have been the same for STABLE_MS, if it stays."""
        self._inputs = inputs
        self._idle_levels = idle_levels & inputs
        self._accepted = self._idle_levels
        self._raw_levels: int | None = None
        self._stable_since: dict[int, Millis] = {}

    def start(self) -> None:
        """Report every input that is not at rest again, and each that has changed meanwhile."""
        self.unreported = self._inputs
        self._raw_levels = None

    def feed(self, pin_levels: int, now: Millis) -> int:
        """Take the levels of `now` and return the inputs that have a stable level to report."""
        pin_levels &= self._inputs
        if pin_levels == self._raw_levels == self._accepted and not self.unreported:
            return 0
        changed_inputs = self._inputs if self._raw_levels is None else pin_levels ^ self._raw_levels
        self._stable_since.update((bit_mask, now) for bit_mask in _set_bits(changed_inputs))
        self._raw_levels = pin_levels
        unsettled = (pin_levels ^ self._accepted) | self.unreported
        stable = sum(
            bit_mask
            for bit_mask in _set_bits(unsettled)
            if now - self._stable_since[bit_mask] >= STABLE_MS
        )
        # An input at rest that has not changed is not reported, not even the first time.
        reported = stable & ((pin_levels ^ self._accepted) | (pin_levels ^ self._idle_levels))
        self._accepted ^= stable & (pin_levels ^ self._accepted)
        self.unreported &= ~stable
        settle_times = (
            Millis(self._stable_since[bit_mask] + STABLE_MS)
            for bit_mask in _set_bits(unsettled & ~stable)
        )
        self.settles_at = min(settle_times, default=NEVER)
        return reported


def _set_bits(value: int) -> Iterator[int]:
    while value:
        lowest_bit = value & -value
        yield lowest_bit
        value ^= lowest_bit
