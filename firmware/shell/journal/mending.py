"""Repairs both copies of a journal when it is opened, as their common history says."""

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
    BLOCK,
    LEFT,
    SEAL,
    SLOTS,
    UNSURE,
    Anchor,
    Header,
    anchor,
    left,
    slots_by_age,
)
from firmware.shell.journal.records import Head
from firmware.shell.journal.segments import Segments, Standing
from firmware.shell.journal.survey import History


def finish_sealing(
    copies: Copies, archive: Archive, segments: Segments, standings: list[Standing]
) -> None:
    """A rotation may have been cut before its seals, and a copy may have been out of use since."""
    stopped = {found.newest.segment for found in standings if found.newest}
    for number in sorted(stopped | {segments.live.segment - 1}):
        if number in segments.sealed and not archive.is_sealed(number):
            copies.findings += archive.mend(number)


def mend(copies: Copies, history: History, images: dict[JournalCopy, bytes | None]) -> None:
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


def remove_half_begun(copies: Copies, segments: Segments, standings: list[Standing]) -> None:
    """Remove the segments that a cut rotation has left half-begun."""
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
