"""The time in which somebody listened to a wire."""

from hal.ports import Clock, Millis


class PatientClock:
    """Implements `hal.ports.Clock` for the parts of one thread: while it is held up no time passes.

    What a part said meanwhile waits in the kernel: it is then read as though it had just come. So
    no part is missed, and no frame is torn, because nobody was there to hear it. Of the time
    between two looks at this clock `late_ms` count, and what the thread meant to rest.
    """

    def __init__(self, clock: Clock, late_ms: int) -> None:
        self._clock = clock
        self._late_ms = late_ms
        self._looked = self._now = clock.now()

    def now(self, rested_ms: int = 0) -> Millis:
        """Return the time; `rested_ms` is what the thread meant to rest since its last look."""
        looked = self._clock.now()
        self._now = Millis(self._now + min(looked - self._looked, rested_ms + self._late_ms))
        self._looked = looked
        return self._now
