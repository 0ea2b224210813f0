"""The time of a simulated world: it passes while its far ends can act, and no faster."""

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
_WORLD, _SINCE, _AGAIN = range(3)
"""The world's time, since when it has been that by CLOCK_MONOTONIC, and its time again, in ns.

Each is stored whole, in this order, and they are read from the last on: who reads two equal times
has read one beat. (`struct` would not do: it makes its bytes zero first.)
"""
_SIZE: Final = 3 * 8


class WorldClock:
    """Implements `hal.ports.Clock`: the time that a `Pulse` tells in `memory`."""

    def __init__(self, memory: mmap) -> None:
        self._told = memoryview(memory).cast("q")

    @classmethod
    def at(cls, path: Path) -> "WorldClock":
        """Return the clock of another process's world. Raises OSError where there is none."""
        with path.open("rb") as file:
            return cls(mmap(file.fileno(), _SIZE, access=ACCESS_READ))

    def now(self) -> Millis:
        """Return the milliseconds; what has passed since the last beat counts up to MOST_MS."""
        world, since = self.last_beat()
        return Millis((world + _counted(time.monotonic_ns() - since)) // 1_000_000)

    def last_beat(self) -> tuple[int, int]:
        """Return the world's time as told last, and since when it has been that, in ns."""
        while True:
            again, since, world = (self._told[at] for at in (_AGAIN, _SINCE, _WORLD))
            if world == again:
                return world, since


class Pulse:
    """Tells the time of a world in a thread; `acted` says since when all its far ends have acted.

    That is by CLOCK_MONOTONIC, in ns. A far end that is held up, by a full machine or by another
    thread, is not too late: no time has passed. So a controller blames it for what it does itself
    alone.
    """

    def __init__(self, acted: Callable[[], int], path: Path | None = None) -> None:
        self._acted = acted
        memory = _memory(path)
        self._told = memoryview(memory).cast("q")
        self._world = self._since = time.monotonic_ns()
        self._tell()
        self.clock = WorldClock(memory)
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
        for at, nanos in ((_WORLD, self._world), (_SINCE, self._since), (_AGAIN, self._world)):
            self._told[at] = nanos


def _counted(nanos: int) -> int:
    return min(nanos, _MOST_NS)


def _memory(path: Path | None) -> mmap:
    if path is None:
        return mmap(-1, _SIZE)
    with path.open("wb+") as file:
        file.truncate(_SIZE)
        return mmap(file.fileno(), _SIZE)
