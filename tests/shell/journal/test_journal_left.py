"""A stale copy never passes for the journal if the other's acknowledged records are lost."""

import errno

import pytest

from firmware.shell.journal import (
    CopyUnmarked,
    Journal,
    JournalDamaged,
    JournalLost,
    JournalReader,
    MemoryCopy,
    RetentionPolicy,
)
from firmware.shell.journal.header import (
    HEADER_OCTETS,
    SEAL_OFFSET,
    STALE_MARK_OFFSET,
    SegmentHeader,
    stale_mark,
)
from tests.kits.offenders import each
from tests.kits.shell.bits import bits_of
from tests.kits.shell.journal_copies import (
    FailingCopy,
    FillingCopy,
    Fuse,
    everything,
    extend,
    gone,
    grown,
    held,
    image_of,
    opened,
    pair,
    records_of,
)

STORY = [b"0", b"1", b"with one copy", b"and again"]


class Filling(FillingCopy):
    """A disk that fills, with power for ever."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Fuse(10**6))


def disks() -> tuple[Filling, Filling]:
    return Filling("A"), Filling("B")


def alone(copy: MemoryCopy) -> Journal:
    """The journal opened with one of the copies, the other being unreadable."""
    return opened(copy, gone("the other"))


def mark(copy: MemoryCopy) -> int | None:
    """How far the other copy had gone when this one was left behind."""
    found = stale_mark(image_of(copy, max(copy.segments())))
    return found.records if found else None


def left_behind(which: int, *, before: int = 2) -> tuple[Filling, Filling]:
    """Both copies, after two commits that one of them alone took."""
    copies = disks()
    journal = opened(*copies)
    for number in range(before):
        extend(journal, b"%d" % number)
    copies[which].full = True
    for payload in STORY[2:]:
        extend(journal, payload)
    copies[which].full = False
    return copies


@each("before", [0, 1, 2, 3])
@each("which", [0, 1])
def test_outdated_copy_does_not_open_alone(which: int, before: int) -> None:
    copies = left_behind(which, before=before)
    behind, ahead = copies[which], copies[1 - which]
    was = held(behind)
    with pytest.raises(JournalDamaged, match=r"left behind.*disk back") as raised:
        alone(behind)
    assert raised.value.number == before == mark(behind)
    assert held(behind) == was
    assert records_of(alone(ahead))[-2:] == STORY[2:]


@pytest.mark.parametrize("which", [0, 1])
def test_copies_reunited_open_alone_again(which: int) -> None:
    copies = left_behind(which)
    journal = opened(*copies)
    assert (records_of(journal), journal.copies_in_use) == (STORY, ("A", "B"))
    assert [mark(copy) for copy in copies] == [None, None]
    assert opened(*copies).findings == ()
    for copy in copies:
        assert records_of(alone(MemoryCopy(copy.name, held(copy)))) == STORY


def test_other_disk_cures_a_refused_start() -> None:
    behind, ahead = left_behind(0)
    for _ in range(3):
        with pytest.raises(JournalDamaged, match="left behind"):
            alone(behind)
    assert records_of(opened(behind, ahead)) == STORY


@pytest.mark.parametrize("blank", [True, False], ids=["blank", "pulled before"])
def test_foreign_disk_does_not_cure_it(*, blank: bool) -> None:
    copies = disks()
    journal = opened(*copies)
    extend(journal, b"0")
    other = MemoryCopy("B", {} if blank else held(copies[1]))
    extend(journal, b"1")
    copies[0].full = True
    extend(journal, b"with one copy")
    was = everything((copies[0], other))
    with pytest.raises(JournalDamaged, match="left behind"):
        opened(copies[0], other)
    assert everything((copies[0], other)) == was


def test_damaged_copy_still_vouches() -> None:
    behind, ahead = left_behind(0)
    ahead.write(1, HEADER_OCTETS + 57, b"?")
    assert records_of(opened(behind, ahead)) == STORY


def test_outdated_copy_is_marked_once() -> None:
    marked = []

    class Noted(Filling):
        def write(self, segment: int, at: int, data: bytes) -> None:
            super().write(segment, at, data)
            if at == STALE_MARK_OFFSET:
                marked.append(self.name)

    copies = Noted("A"), Noted("B")
    journal = opened(*copies)
    extend(journal, b"0")
    assert marked == []
    copies[0].full = True
    for number in range(5):
        extend(journal, b"%d" % number)
        journal.rotate(b"carried")
    assert marked == ["A"]


# both fail


def test_common_failure_marks_neither() -> None:
    """Nothing was acknowledged that one of them lacks."""
    copies = disks()
    journal = opened(*copies)
    extend(journal, b"0")
    for copy in copies:
        copy.full = True
    with pytest.raises(JournalLost):
        extend(journal, b"1")
    for copy in copies:
        assert records_of(alone(MemoryCopy(copy.name, held(copy)))) == [b"0"]


@pytest.mark.parametrize("first", [0, 1])
def test_only_the_later_failed_opens_alone(first: int) -> None:
    copies = left_behind(first)
    copies[first].full = True
    journal = opened(*copies)
    copies[1 - first].full = True
    with pytest.raises(JournalLost):
        extend(journal, b"never")
    with pytest.raises(JournalDamaged, match="left behind"):
        alone(copies[first])
    assert records_of(alone(copies[1 - first])) == STORY


# over segments


@each("keep", [0, 1 << 40])
@each("segments", [1, 2, 5])
@each("which", [0, 1])
def test_rotation_leaves_the_mark(which: int, segments: int, keep: int) -> None:
    policy = RetentionPolicy(1, keep)
    copies = disks()
    journal = grown(2, *copies, policy=policy)
    copies[which].full = True
    for number in range(segments):
        journal.rotate(b"carried on")
        extend(journal, b"%d alone" % number)
    copies[which].full = False
    with pytest.raises(JournalDamaged, match="left behind"):
        alone(copies[which])
    again = opened(*copies, policy=policy)
    again.archive.scan(lambda _: None, lambda: False)
    assert list(again.live_records()) == [b"carried on", b"%d alone" % (segments - 1)]
    again.rotate(b"and on")
    assert (again.copies_in_use, again.incomplete) == (("A", "B"), False)
    assert list(alone(copies[which]).live_records()) == [b"and on"]


class Stumbling(FailingCopy):
    """Fails once, in the act that it is made for."""

    def _may(self, act: str) -> None:
        if self.failing and act in self._acts:
            self.failing = False
            raise OSError(errno.EIO, "once")


@each("act", ["create", "write", "sync"])
@each("which", [0, 1])
def test_momentary_failure_is_marked(which: int, act: str) -> None:
    """Also where it has the new segment, and only the seal of the old one failed."""
    copies = Stumbling("A", acts=act), Stumbling("B", acts=act)
    journal = grown(1, *copies)
    copies[which].failing = True
    journal.rotate(b"carried 2")
    with pytest.raises(JournalDamaged, match="left behind"):
        alone(copies[which])
    assert list(opened(*copies).live_records()) == [b"carried 2"]


# a copy that can't be marked


def unmarkable() -> tuple[FailingCopy, FailingCopy, Journal]:
    """A copy left behind at one record, on a disk that takes no mark."""
    copies = FailingCopy("A", errno.EROFS, "write create"), FailingCopy("B")
    journal = opened(*copies)
    extend(journal, b"0")
    copies[0].failing = True
    extend(journal, b"1")
    return *copies, journal


def test_unmarkable_copy_is_reported() -> None:
    """Nothing in it can know; with both back the longer history wins."""
    behind, ahead, journal = unmarkable()
    assert journal.findings[-1] == CopyUnmarked("A")
    behind.failing = False
    assert records_of(alone(MemoryCopy("A", held(behind)))) == [b"0"]
    assert records_of(opened(behind, ahead)) == [b"0", b"1"]


def test_two_histories_lock_the_table() -> None:
    behind, ahead, _ = unmarkable()
    behind.failing = False
    extend(alone(behind), b"another")
    with pytest.raises(JournalDamaged, match="different histories"):
        opened(behind, ahead)


def test_marking_retried_at_rotation_only() -> None:
    behind, _, journal = unmarkable()
    behind.failing = False
    extend(journal, b"2")
    assert mark(behind) is None
    journal.rotate(b"carried")
    assert mark(behind) == 1


def test_marking_retried_if_last_copy_fails() -> None:
    behind, ahead, journal = unmarkable()
    behind.failing, ahead.failing = False, True
    with pytest.raises(JournalLost):
        extend(journal, b"2")
    assert mark(behind) == 1


def test_marking_retried_at_the_close() -> None:
    behind, _, journal = unmarkable()
    behind.failing = False
    journal.close()
    assert mark(behind) == 1


def test_missing_copy_is_marked_later() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    extend(opened(*copies), b"0")
    copies[0].failing = True
    journal = opened(*copies)
    extend(journal, b"1")
    copies[0].failing = False
    journal.close()
    with pytest.raises(JournalDamaged, match="left behind"):
        alone(copies[0])


def test_foreign_journal_is_not_marked() -> None:
    other = pair()
    extend(opened(*other), b"another table's")
    was = held(other[0])
    behind, _, journal = unmarkable()
    behind.failing = False
    behind.create(1, was[1])
    journal.close()
    assert held(behind) == was


# the mark


def test_outdated_copy_can_be_read() -> None:
    behind, _ = left_behind(0)
    records = JournalReader.over_copies([behind]).records()
    assert [record.payload for record in records] == STORY[:2]


def test_any_bit_of_the_mark_may_flip() -> None:
    behind, ahead = left_behind(0)
    for at in range(STALE_MARK_OFFSET, SEAL_OFFSET):
        for bit in bits_of(at):
            image = bytearray(image_of(behind))
            image[at] ^= 1 << bit
            copies = MemoryCopy("A", {1: bytes(image)}), MemoryCopy("B", held(ahead))
            assert records_of(opened(*copies)) == STORY
            assert image_of(copies[0])[STALE_MARK_OFFSET:SEAL_OFFSET] == bytes(
                SEAL_OFFSET - STALE_MARK_OFFSET
            )
            assert opened(*copies).findings == ()


def test_mark_has_its_own_sector() -> None:
    behind, ahead = left_behind(0)
    header = SegmentHeader.parse(image_of(behind))
    assert header is not None
    assert image_of(behind)[:SEAL_OFFSET] == header.octets_before_seal(stale_mark(image_of(behind)))
    assert image_of(ahead)[:SEAL_OFFSET] == header.octets_before_seal()
    assert STALE_MARK_OFFSET % 512 == SEAL_OFFSET % 512 == 0
