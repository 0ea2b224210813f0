"""Any bit of a sealed segment may flip: it is repaired from the other copy, or seen."""

from collections.abc import Iterator
from itertools import islice

import pytest

from firmware.shell.journal import (
    JournalError,
    MemoryCopy,
)
from firmware.shell.journal.header import ANCHOR_SLOTS, HEADER_OCTETS, SEAL_OFFSET, SegmentHeader
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.bits import OF_EACH_OCTET, bits_of
from tests.kits.shell.journal_copies import (
    bare,
    everything,
    extend,
    image_of,
    opened,
    pair,
    records_of,
    scanned,
)


def two_segments() -> tuple[MemoryCopy, MemoryCopy]:
    copies = pair()
    journal = opened(*copies)
    extend(journal, b"1a", b"1b")
    extend(journal, b"1c")
    journal.rotate(b"2a")
    extend(journal, b"2b")
    extend(journal, b"2c")
    return copies


TELLS = [b"1a", b"1b", b"1c", b"2a", b"2b", b"2c"]


def places(image: bytes) -> Iterator[int]:
    """Every octet that says something, and some of the padding."""
    header = SegmentHeader.parse(image)
    assert header is not None
    for at in range(len(image)):
        slot = any(0 <= at - start < 44 for start in (SEAL_OFFSET, *ANCHOR_SLOTS))
        if at < len(header.raw) or slot or at >= HEADER_OCTETS or at % 256 == 0:
            yield at


def flips(image: bytes) -> Iterator[bytes]:
    for at in places(image):
        for bit in bits_of(at):
            yield image[:at] + bytes([image[at] ^ 1 << bit]) + image[at + 1 :]


@each("segment", [1, 2])
@each("which", [0, 1])
def test_any_bit_of_one_copy_may_flip(which: int, segment: int) -> None:
    sound = two_segments()
    for image in islice(flips(image_of(sound[which], segment)), None, None, examples(7, 1)):
        copies = [
            MemoryCopy(copy.name, held) for copy, held in zip(sound, everything(sound), strict=True)
        ]
        copies[which].create(segment, image)
        journal = opened(*copies)
        scanned(journal)
        assert records_of(journal) == TELLS
        again = opened(*copies)
        assert (scanned(again), again.findings, again.incomplete) == ((), (), False)


def read_whole(copies: tuple[MemoryCopy, MemoryCopy]) -> list[bytes] | None:
    """What is reported after an opening and a scan, None where either refuses."""
    try:
        journal = opened(*copies)
        scanned(journal)
        return records_of(journal)
    except JournalError:
        return None


@pytest.mark.parametrize("segment", [1, 2])
def test_bit_flipped_in_both_noticed_or_unread(segment: int) -> None:
    sound = two_segments()
    seen = 0
    for first, second in zip(*(flips(image_of(copy, segment)) for copy in sound), strict=True):
        copies = pair()
        for copy, held, image in zip(copies, everything(sound), (first, second), strict=True):
            for number, whole in {**held, segment: image}.items():
                copy.create(number, whole)
        story = read_whole(copies)
        assert story in (TELLS, None)
        seen += story is None
    image = bare(image_of(sound[0], segment))
    header = SegmentHeader.parse(image)
    assert header is not None
    assert seen == (len(header.raw) + len(image) - HEADER_OCTETS) * OF_EACH_OCTET
