"""A copy of the journal on a disk: a directory of segments."""

import fcntl
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.errors import JournalForeign, JournalTaken

CHUNK: Final = 1 << 20
"""Octets of zeros by which a segment grows, so that a sync need not update its size."""

_NAME: Final = re.compile(r"(\d{6,})\.seg")


class OsCopy:
    """The directory at `path`, locked against other processes once it is held."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._lock = -1
        self._fd = -1
        self._segment = 0
        self._size = 0

    def hold(self) -> None:
        """Make the directory if it is missing, lock it and sync it.

        A program killed in `create` may have left a name that is not on disk yet.
        """
        if self._lock >= 0:
            return
        self._refuse_file()
        self._make(self._path)
        lock = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise JournalTaken(Text("journal.why.taken", {"copy": self.name})) from error
        self._lock = lock
        self.flush(lock)

    def segments(self) -> Mapping[int, int]:
        """Return segment sizes by number. Raises JournalForeign if the path is a file."""
        self._refuse_file()
        try:
            with os.scandir(self._path) as entries:
                named = [(_NAME.fullmatch(entry.name), entry) for entry in entries]
        except FileNotFoundError:
            return {}
        return {int(name[1]): entry.stat().st_size for name, entry in named if name}

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """Read through a descriptor of its own."""
        try:
            with self._file(segment).open("rb", buffering=0) as file:
                return file.read(octets)
        except FileNotFoundError:
            return None

    def create(self, segment: int, image: bytes) -> None:
        """Written and synced under a passing name, then renamed."""
        place = self._file(segment)
        draft = place.with_name(place.name + ".new")
        fd = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.posix_fallocate(fd, 0, _rounded(len(image)))
            _put(fd, 0, image)
            self.flush(fd)
        finally:
            os.close(fd)
        draft.rename(place)
        self._flush_directory(self._path)

    def write(self, segment: int, at: int, data: bytes) -> None:
        """One pwrite, more only after a short write."""
        self._open(segment)
        if at + len(data) > self._size:
            size = _rounded(at + len(data))
            os.posix_fallocate(self._fd, self._size, size - self._size)
            self._size = size
        _put(self._fd, at, data)

    def sync(self, segment: int) -> None:
        """One fdatasync."""
        self._open(segment)
        os.fdatasync(self._fd)

    def remove(self, segment: int) -> None:
        """Unlinked, and the directory synced."""
        self._file(segment).unlink(missing_ok=True)
        self._flush_directory(self._path)

    def flush(self, fd: int) -> None:
        """Every sync but that of a commit: of a new segment, and of a directory."""
        os.fsync(fd)

    def unlock(self) -> None:
        """Also while a sync of the directory waits for the disk, which closing alone would not."""
        if self._lock >= 0:
            fcntl.flock(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Closing also unlocks."""
        for fd in (self._fd, self._lock):
            if fd >= 0:
                os.close(fd)
        self._fd = self._lock = -1

    def _file(self, segment: int) -> Path:
        return segment_file(self._path, segment)

    def _open(self, segment: int) -> None:
        if self._fd >= 0:
            if segment == self._segment:
                return
            os.close(self._fd)
            self._fd = -1
        self._fd = os.open(self._file(segment), os.O_RDWR)
        self._segment, self._size = segment, os.fstat(self._fd).st_size

    def _make(self, path: Path, mode: int = 0o700) -> None:
        """Make a directory, unless another process just has."""
        if not path.is_dir():
            self._make(path.parent, 0o777)
            try:
                path.mkdir(mode)
            except FileExistsError:
                os.stat(path / ".")
            self._flush_directory(path.parent)

    def _flush_directory(self, path: Path) -> None:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self.flush(fd)
        finally:
            os.close(fd)

    def _refuse_file(self) -> None:
        if self._path.is_file():
            raise JournalForeign(Text("journal.why.is_file", {"copy": self.name}))


def segment_file(copy: Path, segment: int) -> Path:
    """Return the path of a segment of the copy in that directory."""
    return copy / f"{segment:06}.seg"


def _rounded(octets: int) -> int:
    return -(-octets // CHUNK) * CHUNK


def _put(fd: int, at: int, data: bytes) -> None:
    while (written := os.pwrite(fd, data, at)) < len(data):
        at, data = at + written, data[written:]
