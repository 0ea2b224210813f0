"""A clock that stops while its thread is delayed."""

from hal.ports import Clock, Millis


class PatientClock:
    """Implements `hal.ports.Clock` for the parts of one thread: it stops while the thread is
    delayed.

    Bytes received in the meantime wait in the kernel, and count as just received when they are
    read. So no delay of the thread loses a part or breaks a frame. Between two readings the clock
    advances by at most the intended sleep and `late_ms`.
    """

    def __init__(self, clock: Clock, late_ms: int) -> None:
        self._clock = clock
        self._late_ms = late_ms
        self._looked = self._now = clock.now()

    def now(self, rested_ms: int = 0) -> Millis:
        """Return the time; `rested_ms` is the thread's intended sleep since the last reading."""
        looked = self._clock.now()
        self._now = Millis(self._now + min(looked - self._looked, rested_ms + self._late_ms))
        self._looked = looked
        return self._now
