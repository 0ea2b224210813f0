"""A copy of the journal on a disk: a directory of segments."""

import errno
import fcntl
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.journal_errors import JournalForeign, JournalInUse

SEGMENT_OCTETS: Final = 1 << 20
"""Octets of a new segment, zeros after its records. They are written when it is made: a sync then
updates neither its size nor, as of space that is only reserved, what of it has been written.
"""
GROWTH_OCTETS: Final = 1 << 16
"""Octets of zeros by which a full segment grows, until the round is over that ends it."""

_SEGMENT_NAME: Final = re.compile(r"(\d{6,})\.seg")


class DirectoryCopy:
    """The directory at `path`, locked against other processes once it is held."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._lock_descriptor = -1
        self._fd = -1
        self._segment = 0
        self._size = 0

    def hold(self) -> None:
        """Make the directory if it is missing, lock it and sync it.

        A program killed in `create` may have left a name that is not on disk yet.
        """
        if self._lock_descriptor >= 0:
            return
        self._refuse_file()
        self._make_directory(self._path)
        lock_descriptor = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            # on the directory, since the segments change: the kernel releases it if the process is
            # killed
            fcntl.flock(lock_descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock_descriptor)
            raise JournalInUse(Text("journal.why.taken", {"copy": self.name})) from error
        self._lock_descriptor = lock_descriptor
        self.fsync_descriptor(lock_descriptor)

    def segments(self) -> Mapping[int, int]:
        """Return segment sizes by number. Raises JournalForeign if the path is a file."""
        self._refuse_file()
        try:
            with os.scandir(self._path) as entries:
                matched_entries = [
                    (_SEGMENT_NAME.fullmatch(entry.name), entry) for entry in entries
                ]
        except FileNotFoundError:
            return {}
        return {int(name[1]): entry.stat().st_size for name, entry in matched_entries if name}

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """Read through a descriptor of its own."""
        try:
            with self._segment_path(segment).open("rb", buffering=0) as file:
                return file.read(octets)
        except FileNotFoundError:
            return None

    def create(self, segment: int, image: bytes) -> None:
        """Written and synced under a temporary name, then renamed."""
        segment_path = self._segment_path(segment)
        # under another name until it is whole and synced: a segment is never half there after a
        # power cut
        temporary_path = segment_path.with_name(segment_path.name + ".new")
        fd = os.open(temporary_path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            _write_fully(fd, 0, image.ljust(_rounded_up(len(image), SEGMENT_OCTETS), b"\0"))
            self.fsync_descriptor(fd)
        finally:
            os.close(fd)
        temporary_path.rename(segment_path)
        self._flush_directory(self._path)

    def write(self, segment: int, offset: int, data: bytes) -> None:
        """One pwrite, more only after a short write."""
        self._open_segment(segment)
        if offset + len(data) > self._size:
            size = _rounded_up(offset + len(data), GROWTH_OCTETS)
            # before the record: a full disk fails here, before a record is half there
            _write_fully(self._fd, self._size, bytes(size - self._size))
            self._size = size
        _write_fully(self._fd, offset, data)

    def sync(self, segment: int) -> None:
        """One fdatasync."""
        self._open_segment(segment)
        # data alone: the file is as long as it will be, so its size rarely changes
        os.fdatasync(self._fd)

    def check_in_place(self, segment: int) -> None:
        """A few calls of the kernel, which read no disk."""
        self._open_segment(segment)
        segment_path = self._segment_path(segment)
        if not (
            _is_same_file(self._fd, segment_path)
            and _is_same_file(self._lock_descriptor, self._path)
        ):
            # so that the mark of a copy left behind goes to what is there now
            self.close()
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(segment_path))

    def remove(self, segment: int) -> None:
        """Unlinked, and the directory synced."""
        self._segment_path(segment).unlink(missing_ok=True)
        self._flush_directory(self._path)

    def fsync_descriptor(self, fd: int) -> None:
        """Every sync but that of a commit: of a new segment, and of a directory."""
        os.fsync(fd)

    def unlock(self) -> None:
        """Also while a sync of the directory waits for the disk, which closing alone would not."""
        if self._lock_descriptor >= 0:
            fcntl.flock(self._lock_descriptor, fcntl.LOCK_UN)

    def close(self) -> None:
        """Closing also unlocks."""
        for fd in (self._fd, self._lock_descriptor):
            if fd >= 0:
                os.close(fd)
        self._fd = self._lock_descriptor = -1

    def _segment_path(self, segment: int) -> Path:
        return segment_path(self._path, segment)

    def _open_segment(self, segment: int) -> None:
        if self._fd >= 0:
            if segment == self._segment:
                return
            os.close(self._fd)
            self._fd = -1
        self._fd = os.open(self._segment_path(segment), os.O_RDWR)
        self._segment, self._size = segment, os.fstat(self._fd).st_size

    def _make_directory(self, path: Path, mode: int = 0o700) -> None:
        """Make a directory, unless another process just has."""
        if not path.is_dir():
            self._make_directory(path.parent, 0o777)
            try:
                path.mkdir(mode)
            except FileExistsError:
                os.stat(path / ".")
            self._flush_directory(path.parent)

    def _flush_directory(self, path: Path) -> None:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self.fsync_descriptor(fd)
        finally:
            os.close(fd)

    def _refuse_file(self) -> None:
        if self._path.is_file():
            raise JournalForeign(Text("journal.why.is_file", {"copy": self.name}))


def segment_path(copy_directory: Path, segment: int) -> Path:
    """Return the path of a segment of the copy in that directory."""
    return copy_directory / f"{segment:06}.seg"


def _is_same_file(fd: int, path: Path) -> bool:
    opened, named = os.fstat(fd), path.stat()
    return (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino)


def _rounded_up(octets: int, step: int) -> int:
    return -(-octets // step) * step


def _write_fully(fd: int, offset: int, data: bytes) -> None:
    while (written := os.pwrite(fd, data, offset)) < len(data):
        offset, data = offset + written, data[written:]
