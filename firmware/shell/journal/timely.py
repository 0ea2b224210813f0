"""A copy of the journal on a disk that may be slow: nobody waits for it longer than a deadline.

    owner ──write──> kept until ──sync──> thread of the writes ──> copy
    owner, scan ──read, create──> thread of the segments ──> copy

An act that is late raises TimeoutError, an OSError like any other of a disk, so the journal drops
the copy and goes on with the other one. The thread may still be waiting for the disk: until that
act is over, every further one is refused at once. What was written, but is not on its way to the
disk yet, is then forgotten.
"""

import errno
import threading
from collections import deque
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Final, Generic, TypeVar

from firmware.shell.journal.files import JournalCopy

PATIENCE_S: Final = 2.0
"""How long one act of a copy may take, a commit's writes and sync together being one."""
LOOKS: Final = 20
"""The deadline passes in so many steps: a process that was itself suspended loses one of them."""

Result = TypeVar("Result")


class TimelyCopy:
    """Implements `JournalCopy` over `copy`; `write` takes effect with the next `sync`."""

    def __init__(self, copy: JournalCopy, patience_s: float = PATIENCE_S) -> None:
        self.name = copy.name
        self._copy = copy
        self._written: deque[tuple[int, int, bytes]] = deque()
        self._writes = _Lane(f"{copy.name} writes", patience_s)
        self._segments = _Lane(f"{copy.name} segments", patience_s)

    def hold(self) -> None:
        self._writes.do(self._copy.hold)

    def segments(self) -> Mapping[int, int]:
        return self._segments.do(self._copy.segments)

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        return self._segments.do(lambda: self._copy.read(segment, octets))

    def create(self, segment: int, image: bytes) -> None:
        self._segments.do(lambda: self._copy.create(segment, image))

    def write(self, segment: int, at: int, data: bytes) -> None:
        """Keep it for the next `sync`, which raises the errors of both."""
        self._written.append((segment, at, data))

    def sync(self, segment: int) -> None:
        """Write what was kept, and sync."""
        try:
            self._writes.do(lambda: self._put(segment))
        finally:
            self._written.clear()

    def remove(self, segment: int) -> None:
        self._writes.do(lambda: self._copy.remove(segment))

    def unlock(self) -> None:
        self._copy.unlock()

    def close(self) -> None:
        """Unlock at once; the files are closed once a late act is over, for which nobody waits."""
        self._copy.unlock()
        self._writes.end(self._copy.close)
        self._segments.end()

    def _put(self, segment: int) -> None:
        while self._written:
            self._copy.write(*self._written.popleft())
        self._copy.sync(segment)


class _Lane:
    """A thread that runs one act after the other, from the first one to `end`."""

    def __init__(self, name: str, patience_s: float) -> None:
        self._name = name
        self._patience_s = patience_s
        self._acts: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy = threading.Lock()
        """Held while an act that was late is still under way."""

    def do(self, act: Callable[[], Result]) -> Result:
        """Run `act` and return its result. Raises its errors, and TimeoutError if it is late."""
        if self._busy.locked():
            raise self._too_slow()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        asked = _Act(act)
        self._acts.put(asked.run)
        for _ in range(LOOKS):
            if asked.busy.acquire(timeout=self._patience_s / LOOKS):
                return asked.result()
        asked.wanted, self._busy = False, asked.busy
        raise self._too_slow()

    def end(self, last: Callable[[], None] = lambda: None) -> None:
        """Have the thread do a last act after the present one, and end."""
        if self._thread is not None:
            self._thread = None
            self._acts.put(last)
            self._acts.put(None)

    def _run(self) -> None:
        while act := self._acts.get():
            act()

    def _too_slow(self) -> TimeoutError:
        return TimeoutError(errno.ETIMEDOUT, f"too slow: no answer within {self._patience_s:g} s")


class _Act(Generic[Result]):
    """An act and its outcome; one that nobody wants any more does not begin."""

    def __init__(self, act: Callable[[], Result]) -> None:
        self.wanted = True
        self.busy = threading.Lock()
        """Held until the act is over; a lock wakes the other thread sooner than an event."""
        self.busy.acquire()
        self._act = act
        self._results: list[Result] = []
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            if self.wanted:
                self._results.append(self._act())
        except Exception as error:  # noqa: BLE001 - raised in the caller's thread
            self._error = error
        finally:
            self.busy.release()

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._results[0]
