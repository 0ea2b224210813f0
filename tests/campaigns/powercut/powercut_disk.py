"""Disks that lose their power: acts since the last sync are kept, dropped or torn."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple

from firmware.shell.journal import MemoryCopy
from firmware.shell.journal.records import RECORD_MARK

SECTOR: Final = 512
GROWN: Final = 4096
"""Octets by which a segment grows, zeros, as on a real disk it does by far more."""

Segments = Mapping[int, bytes]


class Written(NamedTuple):
    """Octets written into a segment."""

    segment: int
    at: int
    data: bytes

    def done(self, segments: dict[int, bytes]) -> None:
        """All of it."""
        image = segments[self.segment]
        end = self.at + len(self.data)
        image = image.ljust(_rounded(end), b"\0") if end > len(image) else image
        segments[self.segment] = image[: self.at] + self.data + image[end:]

    def torn(self, chance: Random, *, within: bool) -> "list[Written]":
        """Any of its sectors, or any part of them."""
        end, parts = self.at + len(self.data), []
        for sector in range(self.at // SECTOR * SECTOR, end, SECTOR):
            first, last = max(sector, self.at), min(sector + SECTOR, end)
            size = last - first
            part = chance.choice((0, size, chance.randrange(size + 1) if within else 0))
            start = first + chance.choice((0, size - part))
            data = self.data[start - self.at : start - self.at + part]
            parts += [Written(self.segment, start, data)] if data else []
        return parts

    def between_records(self, chance: Random) -> "list[Written]":
        """As many of a commit's records as were under way, each whole."""
        starts = [0]
        while (start := self.data.find(RECORD_MARK, starts[-1] + 1)) > 0:
            starts.append(start)
        data = self.data[: chance.choice([*starts, len(self.data)])]
        return [Written(self.segment, self.at, data)] if data else []


class Named(NamedTuple):
    """A segment put under its name, or taken away, in a directory that is not synced yet."""

    segment: int
    image: bytes | None

    def done(self, segments: dict[int, bytes]) -> None:
        """As the directory says from here on."""
        if self.image is None:
            segments.pop(self.segment, None)
        else:
            segments[self.segment] = self.image

    def torn(self, chance: Random, *, within: bool) -> "list[Named]":
        """A directory says the one or the other."""
        return self.between_records(chance)

    def between_records(self, chance: Random) -> "list[Named]":
        """A directory says the one or the other."""
        return [self] if chance.random() < 0.5 else []


Change = Written | Named


def is_written(change: Change) -> bool:
    """Say whether it is in a file, and not in a directory."""
    return isinstance(change, Written)


class Disk(NamedTuple):
    """What is surely there, and what was done since, in order."""

    durable: Segments
    since: tuple[Change, ...] = ()

    @property
    def now(self) -> dict[int, bytes]:
        """What a program sees; after a cut, what a disk holds that kept everything."""
        return _after(self.durable, self.since)

    def torn(self, chance: Random, *, within: bool) -> Segments:
        """What a disk may hold that kept any part of what was not synced."""
        return self._after_changes(
            [part for change in self.since for part in change.torn(chance, within=within)]
        )

    def between_records(self, chance: Random) -> Segments:
        """What a disk may hold if the power went between the records of a commit."""
        return self._after_changes(
            [part for change in self.since for part in change.between_records(chance)]
        )

    def _after_changes(self, changes: "list[Change]") -> Segments:
        return _after(self.durable, [c for c in changes if _has_place(c, self.durable, changes)])


def _has_place(change: Change, durable: Segments, remaining: list[Change]) -> bool:
    """Say whether a write has a file to be in: its directory may have forgotten it."""
    made = any(isinstance(one, Named) and one.segment == change.segment for one in remaining)
    return isinstance(change, Named) or change.segment in durable or made


def _after(durable: Segments, changes: list[Change] | tuple[Change, ...]) -> dict[int, bytes]:
    segments = dict(durable)
    for change in changes:
        change.done(segments)
    return segments


def _rounded(octets: int) -> int:
    return -(-octets // GROWN) * GROWN


VARIANTS: Final[Mapping[str, Callable[[Disk, Random], Segments]]] = {
    "kept": lambda disk, _: disk.now,
    "dropped": lambda disk, _: disk.durable,
    "torn by sectors": lambda disk, chance: disk.torn(chance, within=False),
    "cut between records": lambda disk, chance: disk.between_records(chance),
    "torn within sectors": lambda disk, chance: disk.torn(chance, within=True),
}
"""What a disk may do to what was not synced when the power went."""


class ModelCopy(MemoryCopy):
    """A copy of the journal on such a disk. `acted` is notified of each act once it is done."""

    def __init__(self, name: str, segments: Segments, acted: Callable[[str], None]) -> None:
        super().__init__(name, segments)
        self.disk = Disk(dict(segments))
        self._acted = acted

    def create(self, segment: int, image: bytes) -> None:
        """As `OsCopy` does it: written and synced under a passing name, then renamed."""
        image = image.ljust(_rounded(len(image)), b"\0")
        super().create(segment, image)
        self._acted("draft written")
        self._acted("draft synced")
        self._change(Named(segment, image), "renamed")
        self.sync_names()

    def write(self, segment: int, at: int, data: bytes) -> None:
        """In the disk's cache."""
        super().write(segment, at, data)
        self._change(Written(segment, at, data), "written")

    def sync(self, segment: int) -> None:
        """What was written to the segment is durable, if its name is."""
        named = segment in self.disk.durable
        self._settle(lambda change: named and change.segment == segment and is_written(change))
        self._acted("synced")

    def remove(self, segment: int) -> None:
        """Unlinked, then the directory is synced."""
        super().remove(segment)
        self._change(Named(segment, None), "unlinked")
        self.sync_names()

    def sync_names(self) -> None:
        """The directory is durable."""
        self._settle(lambda change: not is_written(change))
        self._acted("directory synced")

    def _change(self, change: Change, act: str) -> None:
        self.disk = Disk(self.disk.durable, (*self.disk.since, change))
        self._acted(act)

    def _settle(self, over: Callable[[Change], bool]) -> None:
        settled = [change for change in self.disk.since if over(change)]
        left = tuple(change for change in self.disk.since if not over(change))
        self.disk = Disk(_after(self.disk.durable, settled), left)


class Point(NamedTuple):
    """The disks after an act."""

    act: str
    disks: tuple[Disk, Disk]


class Machine:
    """Two disks, and every point at which the power may go."""

    def __init__(self, kind: type[ModelCopy], first: Segments, second: Segments) -> None:
        self.points: list[Point] = []
        self.copies = kind("a", first, self._note), kind("b", second, self._note)

    def _note(self, act: str) -> None:
        self.points.append(Point(act, self._disks()))

    def _disks(self) -> tuple[Disk, Disk]:
        return self.copies[0].disk, self.copies[1].disk

    def stretch(self) -> list[Point]:
        """Return the points since the last time, the last being after all was acknowledged."""
        points, self.points = self.points, []
        return [*points, Point("returned", self._disks())]
