"""A copy of the journal on a disk that fails, fills, and forgets unsynced data."""

import errno
import os
from collections import deque
from collections.abc import Mapping
from random import Random

from firmware.shell.journal import MemoryCopy


class Disk(MemoryCopy):
    """A copy of the journal on a disk that may fail, and forgets what is not synced."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.fails = 0
        """The error that every act of `acts` raises."""
        self.acts: frozenset[str] = frozenset()
        self._images: deque[dict[int, bytes]] = deque(maxlen=2)
        self._late: list[tuple[int, int, bytes]] = []
        """What a slow disk was given, and takes once it answers."""
        self._unsynced: list[tuple[int, int, bytes, bytes]] = []

    def fail(self, code: int, acts: str) -> None:
        """Have these acts fail from now on."""
        self.fails, self.acts = code, frozenset(acts.split())

    def mend(self) -> None:
        """Have every act succeed again; what was on its way gets there."""
        self.acts = frozenset()
        late, self._late = self._late, []
        for segment, at, data in late:
            if segment in self._segments:
                self.write(segment, at, data)

    def save_image(self) -> None:
        """Keep an image of all that is on it."""
        self._images.append({number: bytes(data) for number, data in self._segments.items()})

    @property
    def older(self) -> Mapping[int, bytes]:
        """The image before the last that was kept."""
        return self._images[0]

    def replace(self, image: Mapping[int, bytes]) -> None:
        """Have another disk in its place, with this on it."""
        self._segments = {number: bytearray(data) for number, data in image.items()}
        self._unsynced.clear()
        self._late.clear()

    def segments(self) -> Mapping[int, int]:
        self._may("read")
        return super().segments()

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        self._may("read")
        return super().read(segment, octets)

    def create(self, segment: int, image: bytes) -> None:
        self._may("create")
        super().create(segment, image)
        self._unsynced = [write for write in self._unsynced if write[0] != segment]

    def write(self, segment: int, at: int, data: bytes) -> None:
        """A failing write may leave a part of what it was given."""
        failing = "write" in self.acts
        if failing and self.fails == errno.ETIMEDOUT:
            self._late.append((segment, at, data))
            self._may("write")
        taken = data[: len(data) // 2] if failing else data
        before = bytes(self._segments.get(segment, b"")[at : at + len(taken)])
        super().write(segment, at, taken)
        self._unsynced.append((segment, at, taken, before))
        self._may("write")

    def sync(self, segment: int) -> None:
        self._may("sync")
        self._unsynced.clear()

    def remove(self, segment: int) -> None:
        self._may("write")
        super().remove(segment)

    def lose_power(self, chance: Random) -> None:
        """Of each write that was not synced keep all, nothing or a part."""
        lost = [write for write in self._unsynced if write[0] in self._segments]
        for segment, at, data, before in reversed(lost):
            super().write(segment, at, before.ljust(len(data), b"\0"))
        for segment, at, data, _ in lost:
            durable_octets = chance.choice((0, len(data), chance.randrange(len(data) + 1)))
            super().write(segment, at, data[:durable_octets])
        self._unsynced.clear()
        self._late.clear()

    def _may(self, act: str) -> None:
        if act in self.acts:
            raise OSError(self.fails, os.strerror(self.fails), self.name)
