"""The file layer: one copy of the journal on a disk, or in memory for `play` and tests."""

import fcntl
import os
from pathlib import Path
from typing import Protocol

from firmware.shell.journal.errors import JournalTaken

CHUNK = 1 << 20
"""Octets by which a file on disk grows, zeros, so that a sync need not update its size."""


class JournalFile(Protocol):
    """One copy. Every method but `close` may raise OSError: the copy is then out of use."""

    @property
    def name(self) -> str:
        """The path, for messages."""
        ...

    def read_all(self) -> bytes | None:
        """The whole file, None where there is none."""
        ...

    def create(self, image: bytes) -> None:
        """Make the file with this content: after a power cut it is whole or absent."""
        ...

    def write(self, at: int, data: bytes) -> None:
        """Write at an offset, durable only after `sync`; past the end the file grows by zeros."""
        ...

    def sync(self) -> None:
        """Return when everything written is durable."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class OsFile:
    """A copy at `path`, locked against other processes as long as it is open."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._fd = -1
        self._size = 0

    def read_all(self) -> bytes | None:
        """JournalTaken where another process has it open."""
        if self._fd < 0:
            try:
                self._hold(os.open(self._path, os.O_RDWR))
            except FileNotFoundError:
                return None
        with open(self._fd, "rb", closefd=False) as file:
            self._size = file.seek(0, os.SEEK_END)
            file.seek(0)
            return file.read()

    def create(self, image: bytes) -> None:
        """Written and synced under a passing name, then renamed; the directory must exist."""
        draft = self._path.with_name(self._path.name + ".new")
        self._hold(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o640))
        self._size = 0
        self.write(0, image)
        os.fsync(self._fd)
        draft.rename(self._path)
        directory = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)

    def write(self, at: int, data: bytes) -> None:
        """One pwrite, more only where the system takes less than all."""
        if at + len(data) > self._size:
            self._grow(at + len(data))
        while (written := os.pwrite(self._fd, data, at)) < len(data):
            at, data = at + written, data[written:]

    def sync(self) -> None:
        """One fdatasync."""
        os.fdatasync(self._fd)

    def close(self) -> None:
        """Closing also unlocks."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _hold(self, fd: int) -> None:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(fd)
            raise JournalTaken(
                f"{self.name} is open in another process: stop the other table program first"
            ) from error
        self._fd = fd

    def _grow(self, needed: int) -> None:
        size = -(-needed // CHUNK) * CHUNK
        os.posix_fallocate(self._fd, self._size, size - self._size)
        self._size = size


class MemoryFile:
    """A copy that lives as long as the process; it never fails, fills or tears."""

    def __init__(self, name: str = "memory", data: bytes | None = None) -> None:
        self.name = name
        self._data = None if data is None else bytearray(data)

    def read_all(self) -> bytes | None:
        """As last written, synced or not."""
        return None if self._data is None else bytes(self._data)

    def create(self, image: bytes) -> None:
        """At once."""
        self._data = bytearray(image)

    def write(self, at: int, data: bytes) -> None:
        """At once."""
        if self._data is None:
            raise FileNotFoundError(self.name)
        self._data.extend(bytes(max(0, at - len(self._data))))
        self._data[at : at + len(data)] = data

    def sync(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do: what it holds can be read again."""
