"""Repairs both copies of a journal when it is opened, to their common history."""

from collections.abc import Iterator

from firmware.shell.journal.archive import Archive
from firmware.shell.journal.copies import Copies
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import (
    CommitTorn,
    CopyRepaired,
    Finding,
    ForkLeftAside,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    SEAL_OFFSET,
    STALE_MARK_OFFSET,
    UNCONFIRMED,
    Anchor,
    SegmentHeader,
    packed_anchor,
    slots_by_age,
    stale_mark,
    with_anchor_saved,
    without_tail,
)
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.segment_history import SegmentHistory
from firmware.shell.journal.segments import CopyPosition, Segments


def finish_sealing(
    copies: Copies, archive: Archive, segments: Segments, positions: list[CopyPosition]
) -> None:
    """A rotation may have been cut before its seals, and a copy may have been out of use since."""
    stopped_segments = {
        position.newest_header.segment for position in positions if position.newest_header
    }
    for number in sorted(stopped_segments | {segments.live_header.segment - 1}):
        if number in segments.sealed_numbers and not archive.is_sealed(number):
            copies.findings += archive.repair_segment(number)


def repair_copies(
    copies: Copies, history: SegmentHistory, images: dict[JournalCopy, bytes | None]
) -> None:
    """First the records, durable, then the anchors that vouch for them.

    The anchors behind the records are saved before: what is written there may end in a power cut.
    """
    for copy, image in images.items():
        if image:
            images[copy] = _with_anchor_saved(copies, copy, history.header.segment, image)
    if history.unanchored_records:
        copies.findings.append(TailUnacknowledged(history.unanchored_records))
    if history.torn_records:
        copies.findings.append(CommitTorn(history.torn_records))
    for (copy, image), missing_records, forked_records in zip(
        images.items(), history.missing_records, history.forked_records, strict=True
    ):
        if copy in copies.copies_in_use and copies.attempt(
            _rewrite_differences, copy, history, image
        ):
            copies.findings.extend(
                _repair_findings(copy, history, image or b"", missing_records, forked_records)
            )
    confirmed = history.head if len(copies.copies_in_use) == 2 else UNCONFIRMED
    for copy in tuple(copies.copies_in_use):
        copies.attempt(_anchor_repaired, copy, history, images[copy] or b"", confirmed)
    copies.require_any()


def _with_anchor_saved(copies: Copies, copy: JournalCopy, segment: int, image: bytes) -> bytes:
    """Write the newest anchor into the older slot unless a slot has it; return the new image."""
    slot, octets = with_anchor_saved(image)
    end = slot + len(octets)
    if image[slot:end] == octets or not copies.attempt(_write_durably, copy, segment, slot, octets):
        return image
    return image[:slot] + octets + image[end:]


def _write_durably(copy: JournalCopy, segment: int, offset: int, octets: bytes) -> None:
    copy.write(segment, offset, octets)
    copy.sync(segment)


def _repair_findings(
    copy: JournalCopy,
    history: SegmentHistory,
    image: bytes,
    missing_records: int,
    forked_records: int,
) -> Iterator[Finding]:
    if forked_records:
        yield ForkLeftAside(copy.name, forked_records)
    if missing_records or not image.startswith(
        history.header.octets_before_seal(stale_mark(image))
    ):
        yield CopyRepaired(copy.name, missing_records)
    spare_octets = without_tail(image)[history.end_offset :]
    # most are blank, and a megabyte takes longer to strip than to compare
    if spare_octets != bytes(len(spare_octets)) and not forked_records:
        yield TailCut(copy.name, len(spare_octets.rstrip(b"\0")))


def _rewrite_differences(copy: JournalCopy, history: SegmentHistory, image: bytes | None) -> None:
    """Rewrite in place and only the differences: valid records of a copy are never at risk."""
    header = history.header
    if image is None:
        create_segment(copy, header, Anchor(history.head, UNCONFIRMED), history.octets)
        return
    anchor_octets = image[ANCHOR_SLOTS[0] : HEADER_OCTETS].ljust(
        HEADER_OCTETS - ANCHOR_SLOTS[0], b"\0"
    )
    header_octets = (
        header.octets_before_seal(stale_mark(image)).ljust(ANCHOR_SLOTS[0], b"\0") + anchor_octets
    )
    expected_image = (header_octets + history.octets).ljust(len(image), b"\0")
    for offset in range(0, len(expected_image), HEADER_OCTETS):
        if image[offset : offset + HEADER_OCTETS] != (
            expected_block := expected_image[offset : offset + HEADER_OCTETS]
        ):
            copy.write(header.segment, offset, expected_block)
    copy.sync(header.segment)


def _anchor_repaired(
    copy: JournalCopy, history: SegmentHistory, image: bytes, confirmed: ChainHead
) -> None:
    """The records are durable in this copy by now: it is no longer left behind.

    The newer anchor stays until the other slot is durable: a write may be torn.
    """
    segment = history.header.segment
    # the older slot first: if the power goes in between, the newer anchor is intact
    for slot_offset in slots_by_age(image):
        _write_durably(copy, segment, slot_offset, packed_anchor(history.head, confirmed))
    # last: until its records and anchors are durable, the copy must still count as stale
    if stale_mark(image):
        _write_durably(copy, segment, STALE_MARK_OFFSET, bytes(SEAL_OFFSET - STALE_MARK_OFFSET))


def remove_half_begun(copies: Copies, segments: Segments, positions: list[CopyPosition]) -> None:
    """Remove the segments that a cut rotation has left half-begun."""
    for copy, position in zip(copies.all_copies, positions, strict=True):
        number, live_segment = position.half_begun, segments.live_header.segment
        if number and number != live_segment and copy in copies.copies_in_use:
            copies.attempt(_remove_segment, copy, number, copies.findings)
    segments.forget_half_begun()


def _remove_segment(copy: JournalCopy, number: int, findings: list[Finding]) -> None:
    octets = len((copy.read(number) or b"").rstrip(b"\0"))
    copy.remove(number)
    findings.append(TailCut(copy.name, octets))


def create_segment(
    copy: JournalCopy, header: SegmentHeader, first_anchor: Anchor, octets: bytes
) -> None:
    """Make the segment in the copy, its records anchored by `first_anchor`. Raises OSError."""
    copy.create(header.segment, header.header_block(first_anchor=first_anchor) + octets)
