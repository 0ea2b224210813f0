"""The common history of a segment's copies, with the place of a break; pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.header import (
    HEADER_OCTETS,
    Anchor,
    SegmentHeader,
    sealed_head,
    sound_anchors,
    without_tail,
)
from firmware.shell.journal.records import (
    RECORD_OVERHEAD,
    ChainHead,
    chained_records,
    sound_records,
)

CopyImages = Sequence[bytes]
"""The segment's content in each copy, empty if it has none."""


class ChainBreak(NamedTuple):
    """The first record that differs from the acknowledged one."""

    number: int
    reason: Text


@dataclass(frozen=True, slots=True)
class SegmentHistory:
    """The winning chain of one segment, as far as it is valid."""

    header: SegmentHeader
    head: ChainHead
    raw_records: list[bytes]
    missing_records: tuple[int, ...]
    """How many of its records each copy lacks."""
    forked_records: tuple[int, ...]
    """The number of other records in each copy, which were never acknowledged."""
    unanchored_records: int
    """How many of the last records no anchor knows."""
    torn_records: int
    """How many records of the last commit are missing in the only copy there is."""
    chain_break: ChainBreak | None

    @property
    def octets(self) -> bytes:
        """The records after the header block, as stored."""
        return b"".join(self.raw_records)

    @property
    def end_offset(self) -> int:
        """The offset after the last record."""
        return HEADER_OCTETS + sum(map(len, self.raw_records))

    def payloads(self) -> Iterator[bytes]:
        return (raw[RECORD_OVERHEAD:] for raw in self.raw_records)


class _Chain(NamedTuple):
    """A chain through the images, with the anchors that it passes."""

    raw_records: list[bytes]
    head: ChainHead
    passed_heads: set[ChainHead]


def common_history(
    header: SegmentHeader, images: CopyImages, final_head: ChainHead | None = None
) -> SegmentHistory:
    """Return a segment's history; a sealed one ends at the head `final_head`, the live one at its
    last record.

    A copy of a sealed segment without its seal was still live when it was last written: the records
    that its anchors cover were acknowledged.
    """
    found_anchors = [
        sound_anchor
        for image in images
        if not final_head or sealed_head(image) != final_head
        for sound_anchor in sound_anchors(image)
    ]
    torn_anchor = _torn_anchor(header, images, found_anchors) if not final_head else None
    anchored_heads = {
        sound_anchor.head if sound_anchor != torn_anchor else sound_anchor.confirmed
        for sound_anchor in found_anchors
    }
    anchored_heads |= {final_head} if final_head else set()
    best_chain, other_chain = _ranked_chains(header, images, anchored_heads, final_head)
    fork_record = _fork_point(best_chain, other_chain)
    return SegmentHistory(
        header=header,
        head=best_chain.head,
        raw_records=best_chain.raw_records,
        missing_records=_missing_counts(images, best_chain.raw_records),
        forked_records=_forked_counts(images, other_chain.raw_records, fork_record),
        unanchored_records=best_chain.head.records
        - max(anchored_heads, default=best_chain.head).records,
        torn_records=torn_anchor.head.records - best_chain.head.records if torn_anchor else 0,
        chain_break=_chain_break(best_chain, anchored_heads, fork_record)
        or (None if final_head else _missing_record(best_chain, images)),
    )


def _ranked_chains(
    header: SegmentHeader,
    images: CopyImages,
    anchored_heads: set[ChainHead],
    final_head: ChainHead | None,
) -> tuple[_Chain, _Chain]:
    """Return the best chain of the copies, and the other one: the same if the copies agree."""
    candidate_chains = [_follow_chain(header, images, anchored_heads, final_head)]
    # the second chain prefers the other copy's records
    if not _bodies_agree(images):
        candidate_chains.append(_follow_chain(header, images[::-1], anchored_heads, final_head))
    # a chain with every anchored record wins over a longer one without: those records were
    # acknowledged
    candidate_chains.sort(
        key=lambda candidate: (anchored_heads <= candidate.passed_heads, candidate.head.records),
        reverse=True,
    )
    return candidate_chains[0], candidate_chains[-1]


def _torn_anchor(
    header: SegmentHeader, images: CopyImages, found_anchors: Sequence[Anchor]
) -> Anchor | None:
    """Return the newest anchor if it is of a commit that the only copy there is has not whole.

    Such a commit was the last: its records and its anchor were written together, and after the
    power cut the anchor was whole. They may have been durable in the other copy; if not, it never
    returned.
    """
    newest_anchor = max(found_anchors, default=None)
    if newest_anchor is None or sum(map(bool, images)) != 1:
        return None
    candidate = _follow_chain(header, images, {newest_anchor.head, newest_anchor.confirmed}, None)
    is_torn = (
        newest_anchor.confirmed in candidate.passed_heads
        and newest_anchor.head.records > candidate.head.records
    )
    return newest_anchor if is_torn else None


