"""The power may go at any octet and any act: acknowledged records are there, in order."""

from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.shell.journal import Journal, MemoryCopy, TailUnacknowledged
from firmware.shell.journal.header import ANCHOR_SLOTS, HEADER_OCTETS
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    CachedCopy,
    FailingCopy,
    Fuse,
    PowerCut,
    StoppingCopy,
    extend,
    image_of,
    opened,
    records_of,
    reopened,
    written,
)

COMMITS = [[b"one", b"two"], [b"three"], [b"four"]]
STORY = [payload for commit in COMMITS for payload in commit]
NEXT = [b"five", b"six"]


def unproven(journal: Journal) -> int:
    flags = [found.records for found in journal.findings if isinstance(found, TailUnacknowledged)]
    return sum(flags)


def cut_at(octet: int) -> tuple[bytes, bytes, bool]:
    """Both copies when the power goes at this octet of the next commit; False where it doesn't."""
    fuse = Fuse(10**6)
    first, second = written(*COMMITS)
    copies = StoppingCopy("A", fuse, {1: first}), StoppingCopy("B", fuse, {1: second})
    journal = opened(*copies)
    fuse.left = octet
    try:
        extend(journal, *NEXT)
    except PowerCut:
        return image_of(copies[0]), image_of(copies[1]), True
    return image_of(copies[0]), image_of(copies[1]), False


@pytest.mark.clause("ANZ 1.17.4(b)")
def test_cut_commit_leaves_earlier_ones() -> None:
    octet, seen = 0, set()
    while (state := cut_at(octet))[2]:
        journal = reopened(*state[:2])
        story = records_of(journal)
        assert story == (STORY + NEXT)[: len(story)]
        assert len(story) - len(STORY) in (unproven(journal), 2)
        assert journal.copies_in_use == ("A", "B")
        seen.add(len(story) - len(STORY))
        octet += 1
    assert seen == {0, 1, 2}
    assert octet > 2 * (59 + 60)
    assert records_of(reopened(*state[:2])) == STORY + NEXT


def test_records_in_one_copy_flagged() -> None:
    batch = len(written(*COMMITS, NEXT)[0]) - len(written(*COMMITS)[0])
    for octet in range(batch, 2 * batch):
        journal = reopened(*cut_at(octet)[:2])
        assert (records_of(journal), unproven(journal)) == (STORY + NEXT, 2)


payloads = st.binary(min_size=1, max_size=3) | st.binary(min_size=400, max_size=1500)


commits_of_a_life = st.lists(st.lists(payloads, min_size=1, max_size=4), min_size=1, max_size=6)
cuts_of_a_life = st.lists(st.integers(0, 40), min_size=1, max_size=5)
seeds = st.integers(0, 2**32)


@pytest.mark.clause("ANZ 1.17.4(b)")
@settings(max_examples=examples(30, 300), deadline=None)
@given(commits_of_a_life, cuts_of_a_life, seeds)
@example([[b"1"], [b"2" * 400, b"3"], [b"4", b"5"]], [19, 6], 14)  # torn while it is vouched for
@example([[b"1"]], [5, 17, 2], 20)  # stopped before a new name was durable
def test_unsynced_loss_spares_acknowledged(
    commits: list[list[bytes]], cuts: list[int], seed: int
) -> None:
    fuse = Fuse(0)
    copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
    acknowledged = live_through(copies, fuse, commits, cuts, seed)
    assert records_of(opened(*copies)) == acknowledged


@settings(max_examples=examples(20, 100), deadline=None)
@given(commits_of_a_life, cuts_of_a_life, seeds)
def test_single_disk_loses_nothing(commits: list[list[bytes]], cuts: list[int], seed: int) -> None:
    fuse = Fuse(10**6)
    left, lost = CachedCopy("A", fuse), FailingCopy("B")
    opened(left, lost)
    lost.failing = True
    acknowledged = live_through((left, lost), fuse, commits, cuts, seed)
    assert records_of(opened(left, lost)) == acknowledged


