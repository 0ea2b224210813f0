"""The links of a journal in a bundle: segment headers and records; pure functions.

A link's digest is its SHA-256, and each link holds the digest of the one before. If a forger
changed a record and recomputed the chain, each later link can still be recognised: with the signed
digest of its predecessor put back, it equals the signed link.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, pairwise
from typing import Final, Literal, NamedTuple

from firmware.shell.evidence.bundle import SEGMENT, Bundle, Octets
from firmware.shell.journal import Head, JournalForeign, Numbered
from firmware.shell.journal.header import BLOCK, Header
from firmware.shell.journal.records import LONGEST, MARK, OVERHEAD, Record, decode, encode

DIGEST: Final = 32


class Link(NamedTuple):
    """A link; `what` is None for octets between valid links."""

    what: Header | Record | None
    start: int
    raw: bytes

    @property
    def digest(self) -> bytes:
        """The digest to which the next link refers."""
        return sha256(self.raw).digest()


def links(data: Octets, start: int, end: int) -> Iterator[Link]:
    """Yield every link from `start` to `end`, and the octets between them."""
    at = start
    while at < end:
        link = _link_at(data, at, end)
        if link is None:
            following = _next(data, at + 1, end)
            link = Link(None, at, data[at:following])
        yield link
        at += len(link.raw)


def records(bundle: Bundle) -> Iterator[Numbered]:
    """Yield the sound records of a bundle."""
    for link in links(bundle.data, *bundle.journal):
        if isinstance(link.what, Record):
            yield Numbered(link.what.number, link.what.payload)


def _link_at(data: Octets, at: int, end: int) -> Link | None:
    front = data[at : min(at + len(SEGMENT), end)]
    if front.startswith(MARK):
        return _record_at(data, at, end)
    if front == SEGMENT:
        try:
            header = Header.read(data[at : min(at + BLOCK, end)])
        except JournalForeign:
            return None
        return Link(header, at, header.raw) if header else None
    return None


_LENGTH: Final = slice(8, 12)
"""The payload's length in a record."""


def _record_at(data: Octets, at: int, end: int) -> Link | None:
    length = int.from_bytes(data[at : at + OVERHEAD][_LENGTH], "big")
    if length > LONGEST:
        return None
    record = decode(data[at : min(at + OVERHEAD + length, end)], 0)
    return Link(record, at, record.raw) if record else None


def _next(data: Octets, at: int, end: int) -> int:
    """Return the start of the next valid link, or the end."""
    while at < end:
        record = data.find(MARK, at, end)
        before = record if record >= 0 else end
        header = data.find(SEGMENT, at, before)
        at = header if header >= 0 else before
        if at < end and _link_at(data, at, end):
            return at
        at += 1
    return end


How = Literal["changed", "cut", "inserted", "moved"]


class Alteration(NamedTuple):
    """The first alteration, and its link in the signed list."""

    how: How
    link: int


class Signed:
    """The signed list of digests, with the record numbers."""

    def __init__(self, digests: bytes, first: int, segments: tuple[int, ...]) -> None:
        self._digests = digests
        self._first = first
        self._headers = {begins - first + at: begins for at, begins in enumerate(segments)}

    def __len__(self) -> int:
        return len(self._digests) // DIGEST

    def __getitem__(self, at: int) -> bytes:
        return self._digests[at * DIGEST : (at + 1) * DIGEST]

    def is_header(self, at: int) -> bool:
        """Return whether a link is the header of a segment."""
        return at in self._headers

    def number(self, at: int) -> int:
        """Return the number of a record, or of the first one after a header."""
        return self._first + at - sum(header < at for header in self._headers)

    def is_link(self, link: Link, at: int) -> bool:
        """Return whether a link found is the signed one, apart from its
        reference to the one before.
        """
        if link.digest == self[at]:
            return True
        if not isinstance(link.what, Record) or not link.what.payload or self.is_header(at):
            return False
        head = Head(self.number(at), self[at - 1])
        raw, _ = encode(link.what.payload, head, link.what.place)
        return sha256(raw).digest() == self[at]

    def goes_on(self, link: Link | None, at: int) -> bool:
        """Return whether the signed list continues with the link found, or both have ended."""
        if link is None or at == len(self):
            return link is None and at == len(self)
        if isinstance(link.what, Header):
            return self.is_header(at)
        return self.is_link(link, at)


def compare(data: Octets, start: int, end: int, signed: Signed) -> Alteration | None:
    """Return the first alteration of the journal, None if it is as signed."""
    at = 0
    for link in links(data, start, end):
        if at == len(signed):
            return Alteration("inserted", at)
        if link.digest != signed[at]:
            return Alteration(_how(data, link, end, signed, at), at)
        at += 1
    return Alteration("cut", at) if at < len(signed) else None


def _how(data: Octets, found: Link, end: int, signed: Signed, at: int) -> How:
    """Classify the alteration at a link that differs from the signed one.

    Records may be identical, so their neighbours decide.
    """
    behind = found.start + len(found.raw)
    following = next(links(data, behind, end), None)
    later = [place for place in range(at + 1, len(signed)) if signed.is_link(found, place)]
    if signed.goes_on(following, at + 1):
        return "moved" if later else "changed"
    if later:
        left_out = any(signed.goes_on(following, place + 1) for place in later)
        stands = any(link.digest == signed[at] for link in links(data, behind, end))
        return "cut" if left_out and not stands else "moved"
    pairs = pairwise(chain(links(data, behind, end), [None]))
    if any(one and signed.is_link(one, at) and signed.goes_on(two, at + 1) for one, two in pairs):
        return "inserted"
    return "changed" if following else "cut"


def broken_at(data: Octets, start: int, end: int) -> int | None:
    """Return the number of the first record at which the chain itself breaks, if it does."""
    head: Head | None = None
    for link in links(data, start, end):
        match link.what:
            case Header() as header if head is None or header.place.began == head:
                head = header.genesis
            case Record() as record if head is not None and record.follows(head):
                head = Head(head.records + 1, link.digest)
            case _:
                return head.records if head else 0
    return None
