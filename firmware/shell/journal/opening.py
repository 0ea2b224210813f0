"""Opening: find the common history of the two copies, refuse if it is not whole, repair both."""

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
    CommitTorn,
    CopyLost,
    CopyRepaired,
    CopyReplaced,
    Finding,
    ForkLeftAside,
    JournalBegun,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import (
    BLOCK,
    LEFT,
    SEAL,
    SLOTS,
    UNSURE,
    Anchor,
    Header,
    Stamp,
    anchor,
    anchors,
    left,
    seal,
    slots_by_age,
)
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
    _finish_sealing(copies, archive, segments, standings)
    _mend(copies, history, images)
    _remove_half_begun(copies, segments, standings)
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


def _finish_sealing(
    copies: Copies, archive: Archive, segments: Segments, standings: list[Standing]
) -> None:
    """A rotation may have been cut before its seals, and a copy may have been out of use since."""
    stopped = {found.newest.segment for found in standings if found.newest}
    for number in sorted(stopped | {segments.live.segment - 1}):
        if number in segments.sealed and not archive.is_sealed(number):
            copies.findings += archive.mend(number)


def _mend(copies: Copies, history: History, images: dict[JournalCopy, bytes | None]) -> None:
    """First the records, durable, then the anchors that vouch for them."""
    if history.unproven:
        copies.findings.append(TailUnacknowledged(history.unproven))
    if history.torn:
        copies.findings.append(CommitTorn(history.torn))
    for (copy, image), lacking, aside in zip(
        images.items(), history.lacking, history.aside, strict=True
    ):
        if copies.attempt(_rewrite, copy, history, image):
            copies.findings.extend(_mended(copy, history, image or b"", lacking, aside))
    sure = history.head if len(copies.live) == 2 else UNSURE
    for copy in tuple(copies.live):
        copies.attempt(_vouch, copy, history, images[copy] or b"", sure)
    copies.check()


def _mended(
    copy: JournalCopy, history: History, image: bytes, lacking: int, aside: int
) -> Iterator[Finding]:
    if aside:
        yield ForkLeftAside(copy.name, aside)
    if lacking or not image.startswith(history.header.front(left(image))):
        yield CopyRepaired(copy.name, lacking)
    tail = image[history.end :].rstrip(b"\0")
    if tail and not aside:
        yield TailCut(copy.name, len(tail))


def _rewrite(copy: JournalCopy, history: History, image: bytes | None) -> None:
    """Rewrite in place and only the differences: valid records of a copy are never at risk."""
    header = history.header
    if image is None:
        create_segment(copy, header, Anchor(history.head, UNSURE), history.octets)
        return
    slots = image[SLOTS[0] : BLOCK].ljust(BLOCK - SLOTS[0], b"\0")
    front = header.front(left(image)).ljust(SLOTS[0], b"\0") + slots
    whole = (front + history.octets).ljust(len(image), b"\0")
    for at in range(0, len(whole), BLOCK):
        if image[at : at + BLOCK] != (block := whole[at : at + BLOCK]):
            copy.write(header.segment, at, block)
    copy.sync(header.segment)


def _vouch(copy: JournalCopy, history: History, image: bytes, sure: Head) -> None:
    """The records are durable in this copy by now: it is no longer left behind.

    The newer anchor stays until the other slot is durable: a write may be torn.
    """
    segment = history.header.segment
    for slot in slots_by_age(image):
        copy.write(segment, slot, anchor(history.head, sure))
        copy.sync(segment)
    if left(image):
        copy.write(segment, LEFT, bytes(SEAL - LEFT))
        copy.sync(segment)


def _remove_half_begun(copies: Copies, segments: Segments, standings: list[Standing]) -> None:
    for copy, found in zip(copies.both, standings, strict=True):
        number, live = found.half_begun, segments.live.segment
        if number and number != live and copy in copies.live:
            copies.attempt(_cut, copy, number, copies.findings)
    segments.settled()


def _cut(copy: JournalCopy, number: int, findings: list[Finding]) -> None:
    octets = len((copy.read(number) or b"").rstrip(b"\0"))
    copy.remove(number)
    findings.append(TailCut(copy.name, octets))


def create_segment(copy: JournalCopy, header: Header, proof: Anchor, octets: bytes) -> None:
    """Make the segment in the copy, its records anchored by `proof`. Raises OSError."""
    copy.create(header.segment, header.block(proof=proof) + octets)
