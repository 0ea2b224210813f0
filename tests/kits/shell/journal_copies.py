"""Copies for the journal's tests: one that fails, one that stops, one that loses its power."""

import errno
import os
from collections.abc import Callable, Mapping
from random import Random
from zlib import crc32

from firmware.shell.journal import (
    Finding,
    Journal,
    JournalCopy,
    JournalStamp,
    MemoryCopy,
    RetentionPolicy,
)
from firmware.shell.journal.header import UNCONFIRMED, Anchor, SegmentHeader, without_tail

STAMP = JournalStamp("sim", "1.0", "ab" * 32, "cd" * 32, "punto_banco")
SMALL = RetentionPolicy(segment_bytes=1, keep_bytes=1 << 40)
"""Full from the first record on, so that a test rotates when it likes; everything is kept."""


class PowerCut(Exception):
    """The machine stops here."""


class AskingCopy(MemoryCopy):
    """Asks `_may` before each act; that may fail, or take its time."""

    def _may(self, act: str) -> None:
        raise NotImplementedError

    def hold(self) -> None:
        self._may("hold")
        super().hold()

    def segments(self) -> Mapping[int, int]:
        self._may("read")
        return super().segments()

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        self._may("read")
        return super().read(segment, octets)

    def create(self, segment: int, image: bytes) -> None:
        self._may("create")
        super().create(segment, image)

    def write(self, segment: int, at: int, data: bytes) -> None:
        self._may("write")
        super().write(segment, at, data)

    def sync(self, segment: int) -> None:
        self._may("sync")

    def remove(self, segment: int) -> None:
        self._may("remove")
        super().remove(segment)


class FailingCopy(AskingCopy):
    """Raises `code` from the moment that `failing` is set, in the named acts only."""

    def __init__(
        self, name: str, code: int = errno.EIO, acts: str = "read create write sync remove"
    ) -> None:
        super().__init__(name)
        self.failing = False
        self._code, self._acts = code, acts.split()

    def _may(self, act: str) -> None:
        if self.failing and act in self._acts:
            raise OSError(self._code, os.strerror(self._code), self.name)


class Fuse:
    """The octets or acts left to both copies together before the power goes."""

    def __init__(self, left: int) -> None:
        self.left = left


class StoppingCopy(MemoryCopy):
    """Takes octets in order until the fuse has burnt, then the machine stops in mid-write."""

    def __init__(self, name: str, fuse: Fuse, segments: Mapping[int, bytes]) -> None:
        super().__init__(name, segments)
        self._fuse = fuse

    def write(self, segment: int, at: int, data: bytes) -> None:
        taken = data[: self._fuse.left]
        self._fuse.left -= len(taken)
        super().write(segment, at, taken)
        if taken != data:
            raise PowerCut


class CachedCopy(MemoryCopy):
    """A disk with a cache: `lose` keeps any part of any unsynced sector.

    A segment made or removed is certain to be in the directory once the directory is synced, which
    is an act of its own; until then `lose` may forget it. Does not model sectors spoilt by their
    neighbours' writing.
    """

    SECTOR = 512

    def __init__(self, name: str, fuse: Fuse) -> None:
        super().__init__(name)
        self._fuse = fuse
        self._durable: dict[int, bytes] = {}
        self._listed: dict[int, bytes | None] = {}

    def _act(self) -> None:
        self._fuse.left -= 1
        if self._fuse.left < 0:
            raise PowerCut

    def hold(self) -> None:
        self._act()
        self._listed.clear()

    def create(self, segment: int, image: bytes) -> None:
        self._act()
        self._list(segment, image)
        self._act()
        self._listed.clear()

    def write(self, segment: int, at: int, data: bytes) -> None:
        self._act()
        super().write(segment, at, data)

    def sync(self, segment: int) -> None:
        self._act()
        self._durable[segment] = bytes(self._segments[segment])

    def remove(self, segment: int) -> None:
        self._act()
        self._list(segment, None)
        self._act()
        self._listed.clear()

    def _list(self, segment: int, image: bytes | None) -> None:
        """Change the directory, unsynced; a power cut may restore its earlier state."""
        self._listed[segment] = self._durable.pop(segment, None)
        if image is None:
            super().remove(segment)
        else:
            super().create(segment, image)
            self._durable[segment] = image

    def lose(self, chance: Random) -> None:
        for segment, before in self._listed.items():
            if chance.random() < 0.5:
                if before is None:
                    self._durable.pop(segment, None)
                    super().remove(segment)
                else:
                    self._durable[segment] = before
                    super().create(segment, before)
        self._listed.clear()
        for segment, durable in self._durable.items():
            self._durable[segment] = self._after_power_cut(
                durable, bytes(self._segments[segment]), chance
            )
            super().create(segment, self._durable[segment])

    def _after_power_cut(self, durable: bytes, written: bytes, chance: Random) -> bytes:
        image = bytearray(durable.ljust(len(written), b"\0"))
        for at in range(0, len(written), self.SECTOR):
            part = chance.choice((0, self.SECTOR, chance.randrange(self.SECTOR)))
            start = at + chance.choice((0, self.SECTOR - part))
            image[start : start + part] = written[start : start + part]
        return bytes(image[: len(written)])


