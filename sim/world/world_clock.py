"""The time of a simulated world: it passes while its far ends can act, and no faster.

Theory of operation (ADR 19). A far end is a thread; on a busy machine it may be delayed for longer
than a controller waits for an answer, and a sound part would be reported as lost. So the world has
a clock of its own, which stops while a far end has work that it was not given time to do.

    far end A   ▓▓▓▓▓▓▓▓▓▓▓░░░░░░▓▓▓▓     ▓ asleep or working: counts
    far end B   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓     ░ input waits, thread not scheduled: stops
    the beats   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
    world       ───────────      ────     the least of them

- Each far end counts its own time (`sim.wires.far_end_clock`): a sleep in full; a delay before or
  while it works for at most MAX_LEAD_NS.
- `WorldPulse.now` advances the world by the least that any far end has had since the last reading.
  The others keep their lead, up to MAX_LEAD_NS, so that the time in which threads wake up is not
  lost.
- The thread of the beats is one of the far ends: if it is late, the machine is busy, and the
  controller's threads are as late as it.
- A service in another process reads the last published time from shared memory (`WorldClock`). It
  never extrapolates, since it can't see whether input waits.
- On virtual time (`sim.world.virtual_clock`) nothing waits: a script moves the clock from one
  deadline to the next.
"""

import threading
from collections.abc import Callable, Iterable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

from hal.ports import Millis
from sim.wires.far_end import FarEndTime
from sim.wires.far_end_clock import FarEndClock

BEAT_INTERVAL_S: Final = 0.004
"""The period of publishing the time to another process."""
_BEAT_INTERVAL_NS: Final = int(BEAT_INTERVAL_S * 1e9)
_FIRST_COPY, _SECOND_COPY = range(2)
"""The world's time in ns, twice.

Each is stored whole, in this order, and they are read from the last on: who reads two equal times
has read one beat. (`struct` would not do: it makes its bytes zero first.)
"""
_PUBLISHED_SIZE: Final = 2 * 8


class WorldClock:
    """Implements `hal.ports.Clock`: the last published time of another process's world."""

    def __init__(self, memory: mmap) -> None:
        self._published_time = memoryview(memory).cast("q")

    @classmethod
    def open_published(cls, path: Path) -> "WorldClock":
        """Return the clock of the world that is published at `path`. Raises OSError without one."""
        with path.open("rb") as time_file:
            return cls(mmap(time_file.fileno(), _PUBLISHED_SIZE, access=ACCESS_READ))

    def now(self) -> Millis:
        """Return the milliseconds."""
        return Millis(self.read_published() // 1_000_000)

    def read_published(self) -> int:
        """Return the nanoseconds."""
        while True:
            second_copy, first_copy = (
                self._published_time[_SECOND_COPY],
                # In the opposite order of writing: equal times are one whole write.
                self._published_time[_FIRST_COPY],
            )
            if first_copy == second_copy:
                return first_copy


class WorldPulse:
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
        self._machine_clock = FarEndClock()
        self._world_ns = 0
        self._lock = threading.Lock()
        self._published_time = memoryview(_time_memory(path)).cast("q") if path else None
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._publish_beats, name="pulse", daemon=True)

    def now(self) -> Millis:
        """Return the milliseconds."""
        with self._lock:
            self._advance_world()
            return Millis(self._world_ns // 1_000_000)

    def start(self) -> None:
        """Begin to publish the time for the other process."""
        self._thread.start()

    def close(self) -> None:
        """Stop publishing, and release waiting threads."""
        self._is_stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def wait_for(self, duration_ms: int) -> None:
        """Return when so much of the world's time has passed, or when it is closed."""
        end_ms = self.now() + duration_ms
        while (remaining_ms := end_ms - self.now()) > 0 and not self._is_stopped.wait(
            remaining_ms / 1000
        ):
            pass

    def _advance_world(self) -> None:
        far_end_times = (self._machine_clock, *self._far_ends())
        # The slowest far end sets the pace: no other may get ahead of it.
        passed_ns = min(time.lead_ns() for time in far_end_times)
        for time in far_end_times:
            time.advance_world(passed_ns)
        self._world_ns += passed_ns
        if self._published_time is not None:
            self._published_time[_FIRST_COPY] = self._published_time[_SECOND_COPY] = self._world_ns

    def _publish_beats(self) -> None:
        while not self._is_stopped.is_set():
            self._machine_clock.rest_for(_BEAT_INTERVAL_NS)
            self._is_stopped.wait(BEAT_INTERVAL_S)
            self._machine_clock.end_rest()
            self.now()


def _time_memory(path: Path) -> mmap:
    with path.open("wb+") as time_file:
        time_file.truncate(_PUBLISHED_SIZE)
        return mmap(time_file.fileno(), _PUBLISHED_SIZE)
