"""A copy of the journal on a disk that may be slow: the journal waits for it until a deadline.

    owner ──write──> buffer ──sync──> thread of the writes ──> copy
    owner, scan ──read, create──> thread of the segments ──> copy

An act that is late raises TimeoutError, an OSError like any other of a disk, so the journal drops
the copy and continues with the other one. The thread may still be waiting for the disk: until that
operation is over, every further one is refused at once. Writes that have not reached the thread yet
are discarded.
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
DEADLINE_STEPS: Final = 20
"""The deadline passes in so many steps: a process that was itself suspended loses one of them."""

Result = TypeVar("Result")


class DeadlineCopy:
    """Implements `JournalCopy` over `copy`; `write` takes effect with the next `sync`."""

    def __init__(self, copy: JournalCopy, patience_s: float = PATIENCE_S) -> None:
        self.name = copy.name
        self._copy = copy
        self._buffered_writes: deque[tuple[int, int, bytes]] = deque()
        self._write_thread = _OperationThread(f"{copy.name} writes", patience_s)
        self._segment_thread = _OperationThread(f"{copy.name} segments", patience_s)

    def hold(self) -> None:
        self._write_thread.run_operation(self._copy.hold)

    def segments(self) -> Mapping[int, int]:
        return self._segment_thread.run_operation(self._copy.segments)

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        return self._segment_thread.run_operation(lambda: self._copy.read(segment, octets))

    def create(self, segment: int, image: bytes) -> None:
        self._segment_thread.run_operation(lambda: self._copy.create(segment, image))

    def write(self, segment: int, offset: int, data: bytes) -> None:
        """Buffer it for the next `sync`, which raises the errors of both."""
        self._buffered_writes.append((segment, offset, data))

    def sync(self, segment: int) -> None:
        """Do the buffered writes, and sync."""
        try:
            self._write_thread.run_operation(lambda: self._write_and_sync(segment))
        finally:
            self._buffered_writes.clear()

    def check_in_place(self, segment: int) -> None:
        self._write_thread.run_operation(lambda: self._copy.check_in_place(segment))

    def remove(self, segment: int) -> None:
        self._write_thread.run_operation(lambda: self._copy.remove(segment))

    def unlock(self) -> None:
        self._copy.unlock()

    def close(self) -> None:
        """Unlock at once; the files are closed later, after a late operation."""
        self._copy.unlock()
        self._write_thread.finish(self._copy.close)
        self._segment_thread.finish()

    def _write_and_sync(self, segment: int) -> None:
        while self._buffered_writes:
            self._copy.write(*self._buffered_writes.popleft())
        self._copy.sync(segment)


class _OperationThread:
    """A thread that runs one act after the other, from the first one to `finish`."""

    def __init__(self, name: str, patience_s: float) -> None:
        self._name = name
        self._patience_s = patience_s
        self._operations: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._late_operation = threading.Lock()
        """Held while an act that was late is still under way."""

    def run_operation(self, operation: Callable[[], Result]) -> Result:
        """Run `operation`, return its result. Raises its errors, and TimeoutError if it is late."""
        if self._late_operation.locked():
            raise self._timeout_error()
        if self._thread is None:
            # a daemon: one that waits in the kernel for a dead disk must not keep the process alive
            self._thread = threading.Thread(
                target=self._run_operations, name=self._name, daemon=True
            )
            self._thread.start()
        pending = _Operation(operation)
        self._operations.put(pending.run)
        # in steps: if the whole process is suspended, only the step under way counts, not the pause
        for _ in range(DEADLINE_STEPS):
            if pending.is_running.acquire(timeout=self._patience_s / DEADLINE_STEPS):
                return pending.result()
        # the thread may still be in the kernel: its lock is held until it returns
        pending.is_needed, self._late_operation = False, pending.is_running
        raise self._timeout_error()

    def finish(self, last_operation: Callable[[], None] = lambda: None) -> None:
        """Have the thread do a last act after the present one, and end."""
        if self._thread is not None:
            self._thread = None
            self._operations.put(last_operation)
            self._operations.put(None)

    def _run_operations(self) -> None:
        while operation := self._operations.get():
            operation()

    def _timeout_error(self) -> TimeoutError:
        return TimeoutError(errno.ETIMEDOUT, f"too slow: no answer within {self._patience_s:g} s")


class _Operation(Generic[Result]):
    """An operation and its outcome; one that is no longer needed does not begin."""

    def __init__(self, operation: Callable[[], Result]) -> None:
        self.is_needed = True
        self.is_running = threading.Lock()
        """Held until the act is over; a lock wakes the other thread sooner than an event."""
        self.is_running.acquire()
        self._operation = operation
        self._results: list[Result] = []
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            if self.is_needed:
                self._results.append(self._operation())
        except Exception as error:  # noqa: BLE001 - raised in the caller's thread
            self._error = error
        finally:
            self.is_running.release()

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._results[0]
