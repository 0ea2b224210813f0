"""A disk that was exchanged is noticed: blank, older, or another table's; and a torn lone one."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shell.journal import (
    CommitTorn,
    CopyForeign,
    CopyReplaced,
    Journal,
    JournalDamaged,
    JournalForeign,
    JournalStamp,
    MemoryCopy,
    TailUnacknowledged,
)
from firmware.shell.journal.header import sound_anchors
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    STAMP,
    CachedCopy,
    FailingCopy,
    Fuse,
    PowerCut,
    bare,
    everything,
    extend,
    image_of,
    opened,
    pair,
    records_of,
)

OURS, THEIRS = (
    JournalStamp("sim", "1.0", "ab", "cd", "baccarat", device) for device in ("AAAA", "BBBB")
)
STORY = [b"%d" % number for number in range(6)]


def held(copy: MemoryCopy) -> dict[int, bytes]:
    return {number: image_of(copy, number) for number in copy.segments()}


def gone(name: str) -> FailingCopy:
    copy = FailingCopy(name)
    copy.failing = True
    return copy


def played(
    story: Sequence[bytes] = STORY, stamp: JournalStamp = OURS
) -> tuple[MemoryCopy, MemoryCopy]:
    copies = pair()
    journal = opened(*copies, stamp=stamp)
    for payload in story:
        extend(journal, payload)
    return copies


def written(
    copies: tuple[MemoryCopy, MemoryCopy], slot: int, records: int
) -> tuple[Journal, MemoryCopy]:
    """Write the story; return the journal, and a slot's disk as it was after so many records."""
    journal = opened(*copies, stamp=OURS)
    for payload in STORY[:records]:
        extend(journal, payload)
    older = MemoryCopy("", held(copies[slot - 1]))
    for payload in STORY[records:]:
        extend(journal, payload)
    return journal, older


def placed(copies: tuple[MemoryCopy, MemoryCopy], slot: int, disk: MemoryCopy) -> Journal:
    """Open the journal with another disk in that slot, counted from 1."""
    there = list(copies)
    there[slot - 1] = MemoryCopy("AB"[slot - 1], held(disk))
    return opened(*there, stamp=OURS)


def replaced(journal: Journal) -> list[int]:
    return [found.slot for found in journal.findings if isinstance(found, CopyReplaced)]


# blank and older disks


@pytest.mark.clause("Practice exchanged disk")
@pytest.mark.parametrize("slot", [1, 2])
def test_blank_disk_is_reported_once(slot: int) -> None:
    copies = played()
    journal = placed(copies, slot, MemoryCopy())
    assert (records_of(journal), replaced(journal)) == (STORY, [slot])
    assert replaced(opened(*copies, stamp=OURS)) == []


def test_two_blank_disks_are_a_first_start() -> None:
    assert replaced(opened(*pair(), stamp=OURS)) == []


@pytest.mark.clause("Practice exchanged disk")
@each("slot", [1, 2])
@each("records", range(len(STORY) + 1))
def test_older_disk_reported_unless_power_cut(records: int, slot: int) -> None:
    """The last commit may have reached one disk alone; two commits are at the edge."""
    copies = pair()
    _, older = written(copies, slot, records)
    if records == len(STORY):
        older = copies[slot - 1]
    reported = replaced(placed(copies, slot, older))
    if records != len(STORY) - 2:
        assert reported == ([slot] if records < len(STORY) - 2 else [])


@each("slot", [1, 2])
@each("records", range(len(STORY) + 1))
def test_older_disk_after_empty_start_found(records: int, slot: int) -> None:
    """Both copies are whole after a start, so not even one commit may be missing."""
    copies = pair()
    _, older = written(copies, slot, records)
    opened(*copies, stamp=OURS)
    there = placed(copies, slot, older)
    assert records_of(there) == STORY
    assert replaced(there) == ([slot] if records < len(STORY) else [])


def test_single_copy_start_ignores_the_other() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    for payload in STORY:
        copies[0].failing = False
        opened(*copies)
        copies[0].failing = True
        extend(opened(*copies), payload)
        opened(*copies)
    copies[0].failing = False
    assert replaced(opened(*copies)) == []


def test_disk_before_a_rotation_reported() -> None:
    copies = pair()
    journal = opened(*copies, stamp=OURS)
    extend(journal, b"0")
    older = MemoryCopy("", held(copies[1]))
    journal.rotate(b"carried")
    extend(journal, b"1")
    assert replaced(placed(copies, 2, older)) == [2]


@each("slot", [1, 2])
@each("records", range(len(STORY) + 1))
def test_disk_before_last_commit_reported(records: int, slot: int) -> None:
    """A rotation commits first, in both copies: of what was before, nothing may be missing."""
    copies = pair()
    journal, older = written(copies, slot, records)
    journal.rotate(b"carried")
    there = placed(copies, slot, older)
    assert records_of(there) == [*STORY, b"carried"]
    assert replaced(there) == ([slot] if records < len(STORY) else [])


