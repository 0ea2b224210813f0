"""Opening: find the common history of the two copies, refuse if it is not whole, repair both.

`repair` repairs them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.journal.archive import Archive
from firmware.shell.journal.copies import Copies
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import (
    CopyLost,
    CopyReplaced,
    JournalBegun,
)
from firmware.shell.journal.header import (
    HEADER_OCTETS,
    UNCONFIRMED,
    Anchor,
    JournalStamp,
    SegmentHeader,
    sealed_head,
    sound_anchors,
)
from firmware.shell.journal.identity import new_identity
from firmware.shell.journal.journal_errors import (
    JournalForeign,
    JournalLost,
    JournalMissing,
    damage_error,
    foreign_journal_error,
    stale_copies_error,
)
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.repair import (
    create_segment,
    finish_sealing,
    remove_half_begun,
    repair_copies,
)
from firmware.shell.journal.segment_history import (
    SegmentHistory,
    common_history,
    sound_record_count,
)
from firmware.shell.journal.segments import CopyPosition, Segments

BOARD_KEYS: Final = {"pi": "journal.why.board.pi", "sim": "journal.why.board.sim"}


class OpenedJournal(NamedTuple):
    """A journal that both copies hold whole, alike and durable."""

    segments: Segments
    archive: Archive
    head: ChainHead
    end_offset: int
    """The offset after the last record of the live segment."""


def open_copies(copies: Copies, stamp: JournalStamp, *, may_begin: bool) -> OpenedJournal:
    """Repair the live segment, and the end of the one before. A refusal has not written to it.

    Sealed segments are read only if a copy stopped, or a rotation was interrupted.
    """
    if not may_begin and not _has_segments(copies):
        # before `hold` makes folders: they would be in the way of those that are brought back
        raise _missing_error(copies)
    copies.hold()
    positions = copies.positions()
    if all(position.is_empty for position in positions):
        return _begin_journal(copies, stamp, may_begin=may_begin)
    positions = _without_foreign(copies, positions, stamp)
    segments = _require_same_journal(copies, positions, stamp)
    archive = Archive(copies, segments)
    live_header = segments.live_header
    images = copies.read(live_header.segment)
    for copy, position in zip(copies.all_copies, positions, strict=True):
        if position.half_begun == live_header.segment and copy in images:
            images[copy] = None
    history = common_history(live_header, [image or b"" for image in images.values()])
    _refuse_stale(copies, positions, history, images)
    if history.chain_break:
        raise damage_error(copies.names, *history.chain_break)
    copies.findings += _replaced_copies(copies, segments, positions, history, images)
    finish_sealing(copies, archive, segments, positions)
    repair_copies(copies, history, images)
    remove_half_begun(copies, segments, positions)
    return OpenedJournal(segments, archive, history.head, history.end_offset)


def _has_segments(copies: Copies) -> bool:
    """Return whether a copy has a segment, or can't be read."""
    try:
        return any(copy.segments() for copy in copies.all_copies)
    except OSError:
        return True


def _missing_error(copies: Copies) -> JournalMissing:
    return JournalMissing(Text("journal.why.gone", {"copies": copies.names}))


def _begin_journal(copies: Copies, stamp: JournalStamp, *, may_begin: bool) -> OpenedJournal:
    for finding in copies.findings:
        if isinstance(finding, CopyLost):
            raise JournalLost(_unreadable_reason(finding))
    if not may_begin:
        raise _missing_error(copies)
    header = SegmentHeader.for_new_journal(stamp, new_identity(stamp.device))
    for copy in copies.all_copies:
        copies.attempt(create_segment, copy, header, Anchor(header.genesis_head, UNCONFIRMED), b"")
    copies.require_any()
    copies.findings.append(JournalBegun())
    segments = Segments(copies.all_copies, [CopyPosition(header)] * len(copies.all_copies))
    return OpenedJournal(segments, Archive(copies, segments), header.genesis_head, HEADER_OCTETS)


def _unreadable_reason(lost_copy: CopyLost) -> Text:
    """Return why there is no new journal, and whether the disk of the lost copy is missing."""
    folder = next(path for path in Path(lost_copy.copy).absolute().parents if path.exists())
    # an unmounted disk leaves its mount point: the parent directory is then no mount
    missing_disk = "" if folder.is_mount() else Text("journal.why.no_disk", {"path": str(folder)})
    values: TextValues = {
        "copy": lost_copy.copy,
        "reason": lost_copy.reason,
        "missing": missing_disk,
    }
    return Text("journal.why.one_unreadable", values)