def _bodies_agree(images: CopyImages) -> bool:
    """Return whether the copies hold the same after their header blocks, but for their tails."""
    return _same_bodies(images) or _same_bodies([without_tail(image) for image in images])


def _same_bodies(images: CopyImages) -> bool:
    first, *others = images
    body = memoryview(first)[HEADER_OCTETS:]  # a slice would copy a megabyte, at every start
    return all(
        len(other) == len(first) and other.startswith(body, HEADER_OCTETS) for other in others
    )


def sound_record_count(history: SegmentHistory, image: bytes) -> int:
    """How many records there are up to the last that a copy has sound; -1 of no such copy."""
    starting_record, offset = history.header.place.starting_head.records, HEADER_OCTETS
    last_sound = starting_record if image.startswith(history.header.raw) else -1
    for number, raw in enumerate(history.raw_records, starting_record + 1):
        if image.startswith(raw, offset):
            last_sound = number
        offset += len(raw)
    return last_sound


def _follow_chain(
    header: SegmentHeader,
    images: CopyImages,
    anchored_heads: set[ChainHead],
    final_head: ChainHead | None,
) -> _Chain:
    """The chain that takes each record from the first image that has it."""
    head = header.genesis_head
    anchored_counts = {anchored_head.records for anchored_head in anchored_heads}
    raw_records, passed_heads = [], {head}
    record_limit = final_head.records - head.records if final_head else None
    for link in islice(chained_records(images, HEADER_OCTETS, head), record_limit):
        head = link.head
        raw_records.append(link.record.raw)
        if head.records in anchored_counts:
            passed_heads.add(head)
    return _Chain(raw_records, head, passed_heads)


def _fork_point(best_chain: _Chain, other_chain: _Chain) -> int | None:
    """Return the number of common records of two chains, None if they are equal."""
    if best_chain.head == other_chain.head:
        return None
    record_pairs = zip(best_chain.raw_records, other_chain.raw_records, strict=False)
    return next(
        (
            record_index
            for record_index, (best_record, other_record) in enumerate(record_pairs)
            if best_record != other_record
        ),
        None,
    )


def _missing_counts(images: CopyImages, raw_records: list[bytes]) -> tuple[int, ...]:
    missing_counts = [0] * len(images)
    offset = HEADER_OCTETS
    for raw_record in raw_records:
        for copy_index, image in enumerate(images):
            missing_counts[copy_index] += not image.startswith(raw_record, offset)
        offset += len(raw_record)
    return tuple(missing_counts)


def _forked_counts(
    images: CopyImages, raw_records: list[bytes], fork: int | None
) -> tuple[int, ...]:
    if fork is None:
        return (0,) * len(images)
    offset = HEADER_OCTETS + sum(map(len, raw_records[:fork]))
    return tuple(
        len(raw_records) - fork if image.startswith(raw_records[fork], offset) else 0
        for image in images
    )


def _chain_break(
    candidate: _Chain, anchored_heads: set[ChainHead], fork: int | None
) -> ChainBreak | None:
    """Require every anchor to be in the chain."""
    record_count, missing_heads = candidate.head.records, anchored_heads - candidate.passed_heads
    if not anchored_heads:
        return ChainBreak(record_count, Text("journal.why.no_anchor"))
    if missing_heads and fork is not None:
        number = record_count - len(candidate.raw_records) + fork
        return ChainBreak(number, Text("journal.why.two_histories"))
    newest_anchored = max(anchored_heads).records
    if newest_anchored > record_count:
        return ChainBreak(
            record_count, Text("journal.why.not_all_left", {"records": str(newest_anchored)})
        )
    if missing_heads:
        return ChainBreak(
            max(0, min(missing_heads).records - 1), Text("journal.why.not_acknowledged")
        )
    return None


def _missing_record(candidate: _Chain, images: CopyImages) -> ChainBreak | None:
    """A later commit began only when the missing record was durable. Later records of the same
    commit prove nothing: a disk may keep the end of an interrupted write and lose its start.
    """
    missing_number, end_offset = (
        candidate.head.records,
        HEADER_OCTETS + sum(map(len, candidate.raw_records)),
    )
    for image in images:
        for record in sound_records(image, end_offset):
            # the first record of its commit comes after the gap: that commit began when all before
            # was durable
            if record.number - record.commit_index > missing_number:
                return ChainBreak(
                    missing_number, Text("journal.why.hole", {"found": str(record.number)})
                )
    return None
