"""Opening: find the one history that the two copies tell, refuse what is not whole, mend both."""

import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from firmware.shell.journal.copies import Copies
from firmware.shell.journal.errors import JournalDamaged, JournalForeign, JournalLost
from firmware.shell.journal.files import JournalFile
from firmware.shell.journal.findings import (
    CopyRepaired,
    Finding,
    JournalBegun,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import BLOCK, SLOTS, Header, Stamp, anchor, anchors
from firmware.shell.journal.records import Head, Link, chain, decode, sound_after

Images = dict[JournalFile, bytes | None]


@dataclass(frozen=True, slots=True)
class History:
    """The winning chain: its head, its octets, and how many of its records each copy lacks."""

    header: Header
    head: Head
    octets: bytes
    lacking: Counter[JournalFile]

    @property
    def end(self) -> int:
        """The offset after the last record."""
        return BLOCK + len(self.octets)


def open_copies(copies: Copies, stamp: Stamp) -> History:
    """Leave every copy in use whole, alike and durable. A refusal has written nothing."""
    images = copies.read()
    if all(image is None for image in images.values()):
        return _begin(copies, stamp)
    header = _common_header(copies, images, stamp)
    history = _survey(copies, header, images)
    _refuse_hole(copies, history, images)
    _mend(copies, history, images)
    return history


def _begin(copies: Copies, stamp: Stamp) -> History:
    if len(copies.live) < 2:
        raise JournalLost(
            f"of {copies.names} one can't be read and the other does not exist: "
            "bring the disk back, or remove what is left of both to begin a new journal"
        )
    header = Header.found(stamp, secrets.token_bytes(16))
    history = History(header, header.genesis, b"", Counter())
    for copy in copies.both:
        copies.attempt(_rewrite, copy, history, None)
    copies.check()
    copies.findings.append(JournalBegun())
    return history


def _common_header(copies: Copies, images: Images, stamp: Stamp) -> Header:
    headers = {header for image in images.values() if image and (header := Header.read(image))}
    if not headers:
        _damaged(copies, 0, "no readable header is left")
    if len(headers) > 1:
        _foreign(copies, "these are two different journals")
    header = headers.pop()
    try:
        founded = header.stamp()
    except JournalForeign as error:
        _foreign(copies, str(error))
    if founded.board != stamp.board:
        _foreign(copies, f"a journal of board {founded.board!r}, and this is {stamp.board!r}")
    return header


def _survey(copies: Copies, header: Header, images: Images) -> History:
    """The chain as far as it goes, held against the anchors."""
    proofs = {proof for image in images.values() for proof in anchors(image or b"")}
    places = {proof.records for proof in proofs}
    head = header.genesis
    passed = {head}
    lacking: Counter[JournalFile] = Counter()
    raws = []
    at = BLOCK
    for link in chain([image or b"" for image in images.values()], at, head):
        lacking.update(_lacking(copies, link, at, images))
        _, head, at = link
        raws.append(link.record.raw)
        if head.records in places:
            passed.add(head)
    _refuse_loss(copies, head, proofs, passed)
    return History(header, head, b"".join(raws), lacking)


def _refuse_loss(copies: Copies, head: Head, proofs: set[Head], passed: set[Head]) -> None:
    """Every anchor must stand in the chain; what comes after the newest is unproven."""
    if not proofs:
        _damaged(copies, head.records, "no anchor is left to say where history ended")
    newest = max(proofs)
    if newest.records > head.records:
        _damaged(copies, head.records, f"of {newest.records} acknowledged records not all are left")
    for proof in proofs - passed:
        _damaged(copies, max(0, proof.records - 1), "not the record that was acknowledged")
    if newest.records < head.records:
        copies.findings.append(TailUnacknowledged(head.records - newest.records))


def _lacking(copies: Copies, link: Link, at: int, images: Images) -> list[JournalFile]:
    """The copies that lack this record at its place; one that goes on otherwise is refused."""
    record = link.record
    lacking = [
        copy for copy, image in images.items() if not (image or b"").startswith(record.raw, at)
    ]
    for copy in lacking:
        other = decode(images[copy] or b"", at)
        if other and other.follows(Head(record.number, record.before)):
            _damaged(copies, record.number, "the two copies tell different histories")
    return lacking


def _refuse_hole(copies: Copies, history: History, images: Images) -> None:
    """A later commit began only when the missing record was durable. Later records of the same
    commit prove nothing: a disk may keep the end of a cut write and lose its start.
    """
    missing = history.head.records
    for image in images.values():
        for record in sound_after(image or b"", history.end):
            if record.number - record.place > missing:
                _damaged(
                    copies, missing, f"lost in both copies, and record {record.number} is there"
                )


def _mend(copies: Copies, history: History, images: Images) -> None:
    """First the records, durable, then the anchor that vouches for them, in one slot only: were
    its writing cut short, the other slot would still hold the older anchor.
    """
    for copy, image in images.items():
        if copies.attempt(_rewrite, copy, history, image):
            copies.findings.extend(_mended(copy, history, image or b""))
    for copy in tuple(copies.live):
        copies.attempt(_vouch, copy, history.head)
    copies.check()


def _mended(copy: JournalFile, history: History, image: bytes) -> Iterator[Finding]:
    lacking = history.lacking[copy]
    if lacking or not image.startswith(history.header.padded):
        yield CopyRepaired(copy.name, lacking)
    if tail := image[history.end :].rstrip(b"\0"):
        yield TailCut(copy.name, len(tail))


def _rewrite(copy: JournalFile, history: History, image: bytes | None) -> None:
    """In place and only where it differs: what is sound in a copy is never at risk."""
    slots = (image or b"")[SLOTS[0] : BLOCK].ljust(BLOCK - SLOTS[0], b"\0")
    if image is None:
        slots = anchor(history.head).ljust(BLOCK - SLOTS[0], b"\0")
        copy.create(history.header.padded + slots + history.octets)
        return
    whole = (history.header.padded + slots + history.octets).ljust(len(image), b"\0")
    for at in range(0, len(whole), BLOCK):
        if image[at : at + BLOCK] != (block := whole[at : at + BLOCK]):
            copy.write(at, block)
    copy.sync()


def _vouch(copy: JournalFile, head: Head) -> None:
    copy.write(SLOTS[0], anchor(head))
    copy.sync()


def _damaged(copies: Copies, number: int, what: str) -> NoReturn:
    raise JournalDamaged(
        number,
        f"the journal in {copies.names} is damaged: {what}; the table stays locked: "
        "keep both files for the inquiry, then a technician may clear the table",
    )


def _foreign(copies: Copies, what: str) -> NoReturn:
    raise JournalForeign(
        f"{copies.names}: {what}; nothing was changed: "
        "name this table's own files in the configuration, or move these away"
    )
