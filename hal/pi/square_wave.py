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

    def __init__(self, output_line: OutputLine, frequency_hz: int) -> None:
        self._output_line, self._half_period_s = output_line, 0.5 / frequency_hz
        self._stop_requested = Event()
        self._failure: HardwareError | None = None
        self._thread = Thread(target=self._run_wave, name="tone", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it at once, at either level. Raises the HardwareError that ended it before."""
        self._stop_requested.set()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run_wave(self) -> None:
        next_edge, high = monotonic(), True
        try:
            while not self._stop_requested.wait(next_edge - monotonic()):
                self._output_line.put(high=high)
                # From the time it was due, not from now, so that delays do not add up.
                next_edge, high = max(next_edge + self._half_period_s, monotonic()), not high
        except HardwareError as error:
            self._failure = error
