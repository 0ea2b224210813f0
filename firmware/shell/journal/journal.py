"""The journal as the shell uses it: append, commit, then act."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.copies import Copies
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import Finding, SegmentsRetired
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    SEAL_OFFSET,
    UNCONFIRMED,
    Anchor,
    JournalStamp,
    SegmentHeader,
    packed_anchor,
    packed_head,
    packed_tail,
)
from firmware.shell.journal.journal_errors import JournalDamaged, JournalError
from firmware.shell.journal.records import ChainHead, encode_record
from firmware.shell.journal.recovery import OpenedJournal, open_copies
from firmware.shell.journal.repair import create_segment
from firmware.shell.journal.segment_history import common_history

JOURNAL_COPIES: Final = 2


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """The size of a full segment, and of a whole copy; whether a missing journal is begun."""

    segment_bytes: int = 1 << 20
    keep_bytes: int = 4 << 30
    may_begin: bool = True


class Journal:
    """Append-only, in two copies. Made by `open`; used by one thread, but for `archive.scan`."""

    def __init__(
        self, copies: Copies, opened_journal: OpenedJournal, policy: RetentionPolicy
    ) -> None:
        self._copies = copies
        self._policy = policy
        self._segments, self.archive = opened_journal.segments, opened_journal.archive
        self._head = self._appended_head = opened_journal.head
        self._end_offset = opened_journal.end_offset
        self._pending: list[bytes] = []
        self._commit_count = 0
        self._slot_by_copy: dict[JournalCopy, int] = {}
        self._anchored_blocks: dict[JournalCopy, int] = {}
        """The block in which the segment ended when the copy's header block was last anchored."""

    @classmethod
    def open(
        cls,
        copies: tuple[JournalCopy, JournalCopy],
        stamp: JournalStamp,
        policy: RetentionPolicy = RetentionPolicy(),
    ) -> "Journal":
        """Open and repair, or begin if neither copy exists. Raises any JournalError; JournalGone
        if none may be begun.
        """
        copies_pair = Copies(*copies)
        try:
            return cls(
                copies_pair, open_copies(copies_pair, stamp, may_begin=policy.may_begin), policy
            )
        except JournalError:
            copies_pair.close()
            raise

    @property
    def stamp(self) -> JournalStamp:
        """Who founded this journal."""
        return self._live_header.decoded_stamp()

    @property
    def identity(self) -> str:
        """The identity of this journal, hex."""
        return self._live_header.identity.hex()

    @property
    def head(self) -> ChainHead:
        """How many records are durable, and the hash of the last."""
        return self._head

    @property
    def appended_count(self) -> int:
        """The number of records, those of the next commit included."""
        return self._appended_head.records

    @property
    def first_live_record(self) -> int:
        """The number of the live segment's first record."""
        return self._live_header.place.starting_head.records

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings and repairs of the opening, and every copy lost since; oldest first.

        Without the findings of `archive.scan`, which returns them itself.
        """
        return tuple(self._copies.findings)

    @property
    def copies_in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        return tuple(copy.name for copy in self._copies.copies_in_use)

    @property
    def should_rotate(self) -> bool:
        """Whether it is time to rotate."""
        return self._end_offset >= self._policy.segment_bytes

    @property
    def incomplete(self) -> bool:
        """Whether the archive's header blocks show that a copy lacks something: then scan it."""
        return self.archive.incomplete

    def records(self) -> Iterator[bytes]:
        """Yield every payload in order, reading one segment at a time from disk.

        Raises JournalDamaged if the disks lost one.
        """
        for number in self._segments.sealed_numbers:
            yield from self._segments.payloads(number)
        yield from self.live_records()

    def live_records(self) -> Iterator[bytes]:
        """Yield the durable payloads of the live segment. Raises JournalDamaged
        if the disks lost one.
        """
        images = self._copies.read(self._live_header.segment).values()
        history = common_history(self._live_header, [image or b"" for image in images], self._head)
        yield from history.payloads()
        if history.chain_break:
            raise JournalDamaged(
                history.chain_break.number,
                Text("journal.why.not_read_back", {"copies": self._copies.names}),
            )

    def append(self, payload: bytes) -> None:
        """Add a record to the next commit. ValueError: empty, or above `LONGEST_PAYLOAD`."""
        record, self._appended_head = encode_record(
            payload, self._appended_head, len(self._pending)
        )
        self._pending.append(record)

    def commit(self) -> None:
        """Return when the appended records are durable, and anchored. Raises JournalLost.

        The copies are synced one after the other, so the records are already durable in the first
        when the second is written, which takes the anchor of this very commit. They take turns.
        Segments of an earlier format are continued as they were begun.
        """
        if not self._pending:
            return
        batched_records = b"".join(self._pending)
        self._pending.clear()
        self._commit_count += 1
        segment, copies, is_durable = self._live_header.segment, self._copies, False
        # the order of the copies alternates, so that each has an anchor at most one commit old
        for copy in self._alternating_copies():
            try:
                self._write_commit(copy, batched_records, is_durable=is_durable)
                copy.sync(segment)
                is_durable = True
            except OSError as error:
                copies.drop(copy, error)
        self._anchor_if_alone(segment, self._appended_head)
        self._head = self._appended_head
        self._end_offset += len(batched_records)

    def _write_commit(self, copy: JournalCopy, records: bytes, *, is_durable: bool) -> None:
        """Write the records, and what the copy can vouch for: this commit, if the records are
        durable in the other one, else the commit before.
        """
        segment, anchor = self._live_header.segment, self._first_anchor
        if is_durable:
            anchor = Anchor(self._appended_head, self._head)
        tail = packed_tail(anchor) if self._live_header.has_tails else b""
        copy.write(segment, self._end_offset, records + tail)
        block = (self._end_offset + len(records)) // HEADER_OCTETS
        if is_durable and not (tail and self._anchored_blocks.get(copy) == block):
            # or nothing would show that both copies have lost their last block, tails included
            copy.write(segment, self._next_slot(copy), packed_anchor(*anchor))
            self._anchored_blocks[copy] = block

    @property
    def _first_anchor(self) -> Anchor:
        """That of the copy which is written first: every copy in use has the last commit."""
        both_in_use = len(self._copies.copies_in_use) == JOURNAL_COPIES
        return Anchor(self._head, self._head if both_in_use else UNCONFIRMED)

    def check_copies(self) -> None:
        """Take each copy out of use that was removed, renamed or replaced. Raises JournalLost."""
        segment, copies_before = self._live_header.segment, tuple(self._copies.copies_in_use)
        for copy in copies_before:
            self._copies.attempt(_check_in_place, copy, segment)
        if len(self._copies.copies_in_use) < len(copies_before):
            self._anchor_if_alone(segment, self._head)

    def rotate(self, first_payload: bytes) -> None:
        """Commit, seal the live segment and begin a new one, whose first record is `first_payload`.

        Raises as `append` and `commit` do. Removes the oldest segments by the policy.
        """
        self.commit()
        oldest_stored = self._oldest_retained()
        header = self._live_header.for_next_segment(self._head, oldest_stored)
        record, head = encode_record(first_payload, header.genesis_head, 0)
        self._create_live_segment(header, record, head)
        sealed_place = self._live_header.place
        for copy in tuple(self._copies.copies_in_use):
            self._copies.attempt(
                _write_durably, copy, sealed_place.segment, SEAL_OFFSET, packed_head(self._head)
            )
        self._copies.require_any()
        self._copies.mark_left_behind(header.identity, self._head)
        self._segments.live_header = header
        self._anchored_blocks.clear()
        self._head = self._appended_head = head
        self._end_offset = HEADER_OCTETS + len(record)
        self._copies.retry_marks()
        self.archive.retire()
        if oldest_stored > sealed_place.oldest_segment:
            self._copies.findings.append(
                SegmentsRetired(sealed_place.oldest_segment, oldest_stored - 1)
            )

    def close(self) -> None:
        """Release the copies; uncommitted records are lost."""
        self._copies.close()

    @property
    def _live_header(self) -> SegmentHeader:
        return self._segments.live_header

    def _alternating_copies(self) -> list[JournalCopy]:
        return self._copies.copies_in_use[:: 1 if self._commit_count % 2 else -1]

    def _create_live_segment(self, header: SegmentHeader, record: bytes, head: ChainHead) -> None:
        """Anchor as in a commit: the first copy made does not know whether another follows. Every
        earlier record is durable in both.
        """
        copies, anchored_head = self._copies, header.genesis_head
        both_in_use = len(copies.copies_in_use) == JOURNAL_COPIES
        confirmed = header.genesis_head if both_in_use else UNCONFIRMED
        for copy in self._alternating_copies():
            if copies.attempt(
                create_segment, copy, header, Anchor(anchored_head, confirmed), record
            ):
                anchored_head = head
        self._anchor_if_alone(header.segment, head)

    def _anchor_if_alone(self, segment: int, anchored_head: ChainHead) -> None:
        """With one copy left: first mark the other one as stale, then anchor."""
        copies = self._copies
        if len(copies.copies_in_use) == 1:
            # before the anchor: a stale copy without a mark would later open as if it were whole
            copies.mark_left_behind(self._live_header.identity, self._head)
            remaining_copy = copies.copies_in_use[0]
            copies.attempt(
                _write_durably,
                remaining_copy,
                segment,
                self._next_slot(remaining_copy),
                packed_anchor(anchored_head, UNCONFIRMED),
            )
        copies.require_any()

    def _next_slot(self, copy: JournalCopy) -> int:
        """The slot that the copy's last anchor is not in: a write torn in it leaves that one."""
        slot_index = self._slot_by_copy[copy] = 1 - self._slot_by_copy.get(copy, 0)
        return ANCHOR_SLOTS[slot_index]

    def _oldest_retained(self) -> int:
        """Neither the live segment nor the one before it ever goes."""
        segment_sizes: dict[int, int] = {}
        for copy in tuple(self._copies.copies_in_use):
            self._copies.attempt(
                lambda journal_copy: segment_sizes.update(journal_copy.segments()), copy
            )
        oldest_stored, live_segment = (
            self._live_header.place.oldest_segment,
            self._live_header.segment,
        )
        retained_octets = sum(
            segment_sizes.get(number, 0) for number in range(oldest_stored, live_segment + 1)
        )
        # both copies have the same segments, so the sizes of either do
        while retained_octets > self._policy.keep_bytes and oldest_stored < live_segment:
            retained_octets -= segment_sizes.get(oldest_stored, 0)
            oldest_stored += 1
        return oldest_stored


def _check_in_place(copy: JournalCopy, segment: int) -> None:
    copy.check_in_place(segment)


def _write_durably(copy: JournalCopy, segment: int, slot: int, octets: bytes) -> None:
    copy.write(segment, slot, octets)
    copy.sync(segment)
