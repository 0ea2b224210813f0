"""The segments of a journal, each read from any copy that has it intact."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.errors import JournalForeign, NoJournal, damaged, foreign
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.header import BLOCK, Header, anchors, left, seal
from firmware.shell.journal.records import Head
from firmware.shell.journal.survey import History, survey


class Standing(NamedTuple):
    """The newest segment of one copy, and the number of a half-begun one, or 0.

    A segment counts once the one before it is sealed, or an anchor covers a record of it: until
    then the rotation that begins it has not returned, and nothing depends on it.
    """

    newest: Header | None = None
    half_begun: int = 0
    empty: bool = True
    left: Head | None = None
    """The other copy's position when this one was left behind."""


def standing(copy: JournalCopy) -> Standing:
    """Read the newest header blocks of a copy. Raises OSError, JournalForeign."""
    half_begun, mark, numbers = 0, None, sorted(copy.segments(), reverse=True)
    for number in numbers:
        block = copy.read(number, BLOCK) or b""
        try:
            header = Header.read(block)
        except JournalForeign as error:
            raise foreign(copy.name, error.why) from error
        if header and header.segment == number:
            mark = mark or left(block)
            if _counts(copy, header, block):
                return Standing(header, half_begun, empty=False, left=mark)
            half_begun = number
    return Standing(None, half_begun, not numbers)


def _counts(copy: JournalCopy, header: Header, block: bytes) -> bool:
    known = any(one.head.records > header.genesis.records for one in anchors(block))
    first = header.segment == 1
    return first or known or seal(copy.read(header.segment - 1, BLOCK) or b"") is not None


class Segments:
    """The segments of one journal in its copies, `live` being the newest."""

    def __init__(self, copies: Sequence[JournalCopy], standings: Sequence[Standing]) -> None:
        headers = [found.newest for found in standings if found.newest]
        self.live = max(headers, key=lambda header: header.segment)
        self.identities = {header.identity for header in headers}
        self.names = ", ".join(copy.name for copy in copies)
        self._copies = copies
        self._half_begun = {
            (copy.name, found.half_begun) for copy, found in zip(copies, standings, strict=True)
        }

    def settled(self) -> None:
        """Forget half-begun segments."""
        self._half_begun.clear()

    @property
    def numbers(self) -> range:
        """Every segment that is kept, the oldest first."""
        return range(self.live.place.oldest, self.live.segment + 1)

    @property
    def sealed(self) -> range:
        """Every segment that is kept but the live one."""
        return self.numbers[:-1]

    def read(self, number: int) -> tuple[list[bytes], History]:
        """Return a segment's images and its common history. Raises JournalDamaged."""
        header, images = self.header(number), self.images(number)
        return images, survey(header, images, self._until(number, images))

    def payloads(self, number: int) -> Iterator[bytes]:
        """Yield a segment's payloads, record by record. Raises JournalDamaged at the first gap."""
        _, history = self.read(number)
        yield from history.payloads()
        if history.broken:
            raise damaged(self.names, *history.broken)

    def header(self, number: int) -> Header:
        """Return a segment's header. Raises JournalDamaged if no copy has it, or if they differ."""
        headers = self._headers(number)
        if len(headers) == 1:
            return headers.pop()
        if headers:
            began = min(header.place.began.records for header in headers)
            raise damaged(self.names, began, Text("journal.why.two_histories"))
        before = (seal(block) for block in self.images(number - 1, BLOCK))
        start = next((end.records for end in before if end), 0)
        lost = Text("journal.why.no_segment_header", {"segment": str(number)})
        raise damaged(self.names, start, lost)

    def images(self, number: int, octets: int = -1) -> list[bytes]:
        """The start of a segment in each copy, empty if it can't be read."""
        return [self._image(copy, number, octets) for copy in self._copies]

    def _image(self, copy: JournalCopy, number: int, octets: int) -> bytes:
        if (copy.name, number) in self._half_begun:
            return b""
        try:
            return copy.read(number, octets) or b""
        except OSError:
            return b""

    def _headers(self, number: int) -> set[Header]:
        found = map(Header.read, self.images(number, BLOCK))
        ours = (number, self.live.identity)
        return {header for header in found if header and (header.segment, header.identity) == ours}

    def _until(self, number: int, images: list[bytes]) -> Head | None:
        if number == self.live.segment:
            return None
        ends = {header.place.began for header in self._headers(number + 1)}
        ends |= {end for image in images if (end := seal(image))}
        if len(ends) == 1:
            return ends.pop()
        start = self.header(number).place.began.records
        what = "two_histories" if ends else "no_end"
        raise damaged(self.names, start, Text(f"journal.why.{what}"))


def readable(copies: Sequence[JournalCopy]) -> Segments:
    """Return the journal in these copies, for reading. Raises JournalLost if there is none."""
    found, read = {}, dict[str, OSError | None]()
    for copy in copies:
        try:
            found[copy] = standing(copy)
            read[copy.name] = None
        except OSError as error:
            read[copy.name] = error
    if not any(one.newest for one in found.values()):
        raise NoJournal(read)
    return Segments(list(found), list(found.values()))
