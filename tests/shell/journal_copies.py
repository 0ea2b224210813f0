"""Files for the journal's tests: one that fails, one that stops, one that loses its power."""

import errno
import os
from random import Random

from firmware.shell.journal import Journal, MemoryFile, Stamp
from firmware.shell.journal.files import JournalFile

STAMP = Stamp("sim", "1.0", "ab" * 32, "cd" * 32, "punto_banco")


class PowerCut(Exception):
    """The machine stops here."""


class FailingFile(MemoryFile):
    """Raises `code` from the moment that `failing` is set, in the named acts only."""

    def __init__(
        self, name: str, code: int = errno.EIO, acts: str = "read create write sync"
    ) -> None:
        super().__init__(name)
        self.failing = False
        self._code, self._acts = code, acts.split()

    def _may(self, act: str) -> None:
        if self.failing and act in self._acts:
            raise OSError(self._code, os.strerror(self._code), self.name)

    def read_all(self) -> bytes | None:
        self._may("read")
        return super().read_all()

    def create(self, image: bytes) -> None:
        self._may("create")
        super().create(image)

    def write(self, at: int, data: bytes) -> None:
        self._may("write")
        super().write(at, data)

    def sync(self) -> None:
        self._may("sync")


class Fuse:
    """What is left, for both copies together, before the power goes: octets, or acts."""

    def __init__(self, left: int) -> None:
        self.left = left


class StoppingFile(MemoryFile):
    """Takes octets in order until the fuse has burnt, then the machine stops in mid-write."""

    def __init__(self, name: str, fuse: Fuse, data: bytes | None = None) -> None:
        super().__init__(name, data)
        self._fuse = fuse

    def write(self, at: int, data: bytes) -> None:
        taken = data[: self._fuse.left]
        self._fuse.left -= len(taken)
        super().write(at, taken)
        if taken != data:
            raise PowerCut


class CachedFile(MemoryFile):
    """A disk with a cache: of what is not synced, `lose` keeps any part of any sector.

    Does not model a directory that forgets a synced rename, nor sectors spoilt by their
    neighbours' writing.
    """

    SECTOR = 512

    def __init__(self, name: str, fuse: Fuse) -> None:
        super().__init__(name)
        self._fuse = fuse
        self._durable: bytes | None = None

    def _act(self) -> None:
        self._fuse.left -= 1
        if self._fuse.left < 0:
            raise PowerCut

    def create(self, image: bytes) -> None:
        self._act()
        super().create(image)
        self._durable = bytes(image)

    def write(self, at: int, data: bytes) -> None:
        self._act()
        super().write(at, data)

    def sync(self) -> None:
        self._act()
        self._durable = self.read_all()

    def lose(self, chance: Random) -> None:
        written = self.read_all()
        if self._durable is None or written is None:
            return
        kept = bytearray(self._durable.ljust(len(written), b"\0"))
        for at in range(0, len(written), self.SECTOR):
            part = chance.choice((0, self.SECTOR, chance.randrange(self.SECTOR)))
            start = at + chance.choice((0, self.SECTOR - part))
            kept[start : start + part] = written[start : start + part]
        self._data = kept[: len(written)]
        self._durable = bytes(self._data)


def opened(*copies: JournalFile, stamp: Stamp = STAMP) -> Journal:
    first, second = copies
    return Journal.open((first, second), stamp)


def reopened(first: bytes | None, second: bytes | None) -> Journal:
    return opened(MemoryFile("A", first), MemoryFile("B", second))


def told(journal: Journal) -> list[bytes]:
    return list(journal.records())


def written(*commits: list[bytes]) -> tuple[bytes, bytes]:
    """Both copies of a journal with these commits."""
    copies = MemoryFile("A"), MemoryFile("B")
    journal = opened(*copies)
    for payloads in commits:
        for payload in payloads:
            journal.append(payload)
        journal.commit()
    first, second = (copy.read_all() for copy in copies)
    assert first is not None
    assert second is not None
    return first, second
