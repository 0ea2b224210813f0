"""The time of a simulated world: it passes while its far ends can act, and no faster."""

import struct
import threading
import time
from collections.abc import Callable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

from hal.ports import Millis

MOST_MS: Final = 15
"""What passes of a hold-up: less than the shortest gap that ends a frame (20 ms, RR3036)."""
BEAT_S: Final = 0.004
_MOST_NS: Final = MOST_MS * 1_000_000
_BEAT: Final = struct.Struct("=qqq")
"""The world's time, since when it has been that by CLOCK_MONOTONIC (ns), and its time again."""


class WorldClock:
    """Implements `hal.ports.Clock`: the time that a `Pulse` tells, at `path` or in `memory`."""

    def __init__(self, memory: mmap) -> None:
        self._memory = memory

    @classmethod
    def at(cls, path: Path) -> "WorldClock":
        """Return the clock of another process's world. Raises OSError where there is none."""
        with path.open("rb") as file:
            return cls(mmap(file.fileno(), _BEAT.size, access=ACCESS_READ))

    def now(self) -> Millis:
        """Return the milliseconds; what has passed since the last beat counts up to MOST_MS."""
        while True:
            world, since, again = _BEAT.unpack_from(self._memory)
            if world == again:
                return Millis((world + _counted(time.monotonic_ns() - since)) // 1_000_000)


class Pulse:
    """Tells the time of a world in a thread; `acted` says since when all its far ends have acted.

    That is by CLOCK_MONOTONIC, in ns. A far end that is held up, by a full machine or by another
    thread, is not too late: no time has passed. So a controller blames it for what it does itself
    alone.
    """

    def __init__(self, acted: Callable[[], int], path: Path | None = None) -> None:
        self._acted = acted
        self._memory = _memory(path)
        self._world = self._since = time.monotonic_ns()
        self._tell()
        self.clock = WorldClock(self._memory)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self._thread.start()

    def close(self) -> None:
        """Beat no more: the world's time stands."""
        self._ended.set()
        self._thread.join()

    def rest(self, millis: int) -> None:
        """Return when so much of the world's time has passed, or when it stands."""
        end = self.clock.now() + millis
        while (left := end - self.clock.now()) > 0 and not self._ended.wait(left / 1000):
            pass

    def beat(self) -> None:
        """Let pass what the far ends have had to act in."""
        acted = self._acted()
        if acted > self._since:
            self._world += _counted(acted - self._since)
            self._since = acted
            self._tell()

    def _run(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.beat()

    def _tell(self) -> None:
        _BEAT.pack_into(self._memory, 0, self._world, self._since, self._world)


def _counted(nanos: int) -> int:
    return min(nanos, _MOST_NS)


def _memory(path: Path | None) -> mmap:
    if path is None:
        return mmap(-1, _BEAT.size)
    with path.open("wb+") as file:
        file.truncate(_BEAT.size)
        return mmap(file.fileno(), _BEAT.size)
