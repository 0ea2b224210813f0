"""The sealed segments: scanned and repaired while the table runs, and removed when there are too
many.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from firmware.shell.journal.copies import Copies
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import Finding, RepairFailed, SegmentRepaired
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    SEAL_OFFSET,
    SegmentHeader,
    sealed_head,
    stale_mark,
    without_tail,
)
from firmware.shell.journal.journal_errors import JournalDamaged, damage_error
from firmware.shell.journal.segments import Segments
from firmware.shell.words.os_words import os_reason


class Progress(NamedTuple):
    """How many segments have been read, and of how many."""

    segments_read: int
    segments_total: int


class Archive:
    """Sealed segments never change. Any one thread may call `scan` and `incomplete`; the other
    methods belong to the thread that owns the journal.
    """

    def __init__(self, copies: Copies, segments: Segments) -> None:
        self._copies = copies
        self._segments = segments
        self._removal_lock = Lock()

    @property
    def incomplete(self) -> bool:
        """Whether the header blocks show that a copy in use lacks something."""
        return any(self._is_incomplete(copy) for copy in tuple(self._copies.copies_in_use))

    def scan(
        self, report_progress: Callable[[Progress], None], is_stopping: Callable[[], bool]
    ) -> tuple[Finding, ...]:
        """Read every record of every sealed segment in both copies, and repair any difference.

        `is_stopping` is called before each segment and may take its time. The findings are only
        returned, for the owner of the journal to report. Raises JournalDamaged if both are bad.
        """
        findings: list[Finding] = []
        sealed_numbers = self._segments.sealed_numbers
        for position, number in enumerate(sealed_numbers):
            if is_stopping():
                break
            try:
                findings += self.repair_segment(number)
            except JournalDamaged:
                # the live header names the oldest segment before anything is removed: an older one
                # may be missing
                if not self._is_retired(number):
                    raise
            report_progress(Progress(position + 1, len(sealed_numbers)))
        return tuple(findings)

    def repair_segment(self, number: int) -> list[Finding]:
        """Hold one segment's copies against its chain, and rewrite one that differs."""
        images, history = self._segments.read(number)
        # like the anchors of the header block: unused once the segment is sealed
        images = list(map(without_tail, images))
        if history.chain_break:
            raise damage_error(self._segments.copy_names, *history.chain_break)
        expected_image = history.header.header_block(seal_head=history.head) + history.octets
        findings: list[Finding] = []
        for copy, image, missing_records in zip(
            self._copies.all_copies, images, history.missing_records, strict=True
        ):
            # the anchors are left out: in a sealed segment they are unused, and differ between the
            # copies
            if copy in self._copies.copies_in_use and not _matches_image(image, expected_image):
                unsealed_image = (
                    history.header.octets_before_seal(stale_mark(image))
                    + expected_image[SEAL_OFFSET:]
                )
                body_matches = _matches_image(image, unsealed_image, SEAL_OFFSET)
                repair_findings = (
                    [] if body_matches else [SegmentRepaired(copy.name, number, missing_records)]
                )
                findings += self._rewrite(copy, number, expected_image, repair_findings)
        return findings

    def is_sealed(self, number: int) -> bool:
        """Whether every copy in use has the segment's seal."""
        blocks = zip(
            self._copies.all_copies, self._segments.images(number, HEADER_OCTETS), strict=True
        )
        return all(
            sealed_head(block) for copy, block in blocks if copy in self._copies.copies_in_use
        )

    def retire(self) -> None:
        """Remove the segments older than the live header's `oldest_segment`, unless a scan is
        repairing.
        """
        # a scan that repairs a segment holds the lock: the next rotation removes it then
        if not self._removal_lock.acquire(blocking=False):
            return
        try:
            for copy in tuple(self._copies.copies_in_use):
                self._copies.attempt(self._remove_older, copy)
        finally:
            self._removal_lock.release()

    def _remove_older(self, copy: JournalCopy) -> None:
        for number in sorted(copy.segments()):
            if self._is_retired(number):
                copy.remove(number)

    def _is_retired(self, number: int) -> bool:
        return number < self._segments.live_header.place.oldest_segment

    def _rewrite(
        self,
        copy: JournalCopy,
        number: int,
        expected_image: bytes,
        repair_findings: Sequence[Finding],
    ) -> Sequence[Finding]:
        """Rewrite a segment and return the findings; none if it was retired in the meantime."""
        with self._removal_lock:
            if self._is_retired(number):
                return []
            try:
                copy.create(number, expected_image)
            except OSError as error:
                return [RepairFailed(copy.name, number, os_reason(error))]
        return repair_findings

    def _is_incomplete(self, copy: JournalCopy) -> bool:
        previous_seal = None
        try:
            for number in self._segments.sealed_numbers:
                block = copy.read(number, HEADER_OCTETS) or b""
                header = SegmentHeader.parse(block)
                if not header or previous_seal not in (None, header.place.starting_head):
                    return True
                previous_seal = sealed_head(block)
                if previous_seal is None:
                    return True
        except OSError:
            return True
        return previous_seal not in (None, self._segments.live_header.place.starting_head)


def _matches_image(
    image: bytes, expected_image: bytes, front_octets: int = ANCHOR_SLOTS[0]
) -> bool:
    """Return whether a copy's segment is right, apart from its anchors, which are unused."""
    size = len(expected_image)
    return (
        image[:front_octets] == expected_image[:front_octets]
        and image[HEADER_OCTETS:size] == expected_image[HEADER_OCTETS:]
        and image.count(0, size) == max(0, len(image) - size)
    )
