"""Time that a script moves."""

from hal.ports import Millis


class VirtualClock:
    """Implements `hal.ports.Clock`: it stops until it is moved, and never goes back.

    Not modelled: a host that is late.
    """

    def __init__(self, start: int = 0) -> None:
        self._now = Millis(start)

    def now(self) -> Millis:
        """Return the time as last set."""
        return self._now

    def advance(self, by: int) -> None:
        """Let `by` milliseconds pass."""
        self.advance_to(Millis(self._now + by))

    def advance_to(self, moment: Millis) -> None:
        """Let the time be `moment`; raises ValueError for one that is past."""
        if moment < self._now:
            raise ValueError(f"{moment} ms is before now, {self._now} ms")
        self._now = moment
