"""Whether a later bundle continues an earlier one, or contains a head that was written down."""

from collections.abc import Iterator
from itertools import count
from typing import Literal, NamedTuple

from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.evidence.bundle import DIGESTS, JOURNAL, Bundle
from firmware.shell.evidence.links import Signed
from firmware.shell.journal import Head
from firmware.shell.journal.header import BLOCK, Header


class Verdict(NamedTuple):
    """A comparison: proven, contradicted, or left open because the records needed are absent."""

    how: Literal["proven", "contradicted", "open"]
    words: Text


class Noted(NamedTuple):
    """A head as it was shown at a closing: a record's number, first hex digits of its digest."""

    number: int
    digits: str


def succession(earlier: Bundle, later: Bundle) -> Verdict:
    """Compare two verified bundles: the later one must contain the last record of the earlier."""
    old, new = _History(earlier), _History(later)
    if old.stated.device != new.stated.device:
        return Verdict("contradicted", Text("evidence.other_devices"))
    first = max(old.begins, new.begins)
    differs = _first_difference(old, new, first)
    if differs is not None:
        return Verdict("contradicted", Text("evidence.differs", {"number": differs}))
    last = old.ends - 1
    if new.begins > old.ends:
        return Verdict("open", Text("evidence.gap", {"number": new.begins, "last": last}))
    if new.ends < old.ends:
        return Verdict("open", Text("evidence.short", {"number": new.ends - 1, "last": last}))
    return Verdict("proven", Text("evidence.continues", {"number": last}))


def _first_difference(old: "_History", new: "_History", first: int) -> int | None:
    trios = zip(count(first), old.digests(first), new.digests(first), strict=False)
    differs = next((number for number, was, now in trios if was != now), None)
    if differs is None and new.begins == old.ends and not new.follows(old):
        return old.ends - 1
    return differs


def contains(bundle: Bundle, noted: Noted) -> Verdict:
    """Compare a verified bundle with a head that was written down."""
    history = _History(bundle)
    if not history.begins <= noted.number < history.ends:
        return Verdict("open", Text("evidence.no_record", {"number": noted.number}))
    digest = next(history.digests(noted.number)).hex()
    values: Values = {"number": noted.number, "digits": noted.digits}
    if digest.startswith(noted.digits):
        return Verdict("proven", Text("evidence.as_noted", values))
    return Verdict("contradicted", Text("evidence.not_as_noted", values))


class _History:
    """The records of a bundle by their numbers: from `begins` on, before `ends`."""

    def __init__(self, bundle: Bundle) -> None:
        self.stated = bundle.stated
        self.begins = self.stated.first
        self.ends = self.stated.first + self.stated.records
        self._bundle = bundle
        self._signed = Signed(bundle.part(DIGESTS), self.begins, self.stated.segments)

    def digests(self, first: int) -> Iterator[bytes]:
        """Yield the digests of the records, from that one on."""
        links = range(len(self._signed))
        return (
            self._signed[at]
            for at in links
            if not self._signed.is_header(at) and self._signed.number(at) >= first
        )

    def follows(self, old: "_History") -> bool:
        """Return whether its first header continues from the last record of `old`."""
        start, _ = self._bundle.place(JOURNAL)
        header = Header.read(self._bundle.data[start : start + BLOCK])
        last = bytes.fromhex(old.stated.head)
        return header is not None and header.place.began == Head(old.ends, last)
