"""The anchor behind the last record: a commit is one write a copy, and a lost block shows.

Each commit writes its anchor over the one before. The header block is anchored as well whenever the
segment's end enters another block: so two copies that both lose their last block are noticed.
"""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shell.journal import (
    JournalDamaged,
    JournalError,
    MemoryCopy,
    SegmentRepaired,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    TAIL_MARK,
    TAIL_OCTETS,
    Anchor,
    SegmentHeader,
    packed_tail,
    sound_anchors,
    without_tail,
)
from firmware.shell.journal.records import ChainHead
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.bits import bits_of
from tests.kits.shell.journal_copies import (
    bare,
    begun_in_format_3,
    copy_of,
    extend,
    image_of,
    opened,
    pair,
    records_of,
    reopened,
    scanned,
    written,
)

COMMITS = [[b"one", b"two"], [b"three"], [b"four"], [b"five"]]
STORY = [payload for commit in COMMITS for payload in commit]
FIRST, SECOND = written(*COMMITS)
END = len(bare(FIRST))
PLACES = range(ANCHOR_SLOTS[0], len(FIRST))
BITS = [at * 8 + bit for at in PLACES for bit in bits_of(at)]


def flipped(image: bytes, bit: int) -> bytes:
    spoilt = bytearray(image)
    spoilt[bit // 8] ^= 1 << bit % 8
    return bytes(spoilt)


def outcome(first: bytes, second: bytes) -> list[bytes] | None:
    """What the journal tells, None where it refuses; after an opening nothing is left to mend."""
    copies = copy_of("A", first), copy_of("B", second)
    try:
        story = records_of(opened(*copies))
    except JournalError:
        return None
    again = opened(*copies)
    assert (records_of(again), again.findings) == (story, ())
    return story


# the form


def test_tail_has_the_documented_layout() -> None:
    head, confirmed = ChainHead(7, b"\1" * 32), ChainHead(6, b"\2" * 32)
    octets = packed_tail(Anchor(head, confirmed))
    assert octets[:4] == bytes.fromhex("C7 41 4E 43")
    assert octets[4:12] == bytes.fromhex("00 00 00 00 00 00 00 07")
    assert octets[12:44] == b"\1" * 32
    assert octets[44:52] == bytes.fromhex("00 00 00 00 00 00 00 06")
    assert len(octets) == TAIL_OCTETS == 88


def test_one_tail_follows_the_last_record_of_each_copy() -> None:
    newest = [max(sound_anchors(image)) for image in (FIRST, SECOND)]
    assert sorted(anchor.head.records for anchor in newest) == [4, 5]
    for image in (FIRST, SECOND):
        assert image.count(TAIL_MARK, HEADER_OCTETS) == 1
        assert len(image) == END + TAIL_OCTETS
        assert without_tail(image) == image[:END] + bytes(TAIL_OCTETS)


class NotedCopy(MemoryCopy):
    """Notes the block of each write."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.blocks: list[int] = []

    def write(self, segment: int, at: int, data: bytes) -> None:
        self.blocks += range(at // HEADER_OCTETS, (at + len(data) - 1) // HEADER_OCTETS + 1)
        super().write(segment, at, data)


def test_commit_in_a_block_writes_that_block_alone() -> None:
    copies = NotedCopy("A"), NotedCopy("B")
    journal = opened(*copies)
    for _ in range(2):
        extend(journal, b"x")
    for copy in copies:
        assert copy.blocks.count(0) == 1
        copy.blocks.clear()
    for _ in range(6):
        extend(journal, b"x")
    assert [set(copy.blocks) for copy in copies] == [{1}, {1}]


# damage


def test_any_bit_of_one_copy_may_flip() -> None:
    for nth, bit in enumerate(BITS):
        which = nth // 8 % 2
        spoilt = flipped((FIRST, SECOND)[which], bit)
        assert outcome(*((FIRST, spoilt) if which else (spoilt, SECOND))) == STORY, bit


def test_bit_flipped_in_both_noticed_or_harmless() -> None:
    refused = 0
    for bit in BITS:
        story = outcome(flipped(FIRST, bit), flipped(SECOND, bit))
        assert story in (STORY, None), bit
        refused += story is None
    assert refused == sum(HEADER_OCTETS <= bit // 8 < END for bit in BITS)


def test_one_copy_may_be_cut_anywhere() -> None:
    for length in PLACES:
        assert outcome(FIRST[:length], SECOND) == STORY, length
        assert outcome(FIRST, SECOND[:length]) == STORY, length


@each("commits", range(1, 30))
def test_last_block_lost_in_both_is_noticed(commits: int) -> None:
    images = written(*([b"%d" % number * 150] for number in range(commits)))
    start = (len(bare(images[0])) - 1) // HEADER_OCTETS * HEADER_OCTETS
    for lost in (bytes(len(images[0]) - start), b""):
        with pytest.raises(JournalDamaged):
            reopened(*(image[:start] + lost for image in images))


def test_end_of_a_block_lost_in_both_is_an_earlier_end() -> None:
    """The limit: what follows the first commit in the last block is vouched for there alone."""
    start = bare(FIRST).rindex(b"\xc7REC")
    journal = reopened(FIRST[:start], SECOND[:start])
    assert records_of(journal) == STORY[:-1]


@settings(max_examples=examples(25, 250), deadline=None)
@given(st.data())
def test_no_damage_forges_a_record(data: st.DataObject) -> None:
    def spoil(image: bytes) -> bytes:
        for bit in data.draw(st.lists(st.sampled_from(BITS), max_size=4)):
            image = flipped(image, bit)
        start = data.draw(st.integers(0, len(image)))
        end = min(len(image), start + data.draw(st.integers(0, 700)))
        return image[:start] + bytes(end - start) + image[end:]

    copies = spoil(FIRST), spoil(SECOND)
    known = max((a.head.records for image in copies for a in sound_anchors(image)), default=0)
    story = outcome(*copies)
    assert story is None or (story == STORY[: len(story)] and len(story) >= known)


def test_garbage_behind_a_tail_is_cut() -> None:
    journal = reopened(FIRST + b"\xc7RECtorn", SECOND)
    assert records_of(journal) == STORY
    assert TailCut("A", TAIL_OCTETS + 8) in journal.findings


def test_sound_tails_are_no_finding() -> None:
    assert reopened(FIRST, SECOND).findings == ()


def test_tail_is_saved_before_its_place_is_written() -> None:
    """The power may go at each write of an opening: what was acknowledged stays proven."""

    class CutShort(MemoryCopy):
        left = 0

        def write(self, segment: int, at: int, data: bytes) -> None:
            self.left -= 1
            if self.left < 0:
                raise OSError(5, "cut")
            super().write(segment, at, data)

    for writes in range(8):
        copies = CutShort("A", {1: FIRST}), CutShort("B", {1: SECOND})
        for copy in copies:
            copy.left = writes
        with suppress(JournalError):
            opened(*copies)
        known = max(a.head.records for copy in copies for a in sound_anchors(image_of(copy)))
        assert known == len(STORY)
        journal = reopened(*map(image_of, copies))
        assert TailUnacknowledged not in map(type, journal.findings)


# an earlier journal


def test_journal_of_format_3_goes_on_as_it_was_begun() -> None:
    copies = begun_in_format_3()
    journal = opened(*copies)
    for payload in STORY:
        extend(journal, payload)
    for copy in copies:
        assert TAIL_MARK not in image_of(copy)[HEADER_OCTETS:]
    journal.rotate(b"carried")
    for payload in STORY:
        extend(journal, payload)
    headers = [SegmentHeader.parse(image_of(copies[0], number)) for number in (1, 2)]
    assert [header.has_tails for header in headers if header] == [False, True]
    assert TAIL_MARK in image_of(copies[0], 2)[HEADER_OCTETS:]
    again = opened(*copies)
    assert (records_of(again), again.findings) == ([*STORY, b"carried", *STORY], ())
    assert scanned(again) == ()


def test_sealed_tail_is_no_damage() -> None:
    copies = pair()
    journal = opened(*copies)
    for payload in STORY:
        extend(journal, payload)
    journal.rotate(b"carried")
    assert TAIL_MARK in image_of(copies[0])[HEADER_OCTETS:]
    assert scanned(journal) == ()
    copies[0].write(1, END - 1, b"?")
    assert scanned(journal) == (SegmentRepaired("A", 1, 1),)