def test_disk_before_two_rotations_reported() -> None:
    copies = pair()
    journal = opened(*copies, stamp=OURS)
    extend(journal, b"0")
    older = MemoryCopy("", held(copies[0]))
    journal.rotate(b"carried")
    journal.rotate(b"carried again")
    assert replaced(placed(copies, 1, older)) == [1]


def test_pulled_disk_may_be_behind() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    journal = opened(*copies)
    extend(journal, b"0")
    copies[0].failing = True
    for payload in STORY:
        extend(journal, payload)
    copies[0].failing = False
    assert replaced(opened(*copies)) == []


@settings(max_examples=examples(20, 300), deadline=None)
@given(st.integers(0, 60), st.integers(0, 2**32))
def test_no_power_cut_is_another_disk(acts: int, seed: int) -> None:
    fuse = Fuse(acts)
    copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
    try:
        journal = opened(*copies)
        for payload in STORY:
            extend(journal, payload)
        journal.rotate(b"carried")
        extend(journal, b"on")
    except PowerCut:
        for copy in copies:
            copy.lose(Random(seed))
    fuse.left = 10**6
    assert replaced(opened(*copies)) == []


# another table's disk


@pytest.mark.clause("Practice exchanged disk")
@pytest.mark.parametrize("slot", [1, 2])
def test_another_tables_disk_left_alone(slot: int) -> None:
    copies, theirs = played(), played([b"theirs"], THEIRS)
    there = list(copies)
    there[slot - 1] = theirs[slot - 1]
    was = everything(theirs)
    journal = opened(*there, stamp=OURS)
    extend(journal, b"on")
    journal.rotate(b"carried")
    assert list(journal.live_records()) == [b"carried"]
    assert CopyForeign("AB"[slot - 1], slot) in journal.findings
    assert journal.copies_in_use == ("AB"[2 - slot],)
    journal.archive.scan(lambda _: None, lambda: False)
    journal.close()
    assert everything(theirs) == was
    again = opened(*copies, stamp=OURS)
    assert list(again.live_records()) == [b"carried"]


@pytest.mark.parametrize("stamps", [(OURS, OURS), (THEIRS, THEIRS), (STAMP, STAMP)])
def test_neither_of_two_journals_guessed(
    stamps: tuple[JournalStamp, JournalStamp],
) -> None:
    first, second = (played(stamp=stamp)[at] for at, stamp in enumerate(stamps))
    was = everything((first, second))
    with pytest.raises(JournalForeign, match="two different journals"):
        opened(first, second, stamp=OURS)
    assert everything((first, second)) == was


# a torn commit, and the other disk gone


def torn(records: int, remaining: int, *, before: int = 3) -> MemoryCopy:
    """Return the copy written second, with the anchor of its last commit and its first records."""
    copies = pair()
    journal = opened(*copies)
    for payload in STORY[:before]:
        extend(journal, payload)
    was = [image_of(copy) for copy in copies]
    extend(journal, *(b"last %d" % number for number in range(records)))
    anchored = max(copies, key=lambda copy: max(sound_anchors(image_of(copy))).head.records)
    image, old = image_of(anchored), was[copies.index(anchored)]
    size = (len(image) - len(old)) // records
    end, anchor = len(bare(old)) + remaining * size, len(bare(image))
    return MemoryCopy("A", {1: image[:end].ljust(anchor, b"\0") + image[anchor:]})


@each("records, remaining", [(1, 0), (3, 0), (3, 1), (3, 2)])
@each("before", range(1, 5))
def test_torn_commit_locks_no_only_copy(before: int, records: int, remaining: int) -> None:
    journal = opened(torn(records, remaining, before=before), gone("B"))
    last = [b"last %d" % number for number in range(remaining)]
    assert records_of(journal) == [*STORY[:before], *last]
    assert CommitTorn(records - remaining) in journal.findings
    assert (TailUnacknowledged(remaining) in journal.findings) is bool(remaining)


def test_loss_before_last_commit_is_damage() -> None:
    image = bytearray(image_of(torn(1, 1)))
    at = image.index(STORY[2], 4096)
    image[at] ^= 1
    with pytest.raises(JournalDamaged):
        opened(MemoryCopy("A", {1: bytes(image)}), gone("B"))


def test_torn_anchored_commit_is_damage() -> None:
    """It was anchored once the other had it durable."""
    copies = pair()
    journal = opened(*copies)
    for payload in STORY:
        extend(journal, payload)
    images = [image_of(copy) for copy in copies]
    cut = [bare(image)[:-1] + b"?" + image[len(bare(image)) :] for image in images]
    with pytest.raises(JournalDamaged, match="not all are left"):
        opened(*(MemoryCopy(name, {1: one}) for name, one in zip("AB", cut, strict=True)))
