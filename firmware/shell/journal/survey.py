"""The common history of a segment's copies, with the place of a break; pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.header import BLOCK, Anchor, Header, anchors, seal
from firmware.shell.journal.records import OVERHEAD, Head, chain, sound_after

Images = Sequence[bytes]
"""The segment's content in each copy, empty if it has none."""


class Break(NamedTuple):
    """The first record that differs from the acknowledged one."""

    number: int
    what: Text


@dataclass(frozen=True, slots=True)
class History:
    """The winning chain of one segment, as far as it is valid."""

    header: Header
    head: Head
    raws: list[bytes]
    lacking: tuple[int, ...]
    """How many of its records each copy lacks."""
    aside: tuple[int, ...]
    """The number of other records in each copy, none of them ever acknowledged."""
    unproven: int
    """How many of the last records no anchor knows."""
    torn: int
    """How many records of the last commit are missing in the only copy there is."""
    broken: Break | None

    @property
    def octets(self) -> bytes:
        """The records after the header block, as stored."""
        return b"".join(self.raws)

    @property
    def end(self) -> int:
        """The offset after the last record."""
        return BLOCK + sum(map(len, self.raws))

    def payloads(self) -> Iterator[bytes]:
        return (raw[OVERHEAD:] for raw in self.raws)


class _Way(NamedTuple):
    """A chain through the images, with the anchors that it passes."""

    raws: list[bytes]
    head: Head
    passed: set[Head]


def survey(header: Header, images: Images, until: Head | None = None) -> History:
    """Return a segment's history; a sealed one ends at the head `until`, the live one at its last
    record.

    A copy of a sealed segment without its seal was still live when it was last written: the records
    that its anchors cover were acknowledged.
    """
    vouched = [
        found for image in images if not until or seal(image) != until for found in anchors(image)
    ]
    torn = _torn(header, images, vouched) if not until else None
    proofs = {found.head if found != torn else found.sure for found in vouched}
    proofs |= {until} if until else set()
    ways = [_way(header, images, proofs, until)]
    if not _agree(images):
        ways.append(_way(header, images[::-1], proofs, until))
    ways.sort(key=lambda way: (proofs <= way.passed, way.head.records), reverse=True)
    best, other = ways[0], ways[-1]
    fork = _parting(best, other)
    return History(
        header=header,
        head=best.head,
        raws=best.raws,
        lacking=_missing(images, best.raws),
        aside=_aside(images, other.raws, fork),
        unproven=best.head.records - max(proofs, default=best.head).records,
        torn=torn.head.records - best.head.records if torn else 0,
        broken=_break(best, proofs, fork) or (None if until else _hole(best, images)),
    )


def _torn(header: Header, images: Images, vouched: Sequence[Anchor]) -> Anchor | None:
    """Return the newest anchor if it is of a commit that the only copy there is has not whole.

    Such a commit was the last: its records and its anchor were written together, and the power cut
    kept the anchor. They may have been durable in the other copy; if not, it never returned.
    """
    newest = max(vouched, default=None)
    if newest is None or sum(map(bool, images)) != 1:
        return None
    way = _way(header, images, {newest.head, newest.sure}, None)
    is_torn = newest.sure in way.passed and newest.head.records > way.head.records
    return newest if is_torn else None


def _agree(images: Images) -> bool:
    """Return whether the copies hold the same after their header blocks."""
    first, *others = (image[BLOCK:] for image in images)
    return all(other == first for other in others)


def reach(history: History, image: bytes) -> int:
    """How many records there are up to the last that a copy has sound; -1 of no such copy."""
    began, at = history.header.place.began.records, BLOCK
    found = began if image.startswith(history.header.raw) else -1
    for number, raw in enumerate(history.raws, began + 1):
        if image.startswith(raw, at):
            found = number
        at += len(raw)
    return found


def _way(header: Header, images: Images, proofs: set[Head], until: Head | None) -> _Way:
    """The chain that takes each record from the first image that has it."""
    head = header.genesis
    places = {proof.records for proof in proofs}
    raws, passed = [], {head}
    most = until.records - head.records if until else None
    for link in islice(chain(images, BLOCK, head), most):
        head = link.head
        raws.append(link.record.raw)
        if head.records in places:
            passed.add(head)
    return _Way(raws, head, passed)


def _parting(one: _Way, other: _Way) -> int | None:
    """Return the number of common records of two chains, None if they are equal."""
    if one.head == other.head:
        return None
    pairs = zip(one.raws, other.raws, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), None)


def _missing(images: Images, raws: list[bytes]) -> tuple[int, ...]:
    missing = [0] * len(images)
    at = BLOCK
    for raw in raws:
        for index, image in enumerate(images):
            missing[index] += not image.startswith(raw, at)
        at += len(raw)
    return tuple(missing)


def _aside(images: Images, raws: list[bytes], fork: int | None) -> tuple[int, ...]:
    if fork is None:
        return (0,) * len(images)
    at = BLOCK + sum(map(len, raws[:fork]))
    return tuple(len(raws) - fork if image.startswith(raws[fork], at) else 0 for image in images)


def _break(way: _Way, proofs: set[Head], fork: int | None) -> Break | None:
    """Require every anchor to be in the chain."""
    end, missing = way.head.records, proofs - way.passed
    if not proofs:
        return Break(end, Text("journal.why.no_anchor"))
    if missing and fork is not None:
        number = end - len(way.raws) + fork
        return Break(number, Text("journal.why.two_histories"))
    newest = max(proofs).records
    if newest > end:
        return Break(end, Text("journal.why.not_all_left", {"records": str(newest)}))
    if missing:
        return Break(max(0, min(missing).records - 1), Text("journal.why.not_acknowledged"))
    return None


def _hole(way: _Way, images: Images) -> Break | None:
    """A later commit began only when the missing record was durable. Later records of the same
    commit prove nothing: a disk may keep the end of an interrupted write and lose its start.
    """
    missing, end = way.head.records, BLOCK + sum(map(len, way.raws))
    for image in images:
        for record in sound_after(image, end):
            if record.number - record.place > missing:
                return Break(missing, Text("journal.why.hole", {"found": str(record.number)}))
    return None
