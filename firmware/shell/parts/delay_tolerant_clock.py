"""A clock that stops while its thread is delayed."""

from hal.ports import Clock, Millis


class DelayTolerantClock:
    """Implements `hal.ports.Clock` for the parts of one thread: it stops while the thread is
    delayed.

    Bytes received in the meantime wait in the kernel, and count as just received when they are
    read. So no delay of the thread loses a part or breaks a frame. Between two readings the clock
    advances by at most the intended sleep and `max_delay_ms`.
    """

    def __init__(self, clock: Clock, max_delay_ms: int) -> None:
        self._clock = clock
        self._max_delay_ms = max_delay_ms
        self._read_at = self._now = clock.now()

    def now(self, rested_ms: int = 0) -> Millis:
        """Return the time; `rested_ms` is the thread's intended sleep since the last reading."""
        real_now = self._clock.now()
        # at most the intended sleep and `max_delay_ms`: what is more is the thread's delay, not the
        # part's
        self._now = Millis(
            self._now + min(real_now - self._read_at, rested_ms + self._max_delay_ms)
        )
        self._read_at = real_now
        return self._now
