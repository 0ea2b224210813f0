"""The time of a simulated world: it passes while its far ends can act, and no faster."""

import threading
from collections.abc import Callable, Iterable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

from hal.ports import Millis
from sim.wires.far_end import FarEndTime
from sim.wires.own_time import OwnTime

BEAT_S: Final = 0.004
"""The period of publishing the time to another process."""
_BEAT_NS: Final = int(BEAT_S * 1e9)
_WORLD, _AGAIN = range(2)
"""The world's time in ns, twice.

Each is stored whole, in this order, and they are read from the last on: who reads two equal times
has read one beat. (`struct` would not do: it makes its bytes zero first.)
"""
_SIZE: Final = 2 * 8


class WorldClock:
    """Implements `hal.ports.Clock`: the last published time of another process's world."""

    def __init__(self, memory: mmap) -> None:
        self._told = memoryview(memory).cast("q")

    @classmethod
    def at(cls, path: Path) -> "WorldClock":
        """Return the clock of the world that is kept at `path`. Raises OSError without one."""
        with path.open("rb") as file:
            return cls(mmap(file.fileno(), _SIZE, access=ACCESS_READ))

    def now(self) -> Millis:
        """Return the milliseconds."""
        return Millis(self.last_told() // 1_000_000)

    def last_told(self) -> int:
        """Return the nanoseconds."""
        while True:
            again, world = self._told[_AGAIN], self._told[_WORLD]
            if world == again:
                return world


class Pulse:
    """Implements `hal.ports.Clock`: the common time of a world with these far ends.

    Each reading advances it by the time that every far end has had since the last reading. A far
    end that is delayed, by a busy machine or by another thread, is not late: no time has passed. So
    a controller blames it only for its own behaviour. The beats are far ends too: if they are late,
    the machine is busy and the controller may be late as well. Safe from any thread.
    """

    def __init__(
        self, far_ends: Callable[[], Iterable[FarEndTime]], path: Path | None = None
    ) -> None:
        """Publish the time for another process at `path`, if given."""
        self._far_ends = far_ends
        self._machine = OwnTime()
        self._world = 0
        self._lock = threading.Lock()
        self._told = memoryview(_memory(path)).cast("q") if path else None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def now(self) -> Millis:
        """Return the milliseconds."""
        with self._lock:
            self._beat()
            return Millis(self._world // 1_000_000)

    def start(self) -> None:
        """Begin to tell the time to the other process."""
        self._thread.start()

    def close(self) -> None:
        """Stop publishing, and release waiting threads."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def rest(self, millis: int) -> None:
        """Return when so much of the world's time has passed, or when it is closed."""
        end = self.now() + millis
        while (left := end - self.now()) > 0 and not self._ended.wait(left / 1000):
            pass

    def _beat(self) -> None:
        times = (self._machine, *self._far_ends())
        passed = min(time.ahead() for time in times)
        for time in times:
            time.follow(passed)
        self._world += passed
        if self._told is not None:
            self._told[_WORLD] = self._told[_AGAIN] = self._world

    def _run(self) -> None:
        while not self._ended.is_set():
            self._machine.rest_for(_BEAT_NS)
            self._ended.wait(BEAT_S)
            self._machine.work()
            self.now()


def _memory(path: Path) -> mmap:
    with path.open("wb+") as file:
        file.truncate(_SIZE)
        return mmap(file.fileno(), _SIZE)