class FillingCopy(CachedCopy):
    """A disk that is full while `full`: it refuses new octets, but allows overwriting."""

    full = False

    def create(self, segment: int, image: bytes) -> None:
        self._fit()
        super().create(segment, image)

    def write(self, segment: int, at: int, data: bytes) -> None:
        if at + len(data) > len(image_of(self, segment)):
            self._fit()
        super().write(segment, at, data)

    def _fit(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.name)


def copy_of(name: str, image: bytes | None) -> MemoryCopy:
    """A copy with one segment, or with none."""
    return MemoryCopy(name, {} if image is None else {1: image})


def image_of(copy: JournalCopy, segment: int = 1) -> bytes:
    return copy.read(segment) or b""


def opened(
    *copies: JournalCopy, stamp: JournalStamp = STAMP, policy: RetentionPolicy = SMALL
) -> Journal:
    first, second = copies
    return Journal.open((first, second), stamp, policy)


def reopened(first: bytes | None, second: bytes | None) -> Journal:
    return opened(copy_of("A", first), copy_of("B", second))


def records_of(journal: Journal) -> list[bytes]:
    return list(journal.records())


def extend(journal: Journal, *payloads: bytes) -> None:
    for payload in payloads:
        journal.append(payload)
    journal.commit()


def bare(image: bytes) -> bytes:
    """A segment up to its last record."""
    return without_tail(image).rstrip(b"\0")


def of_format(image: bytes, journal_format: int) -> bytes:
    """Have a segment name another format, soundly."""
    octets = bytearray(image)
    octets[12:14] = journal_format.to_bytes(2, "big")
    octets[8:12] = crc32(octets[12 : int.from_bytes(octets[14:16], "big")]).to_bytes(4, "big")
    return bytes(octets)


def begun_in_format_3() -> tuple[MemoryCopy, MemoryCopy]:
    """Both copies of a journal without records, as an earlier program has begun it."""
    copies = pair()
    opened(*copies)
    header = SegmentHeader.parse(of_format(image_of(copies[0]), 3))
    assert header is not None
    for copy in copies:
        copy.create(1, header.header_block(first_anchor=Anchor(header.genesis_head, UNCONFIRMED)))
    return copies


def written(
    *commits: list[bytes], begun: Callable[[], tuple[MemoryCopy, MemoryCopy]] | None = None
) -> tuple[bytes, bytes]:
    """Both copies of a journal of one segment with these commits."""
    copies = begun() if begun else pair()
    journal = opened(*copies)
    for payloads in commits:
        extend(journal, *payloads)
    return image_of(copies[0]), image_of(copies[1])


def grown(segments: int, *copies: JournalCopy, policy: RetentionPolicy = SMALL) -> Journal:
    """A journal of so many segments, three records each; but for the first they open with one
    that was carried over.
    """
    journal = opened(*copies, policy=policy)
    for segment in range(1, segments + 1):
        if segment > 1:
            journal.rotate(b"carried %d" % segment)
        extend(journal, b"%d a" % segment, b"%d b" % segment)
        extend(journal, b"%d c" % segment)
    return journal


def story(first: int, last: int) -> list[bytes]:
    return [
        record
        for segment in range(first, last + 1)
        for record in (
            *((b"carried %d" % segment,) if segment > 1 else ()),
            *(b"%d %s" % (segment, letter) for letter in (b"a", b"b", b"c")),
        )
    ]


def pair() -> tuple[MemoryCopy, MemoryCopy]:
    return MemoryCopy("A"), MemoryCopy("B")


def everything(copies: tuple[MemoryCopy, MemoryCopy]) -> list[dict[int, bytes]]:
    return [{number: image_of(copy, number) for number in copy.segments()} for copy in copies]


def scanned(journal: Journal) -> tuple[Finding, ...]:
    return journal.archive.scan(lambda _: None, lambda: False)


def gone(name: str) -> FailingCopy:
    """A disk that can't be read."""
    copy = FailingCopy(name)
    copy.failing = True
    return copy


def held(copy: MemoryCopy) -> dict[int, bytes]:
    return {number: image_of(copy, number) for number in copy.segments()}
