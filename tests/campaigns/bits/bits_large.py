"""Random bits of a large journal, flipped one at a time."""

from collections.abc import Iterator
from random import Random
from typing import Final

from firmware.shell.journal import Journal, JournalError, MemoryCopy, RetentionPolicy
from firmware.shell.journal.header import HEADER_OCTETS, SegmentHeader, without_tail
from tests.campaigns.bits.bits_journal import (
    SMALL,
    WHERE,
    JournalCase,
    Overlay,
    Pair,
    Where,
    flips,
    open_overlaid,
    region,
    settled,
    small_journal,
    touched,
)
from tests.campaigns.powercut.powercut_table import STAMP

LARGE: Final = RetentionPolicy(segment_bytes=64 << 10, keep_bytes=1 << 40)
SCANNED_WHOLE: Final = 5_000
"""Of so many random flips one is looked for by an opening and a scan of the whole journal."""


def large_journal(octets: int, seed: int) -> Pair:
    """Many segments of the same entries over and over: what they say is none of the journal's."""
    small = small_journal(seed)
    payloads = list(open_overlaid(small, SMALL).records())
    copies, chance = (MemoryCopy("a"), MemoryCopy("b")), Random(seed)
    journal = Journal.open(copies, STAMP, LARGE)
    while sum(copies[0].segments().values()) < octets:
        for payload in payloads:
            journal.append(payload)
            if chance.random() < 0.5:
                journal.commit()
        if journal.should_rotate:
            journal.rotate(payloads[0])
    journal.commit()
    return settled(copies)


class LargeCase:
    """Random flips in a large journal.

    A scan takes each segment by itself, from its own octets and the header blocks beside it. So
    only the touched segment is scanned, with the one before it where its header block was touched;
    of the live segment, the journal is opened and read. A few times all of it is done.
    """

    def __init__(self, pair: Pair, seed: int, flips_asked: int) -> None:
        self.name = f"large journal, {sum(map(len, pair[0].values())) / 1e6:.1f} MB a copy"
        self.bits = flips_asked
        self._pair, self._seed = pair, seed
        self._numbers = sorted(pair[0])
        self._live = self._numbers[-1]
        self._weights = [len(pair[0][number]) for number in self._numbers]

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each flip what came of it; it is drawn with its number as the seed."""
        copies = Overlay("a", self._pair[0]), Overlay("b", self._pair[1])
        journal = Journal.open(copies, STAMP, LARGE)
        for copy in copies:
            copy.forget()
        whole = JournalCase(self._pair, "both copies") if bits else None
        for flip in bits:
            chance = Random(f"{self._seed} {flip}")
            number = chance.choices(self._numbers, self._weights)[0]
            where = chance.choice(WHERE)
            bit = chance.randrange(8 * len(self._pair[0][number]))
            if whole and flip % SCANNED_WHOLE == 0:
                whole._where = where
                yield whole.verdict(number, bit)
            elif number == self._live:
                yield self._opened(where, bit)
            else:
                yield self._scanned(journal, copies, where, number, bit)

    def _scanned(
        self,
        journal: Journal,
        copies: tuple[Overlay, Overlay],
        where: Where,
        number: int,
        bit: int,
    ) -> str:
        for copy, image in zip(copies, touched(self._pair, where, number, bit), strict=True):
            copy.forget()
            copy.create(number, image)
        found = []
        try:
            for one in (
                (number - 1, number) if number > 1 and bit < 8 * HEADER_OCTETS else (number,)
            ):
                found += journal.archive.repair_segment(one)
        except JournalError as error:
            if where == "both copies":
                return f"noticed: {type(error).__name__}"
            return f"unnoticed: refused, and the other copy is sound: {error}"
        for copy, image in zip(copies, self._pair, strict=True):
            if _stored_octets(copy.read(number) or b"") != _stored_octets(image[number]):
                return f"unnoticed: segment {number}, bit {bit} of {where} was not mended"
        if found:
            return f"noticed: {type(found[0]).__name__}"
        return f"harmless: {region(self._pair[0][number], bit // 8)}"

    def _opened(self, where: Where, bit: int) -> str:
        number, image = self._live, self._pair[0][self._live]
        truth = list(open_overlaid(self._pair, LARGE).live_records())
        try:
            journal = open_overlaid(flips(self._pair, where, number, bit), LARGE)
            records = list(journal.live_records())
        except JournalError as error:
            if where == "both copies":
                return f"noticed: {type(error).__name__}"
            return f"unnoticed: refused, and the other copy is sound: {error}"
        if records != truth:
            return f"unnoticed: the live segment, bit {bit} of {where}: another history"
        if journal.findings:
            return f"noticed: {type(journal.findings[0]).__name__}"
        return f"harmless: {region(image, bit // 8)}"


def _stored_octets(image: bytes) -> tuple[bytes, bytes]:
    """Return what of a sealed segment is ever read."""
    header = SegmentHeader.parse(image)
    return header.raw if header else b"", without_tail(image)[HEADER_OCTETS:].rstrip(b"\0")
