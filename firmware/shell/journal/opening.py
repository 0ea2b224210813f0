"""Opening: find the common history of the two copies, refuse if it is not whole, repair both.

`mending` repairs them.
"""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.journal.archive import Archive
from firmware.shell.journal.copies import Copies
from firmware.shell.journal.errors import (
    JournalForeign,
    JournalGone,
    JournalLost,
    damaged,
    foreign,
    left_behind,
)
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import (
    CopyLost,
    CopyReplaced,
    JournalBegun,
)
from firmware.shell.journal.header import (
    BLOCK,
    UNSURE,
    Anchor,
    Header,
    Stamp,
    anchors,
    seal,
)
from firmware.shell.journal.mending import create_segment, finish_sealing, mend, remove_half_begun
from firmware.shell.journal.records import Head
from firmware.shell.journal.segments import Segments, Standing
from firmware.shell.journal.survey import History, reach, survey


class Opened(NamedTuple):
    """A journal that both copies hold whole, alike and durable."""

    segments: Segments
    archive: Archive
    head: Head
    end: int
    """The offset after the last record of the live segment."""


def open_copies(copies: Copies, stamp: Stamp, *, begins: bool) -> Opened:
    """Repair the live segment, and the end of the one before. A refusal has not written to it.

    Sealed segments are read only if a copy stopped, or a rotation was interrupted.
    """
    copies.hold()
    standings = copies.stand()
    if all(found.empty for found in standings):
        return _begin(copies, stamp, begins=begins)
    standings = _without_foreign(copies, standings, stamp)
    segments = _one_journal(copies, standings, stamp)
    archive = Archive(copies, segments)
    live = segments.live
    images = copies.read(live.segment)
    for copy, found in zip(copies.both, standings, strict=True):
        if found.half_begun == live.segment and copy in images:
            images[copy] = None
    history = survey(live, [image or b"" for image in images.values()])
    _refuse_left_behind(copies, standings, history, images)
    if history.broken:
        raise damaged(copies.names, *history.broken)
    copies.findings += _replaced(copies, segments, standings, history)
    finish_sealing(copies, archive, segments, standings)
    mend(copies, history, images)
    remove_half_begun(copies, segments, standings)
    return Opened(segments, archive, history.head, history.end)


def _begin(copies: Copies, stamp: Stamp, *, begins: bool) -> Opened:
    for found in copies.findings:
        if isinstance(found, CopyLost):
            raise JournalLost(_one_unreadable(found))
    if not begins:
        raise JournalGone(Text("journal.why.gone", {"copies": copies.names}))
    header = Header.found(stamp, secrets.token_bytes(16))
    for copy in copies.both:
        copies.attempt(create_segment, copy, header, Anchor(header.genesis, UNSURE), b"")
    copies.check()
    copies.findings.append(JournalBegun())
    segments = Segments(copies.both, [Standing(header)] * len(copies.both))
    return Opened(segments, Archive(copies, segments), header.genesis, BLOCK)


def _one_unreadable(lost: CopyLost) -> Text:
    """Return why there is no new journal, and whether the disk of the lost copy is missing."""
    folder = next(path for path in Path(lost.copy).absolute().parents if path.exists())
    missing = "" if folder.is_mount() else Text("journal.why.no_disk", {"path": str(folder)})
    values: Values = {"copy": lost.copy, "reason": lost.reason, "missing": missing}
    return Text("journal.why.one_unreadable", values)


def _without_foreign(copies: Copies, standings: list[Standing], stamp: Stamp) -> list[Standing]:
    """Set a copy apart that this device has not begun, if it has begun the other."""
    begun = dict(zip(copies.both, standings, strict=True))
    ours = [copy for copy, found in begun.items() if found.newest and _is_ours(found.newest, stamp)]
    if len({found.newest.identity for found in standings if found.newest}) > 1 and len(ours) == 1:
        (foreign,) = (copy for copy in copies.both if copy not in ours)
        copies.set_apart(foreign)
    return [begun[copy] for copy in copies.both]


def _is_ours(header: Header, stamp: Stamp) -> bool:
    return bool(stamp.device) and header.stamp().device == stamp.device


def _replaced(
    copies: Copies, segments: Segments, standings: list[Standing], history: History
) -> Iterator[CopyReplaced]:
    """Yield the copies that can't be what was there: blank, or further behind than a power cut
    leaves one.

    Not if the other went on alone, as its anchor says: then this one may be that far behind.
    """
    blocks = segments.images(segments.live.segment, BLOCK)
    last = max((one for block in blocks for one in anchors(block)), default=None)
    if last is None or not history.head.records:
        return
    sure = last.sure.records
    for at, (copy, found) in enumerate(zip(copies.both, standings, strict=True)):
        if copy not in copies.live:
            continue
        lacks = not found.left and _knows(copy, found) < sure
        if found.empty or (lacks and _reaches(segments, at, found) < sure):
            yield CopyReplaced(copy.name, at + 1)


def _reaches(segments: Segments, at: int, found: Standing) -> int:
    """Return how many records a copy has; 0 if it lacks a rotation that is over."""
    number = found.newest.segment if found.newest else segments.live.segment
    if number < segments.live.segment - 1:
        return 0
    images, history = segments.read(number)
    return reach(history, images[at])


def _knows(copy: JournalCopy, found: Standing) -> int:
    """Return how many records the copy's own anchors know of."""
    block = copy.read(found.newest.segment, BLOCK) if found.newest else None
    return max((one.head.records for one in anchors(block or b"")), default=0)


def _one_journal(copies: Copies, standings: list[Standing], stamp: Stamp) -> Segments:
    """The segments of the one journal that is in both copies."""
    headers = [found.newest for found in standings if found.newest]
    if not headers:
        raise damaged(copies.names, 0, Text("journal.why.no_header"))
    if len({header.identity for header in headers}) > 1:
        raise foreign(copies.names, Text("journal.why.two_journals"))
    segments = Segments(copies.both, standings)
    try:
        founded = segments.live.stamp()
    except JournalForeign as error:
        raise foreign(copies.names, error.why) from error
    if founded.board != stamp.board:
        values = {"founded": founded.board, "board": stamp.board}
        boards = {name: Text(f"journal.why.board.{board}") for name, board in values.items()}
        raise foreign(copies.names, Text("journal.why.other_board", boards))
    for header in headers:
        segments.header(header.segment)
    newest = segments.live.segment
    for end in map(seal, segments.images(newest, BLOCK)):
        if end:
            gone = Text("journal.why.segment_gone", {"segment": str(newest + 1)})
            raise damaged(copies.names, end.records, gone)
    return segments


def _refuse_left_behind(
    copies: Copies,
    standings: list[Standing],
    history: History,
    images: dict[JournalCopy, bytes | None],
) -> None:
    """Require, if a copy was left behind, an unmarked one that reaches at least
    as far as the mark.
    """
    known = dict(zip(copies.both, standings, strict=True))
    marks = [found.left.records for found in standings if found.left]
    whole = [image for copy, image in images.items() if image and not known[copy].left]
    if marks and not any(reach(history, image) >= max(marks) for image in whole):
        raise left_behind(copies.names, max(marks))
