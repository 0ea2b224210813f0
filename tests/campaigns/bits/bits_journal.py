"""One flipped bit of a journal: noticed, or nothing that is ever read is changed by it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, Literal

from firmware.shell.journal import Journal, JournalError, MemoryCopy, RetentionPolicy
from firmware.shell.journal.header import ANCHOR_SLOTS, HEADER_OCTETS, SEAL_OFFSET, SegmentHeader
from hal.ports import Millis
from tests.campaigns.powercut.powercut_table import STAMP, Player, Service, seat

Where = Literal["the first copy", "the second copy", "both copies"]
WHERE: Final[tuple[Where, ...]] = ("the first copy", "the second copy", "both copies")
SMALL: Final = RetentionPolicy(segment_bytes=1, keep_bytes=1 << 40)
"""A segment a round."""

Segments = dict[int, bytes]
Pair = tuple[Segments, Segments]


def flipped(data: bytes, bit: int) -> bytes:
    """Return the octets with one bit the other way round."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


class Overlay(MemoryCopy):
    """A copy whose segments are shared with others until it writes them itself."""

    def __init__(self, name: str, shared: Mapping[int, bytes]) -> None:
        super().__init__(name)
        self._shared = shared

    def segments(self) -> dict[int, int]:
        """Its own, and those that are shared."""
        return {n: len(image) for n, image in (self._shared | self._segments).items()}

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """Its own, or what is shared."""
        if segment in self._segments:
            return super().read(segment, octets)
        image = self._shared.get(segment)
        return image if image is None or octets < 0 else image[:octets]

    def write(self, segment: int, at: int, data: bytes) -> None:
        """To a segment of its own."""
        self._segments.setdefault(segment, bytearray(self._shared[segment]))
        super().write(segment, at, data)

    def forget(self) -> None:
        """Be again what is shared."""
        self._segments.clear()


def small_journal(seed: int) -> Pair:
    """Baccarat as the service keeps it: two sealed segments, and the live one."""
    chance = Random(f"bits {seed}")
    game = seat("baccarat", chance)
    copies = MemoryCopy("a"), MemoryCopy("b")
    service = Service(Journal.open(copies, STAMP, SMALL), game.setting, game.table, _nobody)
    service.loop.begin(Millis(0))
    player, now = Player(chance, "baccarat", game.table), 0
    while len(copies[0].segments()) < 3:
        player.act(service.loop, now := now + 1)
    service.loop.end_service(Millis(now + 1))
    return settled(copies)


def _nobody(_: object) -> None:
    """Nobody listens."""


def settled(copies: tuple[MemoryCopy, MemoryCopy]) -> Pair:
    """Return both copies after an opening that has nothing more to mend."""
    Journal.open(copies, STAMP)
    first, second = ({n: copy.read(n) or b"" for n in copy.segments()} for copy in copies)
    assert open_overlaid((first, second), SMALL).findings == ()
    return first, second


def open_overlaid(pair: Pair, policy: RetentionPolicy) -> Journal:
    """Open a journal whose copies stay as they are."""
    return Journal.open((Overlay("a", pair[0]), Overlay("b", pair[1])), STAMP, policy)


class JournalCase:
    """Flips in a journal that is then opened, read, scanned and read again."""

    def __init__(self, pair: Pair, where: Where) -> None:
        self.name = f"small journal, {where}"
        self._pair, self._where = pair, where
        self._sizes = {number: len(image) * 8 for number, image in sorted(pair[0].items())}
        self.bits = sum(self._sizes.values())
        journal = open_overlaid(pair, SMALL)
        self._truth = (journal.stamp, journal.head, list(journal.records()))

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip."""
        for bit in bits:
            number, at = self._place(bit)
            yield self.verdict(number, at)

    def _place(self, bit: int) -> tuple[int, int]:
        for number, size in self._sizes.items():
            if bit < size:
                return number, bit
            bit -= size
        raise IndexError(bit)

    def verdict(self, number: int, bit: int) -> str:
        """Flip the bit of a segment, and say what came of it."""
        first, second = flips(self._pair, self._where, number, bit)
        try:
            journal = open_overlaid((first, second), SMALL)
            records = list(journal.records())
            found = (*journal.findings, *journal.archive.scan(_nobody, lambda: False))
            again = list(journal.records())
        except JournalError as error:
            if self._where != "both copies":
                return f"unnoticed: refused, and the other copy is sound: {error}"
            return f"noticed: {type(error).__name__}"
        if self._truth != (journal.stamp, journal.head, records) or records != again:
            return f"unnoticed: segment {number}, bit {bit} of {self._where}: another history"
        if found:
            return f"noticed: {type(found[0]).__name__}"
        return f"harmless: {region(self._pair[0][number], bit // 8)}"


def touched(pair: Pair, where: Where, number: int, bit: int) -> tuple[bytes, bytes]:
    """Return both images of a segment, one of them or both with the bit flipped."""
    first, second = pair[0][number], pair[1][number]
    return (
        first if where == "the second copy" else flipped(first, bit),
        second if where == "the first copy" else flipped(second, bit),
    )


def flips(pair: Pair, where: Where, number: int, bit: int) -> Pair:
    """Return both copies, with the bit of a segment flipped."""
    first, second = touched(pair, where, number, bit)
    return pair[0] | {number: first}, pair[1] | {number: second}


def region(image: bytes, at: int) -> str:
    """Name the place of an octet in a segment."""
    header = SegmentHeader.parse(image)
    if at >= HEADER_OCTETS:
        return "records" if image[at:].strip(b"\0") else "after the last record"
    if at < SEAL_OFFSET:
        return "header" if header and at < len(header.raw) else "header's padding"
    slots = {"seal": SEAL_OFFSET, "first anchor": ANCHOR_SLOTS[0], "second anchor": ANCHOR_SLOTS[1]}
    name, start = next((n, s) for n, s in reversed(slots.items()) if at >= s)
    return name if at < start + (END if name == "seal" else ANCHOR) else f"{name}'s padding"


END: Final = 44
ANCHOR: Final = 84
"""Octets of a seal, and of an anchor."""
