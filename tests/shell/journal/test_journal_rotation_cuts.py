"""A rotation that the power cuts has happened or has not, and nothing acknowledged is lost."""

import errno
from collections.abc import Mapping
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shell.journal import (
    JournalBegun,
    MemoryCopy,
    RetentionPolicy,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import ANCHOR_SLOTS, HEADER_OCTETS
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    SMALL,
    CachedCopy,
    Fuse,
    PowerCut,
    extend,
    grown,
    image_of,
    opened,
    pair,
    records_of,
    story,
)

WHOLE = [*story(1, 3), b"carried 4", b"4 a"]


def cut_rotation(left: int, seed: int, policy: RetentionPolicy) -> tuple[list[CachedCopy], int]:
    """Both copies after a rotation that the power cut after so many acts, and how many records
    of WHOLE were acknowledged.
    """
    fuse = Fuse(10**6)
    copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
    journal = grown(3, *copies, policy=policy)
    fuse.left = left
    try:
        journal.rotate(b"carried 4")
        extend(journal, b"4 a")
    except PowerCut:
        for copy in copies:
            copy.lose(Random(seed))
    fuse.left = 10**6
    return list(copies), journal.head.records


@each("keep", [0, 1 << 40])
@each("seed", range(examples(3, 40)))
def test_cut_rotation_is_all_or_nothing(seed: int, keep: int) -> None:
    policy = RetentionPolicy(1, keep)
    left, acknowledged, ends = 0, 0, set()
    while acknowledged < len(WHOLE):
        copies, acknowledged = cut_rotation(left, seed, policy)
        left += 1
        journal = opened(*copies, policy=policy)
        end, journaled = journal.head.records, records_of(journal)
        assert journaled == WHOLE[end - len(journaled) : end]
        assert end >= acknowledged
        ends.add(end)
        assert (journal.copies_in_use, journal.incomplete) == (("A", "B"), False)
        assert journal.archive.scan(lambda _: None, lambda: False) == ()
        again = opened(*copies, policy=policy)
        assert (records_of(again), again.findings) == (journaled, ())
        again.rotate(b"and on")
        assert records_of(opened(*copies))[-2:] == [journaled[-1], b"and on"]
    assert ends == {len(WHOLE) - 2, len(WHOLE) - 1, len(WHOLE)}
    assert left > 12


steps = st.lists(st.integers(0, 3), min_size=1, max_size=8)


@settings(max_examples=examples(30, 300), deadline=None)
@given(steps, st.lists(st.integers(0, 60), min_size=1, max_size=5), st.integers(0, 2**32))
def test_no_cut_loses_acknowledged(plan: list[int], cuts: list[int], seed: int) -> None:
    """In commits, rotations and retirements, in their mending, and after a mere crash."""
    chance, fuse, policy = Random(seed), Fuse(0), RetentionPolicy(1, 5 * HEADER_OCTETS)
    copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
    acknowledged: list[bytes] = []
    under_way: list[bytes] = []
    left, number = list(plan), 0
    for fuse.left in [*cuts, 10**6]:
        try:
            journal = opened(*copies, policy=policy)
            journal.archive.scan(lambda _: None, lambda: False)
            end, journaled = journal.head.records, records_of(journal)
            assert len(acknowledged) <= end
            assert journaled == (acknowledged + under_way)[end - len(journaled) : end]
            acknowledged, under_way = (acknowledged + under_way)[:end], []
            while left:
                kind, number = left.pop(0), number + 1
                under_way = [b"%d" % number]
                if kind:
                    extend(journal, *under_way)
                else:
                    journal.rotate(*under_way)
                acknowledged, under_way = acknowledged + under_way, []
        except PowerCut:
            if chance.random() < 0.7:  # else the program alone stopped, and the cache lives on
                for copy in copies:
                    copy.lose(chance)
    assert opened(*copies).head.records == len(acknowledged)


def test_half_begun_segment_is_removed() -> None:
    """The power went once the first copy had the new segment and the second had not."""
    halves, seen = 0, set()
    for left in range(12):
        copies, _ = cut_rotation(left, 0, SMALL)
        if sum(4 in copy.segments() for copy in copies) != 1:
            continue
        halves += 1
        journal = opened(*copies)
        assert records_of(journal) == story(1, 3)
        assert [4 in copy.segments() for copy in copies] == [False, False]
        seen |= {type(found) for found in journal.findings}
    assert halves
    assert seen == {TailCut}


def test_next_segment_of_that_number_counts() -> None:
    sealed = []
    for left in range(12):
        copies, _ = cut_rotation(left, 0, SMALL)
        if sum(4 in copy.segments() for copy in copies) == 1:
            journal = opened(*copies)
            journal.rotate(b"carried 4 anew")
            journal.rotate(b"carried 5")
            sealed.append(journal.archive.is_sealed(4))
    assert sealed
    assert all(sealed)


def test_half_begun_segment_does_not_lock() -> None:
    class Unplugged(MemoryCopy):
        away = False

        def segments(self) -> Mapping[int, int]:
            if self.away:
                raise OSError(errno.EIO, "unplugged")
            return super().segments()

    for left in range(12):
        halves, _ = cut_rotation(left, 0, SMALL)
        if sum(4 in copy.segments() for copy in halves) != 1:
            continue
        copies = [
            Unplugged(copy.name, {number: image_of(copy, number) for number in copy.segments()})
            for copy in halves
        ]
        half = next(copy for copy in copies if 4 in copy.segments())
        half.away = True
        journal = opened(*copies)
        extend(journal, b"alone")
        journal.rotate(b"carried 4 anew")
        journal.rotate(b"carried 5")
        half.away = False
        again = opened(*copies)
        again.archive.scan(lambda _: None, lambda: False)
        assert records_of(again) == [*story(1, 3), b"alone", b"carried 4 anew", b"carried 5"]
        assert not again.incomplete


def test_new_journal_is_one_segment() -> None:
    copies = pair()
    journal = opened(*copies)
    assert journal.findings == (JournalBegun(),)
    assert [sorted(copy.segments()) for copy in copies] == [[1], [1]]
    assert not any(isinstance(found, TailUnacknowledged) for found in journal.findings)


@each("slots", list(product(ANCHOR_SLOTS, repeat=2)))
def test_torn_slots_leave_an_anchor(
    slots: tuple[int, int],
) -> None:
    """A commit torn in one copy, and then the mending of it in the other."""
    copies = pair()
    journal = grown(1, *copies)
    journal.rotate(b"carried 2")
    for copy, at in zip(copies, slots, strict=True):
        copy.write(2, at, bytes(44))
    assert records_of(opened(*copies)) == records_of(journal)
