"""A square wave on an output line, by a thread."""

from threading import Event, Thread
from time import monotonic
from typing import Final

from hal.errors import HardwareError
from hal.ports import OutputLine

HIGHEST_HZ: Final = 10_000


class SquareWave:
    """Sounds from the time that it is made until `stop`.

    Each edge is due half a period after the one before was due, so that the pitch holds; an edge
    that is already late is not made up for.
    """

    def __init__(self, line: OutputLine, hz: int) -> None:
        self._line, self._half_s = line, 0.5 / hz
        self._stopped = Event()
        self._failed: HardwareError | None = None
        self._thread = Thread(target=self._sound, name="tone", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it at once, at either level. Raises the HardwareError that ended it before."""
        self._stopped.set()
        self._thread.join()
        if self._failed is not None:
            raise self._failed

    def _sound(self) -> None:
        due, high = monotonic(), True
        try:
            while not self._stopped.wait(due - monotonic()):
                self._line.put(high=high)
                due, high = max(due + self._half_s, monotonic()), not high
        except HardwareError as error:
            self._failed = error