def live_through(
    copies: tuple[MemoryCopy, MemoryCopy],
    fuse: Fuse,
    commits: list[list[bytes]],
    cuts: list[int],
    seed: int,
) -> list[bytes]:
    """Cut again and again, also while beginning, while mending and after a mere crash.

    Return what was acknowledged in the end.
    """
    chance = Random(seed)
    acknowledged: list[bytes] = []
    under_way: list[bytes] = []
    left = list(commits)
    for fuse.left in [*cuts, 10**6]:
        try:
            journal = opened(*copies)
            story = records_of(journal)
            assert story[: len(acknowledged)] == acknowledged
            assert story == (acknowledged + under_way)[: len(story)]
            assert unproven(journal) <= len(story) - len(acknowledged)
            acknowledged, under_way = story, []
            while left:
                under_way = left.pop(0)
                extend(journal, *under_way)
                acknowledged, under_way = acknowledged + under_way, []
        except PowerCut:
            if chance.random() < 0.7:  # else the program alone stopped, and the cache lives on
                for copy in copies:
                    if isinstance(copy, CachedCopy):
                        copy.lose(chance)
    return acknowledged


@pytest.mark.parametrize("alone", [False, True])
def test_anchor_spares_the_one_before(alone: bool) -> None:
    written_at: dict[str, list[int]] = {"A": [], "B": []}

    class NotedCopy(FailingCopy):
        def write(self, segment: int, at: int, data: bytes) -> None:
            super().write(segment, at, data)
            if at in ANCHOR_SLOTS:
                written_at[self.name].append(at)

    first, second = NotedCopy("A"), NotedCopy("B")
    journal = opened(first, second)
    second.failing = alone
    for payload in STORY * 3:
        # each commit enters a block of its own
        extend(journal, payload * HEADER_OCTETS)
    for copy in ("A",) if alone else ("A", "B"):
        assert len(written_at[copy]) >= len(STORY)
        assert all(before != after for before, after in pairwise(written_at[copy]))


@each("second_cut", range(8))
@each("first_cut", range(6))
def test_power_cut_in_repair_does_not_lock(first_cut: int, second_cut: int) -> None:
    for seed in range(examples(3, 20)):
        fuse = Fuse(100)
        copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
        journal = opened(*copies)
        extend(journal, b"one")
        fuse.left = first_cut
        with suppress(PowerCut):
            extend(journal, b"two" * 200)
        fuse.left = second_cut
        with suppress(PowerCut):
            opened(*copies)
        for copy in copies:
            copy.lose(Random(seed))
        fuse.left = 100
        assert records_of(opened(*copies)) in ([b"one"], [b"one", b"two" * 200])


def test_simulated_disk_loses_unsynced_data() -> None:
    copy = CachedCopy("A", Fuse(100))
    copy.create(1, bytes(512))
    copy.write(1, 0, b"\xff" * 512)
    found = set()
    for seed in range(50):
        trial = CachedCopy("A", Fuse(100))
        trial.create(1, bytes(512))
        trial.write(1, 0, b"\xff" * 512)
        trial.lose(Random(seed))
        found.add(image_of(trial).count(0xFF))
    assert {0, 512} < found
    copy.sync(1)
    copy.lose(Random(0))
    assert image_of(copy) == b"\xff" * 512


def test_uncommitted_record_is_not_there() -> None:
    copies = MemoryCopy("A"), MemoryCopy("B")
    opened(*copies).append(b"never")
    assert records_of(opened(*copies)) == []


@each("acts", range(8))
def test_cut_while_beginning_does_not_lock(acts: int) -> None:
    fuse = Fuse(acts)
    copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
    try:
        opened(*copies)
    except PowerCut:
        for copy in copies:
            copy.lose(Random(acts))
    fuse.left = 10**6
    assert records_of(opened(*copies)) == []
