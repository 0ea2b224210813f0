"""The next start's opening of a journal, rehearsed in memory: nothing on the disks is changed."""

from collections.abc import Mapping
from pathlib import Path

from firmware.shell.journal import (
    DirectoryCopy,
    Journal,
    JournalCopy,
    JournalStamp,
    MemoryCopy,
)


class RehearsalCopy(MemoryCopy):
    """A copy on a disk, and in memory what would be written to it."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._disk = DirectoryCopy(path)
        self._removed: set[int] = set()

    def segments(self) -> Mapping[int, int]:
        """As they would be after the writes."""
        on_disk = {
            number: size
            for number, size in self._disk.segments().items()
            if number not in self._removed
        }
        return {**on_disk, **super().segments()}

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """As written in memory, else from the disk."""
        if segment in super().segments():
            return super().read(segment, octets)
        return None if segment in self._removed else self._disk.read(segment, octets)

    def write(self, segment: int, offset: int, data: bytes) -> None:
        """In memory alone."""
        if segment not in super().segments():
            image = self.read(segment)
            if image is not None:
                self.create(segment, image)
        super().write(segment, offset, data)

    def remove(self, segment: int) -> None:
        """In memory alone."""
        self._removed.add(segment)
        super().remove(segment)


def rehearse_opening(own: JournalCopy, stick: Path, stamp: JournalStamp) -> None:
    """Raise the JournalError with which a start would refuse these two copies, if it would."""
    Journal.open((own, RehearsalCopy(stick)), stamp).close()
