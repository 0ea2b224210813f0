"""The sealed segments: scanned and mended beside the table, and retired when there are too many."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from firmware.shell.journal.copies import Copies
from firmware.shell.journal.errors import JournalDamaged, damaged
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import Finding, RepairFailed, SegmentRepaired
from firmware.shell.journal.header import BLOCK, SEAL, SLOTS, Header, left, seal
from firmware.shell.journal.segments import Segments
from firmware.shell.words.os_words import os_reason


class Progress(NamedTuple):
    """How many segments have been read, and of how many."""

    read: int
    all: int


class Archive:
    """Sealed segments never change. Any one thread may call `scan` and `incomplete`; the other
    methods belong to the thread that owns the journal.
    """

    def __init__(self, copies: Copies, segments: Segments) -> None:
        self._copies = copies
        self._segments = segments
        self._removing = Lock()

    @property
    def incomplete(self) -> bool:
        """Whether the header blocks show that a copy in use lacks something."""
        return any(self._lacks(copy) for copy in tuple(self._copies.live))

    def scan(
        self, told: Callable[[Progress], None], stopping: Callable[[], bool]
    ) -> tuple[Finding, ...]:
        """Read every record of every sealed segment in both copies, and repair any difference.

        `stopping` is called before each segment and may take its time. The findings are only
        returned, for the owner of the journal to report. Raises JournalDamaged if both are bad.
        """
        found: list[Finding] = []
        numbers = self._segments.sealed
        for read, number in enumerate(numbers):
            if stopping():
                break
            try:
                found += self.mend(number)
            except JournalDamaged:
                if not self._retired(number):
                    raise
            told(Progress(read + 1, len(numbers)))
        return tuple(found)

    def mend(self, number: int) -> list[Finding]:
        """Hold one segment's copies against its chain, and rewrite one that differs."""
        images, history = self._segments.read(number)
        if history.broken:
            raise damaged(self._segments.names, *history.broken)
        whole = history.header.block(seal=history.head) + history.octets
        found: list[Finding] = []
        for copy, image, lacking in zip(self._copies.both, images, history.lacking, strict=True):
            if copy in self._copies.live and not _is_same(image, whole):
                as_live = history.header.front(left(image)) + whole[SEAL:]
                sound = _is_same(image, as_live, SEAL)
                repaired = [] if sound else [SegmentRepaired(copy.name, number, lacking)]
                found += self._rewrite(copy, number, whole, repaired)
        return found

    def is_sealed(self, number: int) -> bool:
        """Whether every copy in use has the segment's seal."""
        blocks = zip(self._copies.both, self._segments.images(number, BLOCK), strict=True)
        return all(seal(block) for copy, block in blocks if copy in self._copies.live)

    def retire(self) -> None:
        """Remove the segments that the live one no longer keeps, unless a scan is repairing."""
        if not self._removing.acquire(blocking=False):
            return
        try:
            for copy in tuple(self._copies.live):
                self._copies.attempt(self._remove_older, copy)
        finally:
            self._removing.release()

    def _remove_older(self, copy: JournalCopy) -> None:
        for number in sorted(copy.segments()):
            if self._retired(number):
                copy.remove(number)

    def _retired(self, number: int) -> bool:
        return number < self._segments.live.place.oldest

    def _rewrite(
        self, copy: JournalCopy, number: int, whole: bytes, repaired: Sequence[Finding]
    ) -> Sequence[Finding]:
        """Rewrite a segment and return the findings; none if it was retired in the meantime."""
        with self._removing:
            if self._retired(number):
                return []
            try:
                copy.create(number, whole)
            except OSError as error:
                return [RepairFailed(copy.name, number, os_reason(error))]
        return repaired

    def _lacks(self, copy: JournalCopy) -> bool:
        began = None
        try:
            for number in self._segments.sealed:
                block = copy.read(number, BLOCK) or b""
                header = Header.read(block)
                if not header or began not in (None, header.place.began):
                    return True
                began = seal(block)
                if began is None:
                    return True
        except OSError:
            return True
        return began not in (None, self._segments.live.place.began)


def _is_same(image: bytes, whole: bytes, front: int = SLOTS[0]) -> bool:
    """Return whether a copy's segment is right, apart from its anchors, which are unused."""
    size = len(whole)
    return (
        image[:front] == whole[:front]
        and image[BLOCK:size] == whole[BLOCK:]
        and image.count(0, size) == max(0, len(image) - size)
    )