def _without_foreign(
    copies: Copies, positions: list[CopyPosition], stamp: JournalStamp
) -> list[CopyPosition]:
    """Set a copy apart that this device has not begun, if it has begun the other."""
    position_by_copy = dict(zip(copies.all_copies, positions, strict=True))
    own_copies = [
        copy
        for copy, position in position_by_copy.items()
        if position.newest_header and _is_own_journal(position.newest_header, stamp)
    ]
    if (
        len({position.newest_header.identity for position in positions if position.newest_header})
        > 1
        and len(own_copies) == 1
    ):
        (foreign_copy,) = (copy for copy in copies.all_copies if copy not in own_copies)
        copies.exclude_foreign(foreign_copy)
    return [position_by_copy[copy] for copy in copies.all_copies]


def _is_own_journal(header: SegmentHeader, stamp: JournalStamp) -> bool:
    return bool(stamp.device) and header.decoded_stamp().device == stamp.device


def _replaced_copies(
    copies: Copies,
    segments: Segments,
    positions: list[CopyPosition],
    history: SegmentHistory,
    images: dict[JournalCopy, bytes | None],
) -> Iterator[CopyReplaced]:
    """Yield the copies whose disk was replaced: blank, or further behind than a power cut leaves
    one.

    Not if the other was written alone, by its anchor: then this one may be that far behind.
    """
    newest_anchor = max(
        (sound_anchor for image in images.values() for sound_anchor in sound_anchors(image or b"")),
        default=None,
    )
    if newest_anchor is None or not history.head.records:
        return
    confirmed_records = newest_anchor.confirmed.records
    for copy_index, (copy, position) in enumerate(zip(copies.all_copies, positions, strict=True)):
        if copy not in copies.copies_in_use:
            continue
        knows_too_little = (
            not position.stale_mark and _anchored_count(copy, position) < confirmed_records
        )
        if position.is_empty or (
            knows_too_little and _record_count(segments, copy_index, position) < confirmed_records
        ):
            yield CopyReplaced(copy.name, copy_index + 1)


def _record_count(segments: Segments, copy_index: int, position: CopyPosition) -> int:
    """Return how many records a copy has; 0 if it lacks a rotation that is over."""
    number = (
        position.newest_header.segment if position.newest_header else segments.live_header.segment
    )
    if number < segments.live_header.segment - 1:
        return 0
    images, history = segments.read(number)
    return sound_record_count(history, images[copy_index])


def _anchored_count(copy: JournalCopy, position: CopyPosition) -> int:
    """Return how many records the copy's own anchors know of."""
    image = copy.read(position.newest_header.segment) if position.newest_header else None
    return max(
        (sound_anchor.head.records for sound_anchor in sound_anchors(image or b"")), default=0
    )


def _require_same_journal(
    copies: Copies, positions: list[CopyPosition], stamp: JournalStamp
) -> Segments:
    """The segments of the one journal that is in both copies."""
    headers = [position.newest_header for position in positions if position.newest_header]
    if not headers:
        raise damage_error(copies.names, 0, Text("journal.why.no_header"))
    if len({header.identity for header in headers}) > 1:
        raise foreign_journal_error(copies.names, Text("journal.why.two_journals"))
    segments = Segments(copies.all_copies, positions)
    try:
        founding_stamp = segments.live_header.decoded_stamp()
    except JournalForeign as error:
        raise foreign_journal_error(copies.names, error.why) from error
    if founding_stamp.board != stamp.board:
        values = {"founded": founding_stamp.board, "board": stamp.board}
        board_names = {name: Text(BOARD_KEYS[board]) for name, board in values.items()}
        raise foreign_journal_error(copies.names, Text("journal.why.other_board", board_names))
    # raises if a copy's header of the same number differs
    for header in headers:
        segments.header(header.segment)
    newest_segment = segments.live_header.segment
    for sealed_end in map(sealed_head, segments.images(newest_segment, HEADER_OCTETS)):
        if sealed_end:
            missing_segment = Text("journal.why.segment_gone", {"segment": str(newest_segment + 1)})
            raise damage_error(copies.names, sealed_end.records, missing_segment)
    return segments


def _refuse_stale(
    copies: Copies,
    positions: list[CopyPosition],
    history: SegmentHistory,
    images: dict[JournalCopy, bytes | None],
) -> None:
    """Require, if a copy was left behind, an unmarked one that reaches at least
    as far as the mark.
    """
    position_by_copy = dict(zip(copies.all_copies, positions, strict=True))
    stale_marks = [position.stale_mark.records for position in positions if position.stale_mark]
    unmarked_images = [
        image for copy, image in images.items() if image and not position_by_copy[copy].stale_mark
    ]
    if stale_marks and not any(
        sound_record_count(history, image) >= max(stale_marks) for image in unmarked_images
    ):
        raise stale_copies_error(copies.names, max(stale_marks))
