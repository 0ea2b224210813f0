"""A journal goes on from segment to segment: the chain never breaks, and the oldest may go."""

import errno
from functools import partial

import pytest

from firmware.shell.config.config import KEEP_MIB, SEGMENT_MIB
from firmware.shell.journal import (
    CopyLost,
    JournalDamaged,
    JournalLost,
    MemoryCopy,
    RetentionPolicy,
    SegmentsRetired,
)
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    SEAL_OFFSET,
    SegmentHeader,
    sealed_head,
)
from firmware.shell.journal.records import chained_records
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    FailingCopy,
    bare,
    everything,
    extend,
    grown,
    image_of,
    opened,
    pair,
    records_of,
    story,
)
from tests.kits.shell.recorded import evening, reader_of

COPIES = "AB"


def test_live_segment_is_full_at_its_size() -> None:
    journal = opened(*pair(), policy=RetentionPolicy(segment_bytes=HEADER_OCTETS + 200))
    while not journal.should_rotate:
        extend(journal, b"a record")
    assert journal.head.records == 4
    journal.rotate(b"carried")
    assert not journal.should_rotate


def test_history_is_whole_over_rotations() -> None:
    copies = pair()
    journal = grown(5, *copies)
    assert records_of(journal) == story(1, 5)
    assert journal.head.records == len(story(1, 5))
    assert list(journal.live_records()) == story(5, 5)
    again = opened(*copies)
    assert (records_of(again), again.findings) == (story(1, 5), ())
    assert (again.head, again.stamp) == (journal.head, journal.stamp)


def test_appended_records_committed_first() -> None:
    journal = opened(*pair())
    journal.append(b"one")
    journal.rotate(b"two")
    assert (records_of(journal), list(journal.live_records())) == ([b"one", b"two"], [b"two"])


def test_segment_starts_at_the_chain_head() -> None:
    copies = pair()
    grown(4, *copies)
    for copy in copies:
        for number in (1, 2, 3):
            image, following = image_of(copy, number), image_of(copy, number + 1)
            header, after = SegmentHeader.parse(image), SegmentHeader.parse(following)
            assert header is not None
            assert after is not None
            *_, last = chained_records([image], HEADER_OCTETS, header.genesis_head)
            assert last.head == sealed_head(image) == after.place.starting_head
            first = next(iter(chained_records([following], HEADER_OCTETS, after.genesis_head)))
            assert first.record.number == last.head.records
        assert sealed_head(image_of(copy, 4)) is None


def test_copies_differ_only_in_anchors() -> None:
    copies = pair()
    grown(3, *copies)
    first, second = (
        {
            number: (image[: ANCHOR_SLOTS[0]], bare(image)[HEADER_OCTETS:])
            for number, image in segments.items()
        }
        for segments in everything(copies)
    )
    assert first == second


# retention


@pytest.mark.clause("AGCO 15.1 wrap")
def test_oldest_segments_retire_beyond_limit() -> None:
    copies = pair()
    three = 4 * HEADER_OCTETS
    journal = grown(8, *copies, policy=RetentionPolicy(segment_bytes=1, keep_bytes=three))
    assert [sorted(copy.segments()) for copy in copies] == [[5, 6, 7, 8]] * 2
    assert records_of(journal) == story(5, 8)
    assert journal.head.records == len(story(1, 8))
    retired = [found for found in journal.findings if isinstance(found, SegmentsRetired)]
    assert retired == [SegmentsRetired(number, number) for number in range(1, 5)]
    again = opened(*copies)
    assert (records_of(again), again.findings, again.incomplete) == (story(5, 8), (), False)


@pytest.mark.clause("AGCO 15.1")
def test_least_retention_has_a_thousand_events() -> None:
    """At the least sizes of a configuration, of events that are larger than any in an evening."""
    table, _ = evening(next(iter(golden_rounds("baccarat")))["script"])
    records = [payload for _, payload in reader_of(table).records()]
    event_octets = 32 * 1024
    assert 2 * max(map(len, records)) < event_octets
    policy = RetentionPolicy(segment_bytes=SEGMENT_MIB[0] << 20, keep_bytes=KEEP_MIB[0] << 20)
    journal = opened(*pair(), policy=policy)
    while not any(isinstance(found, SegmentsRetired) for found in journal.findings):
        append = journal.rotate if journal.should_rotate else partial(extend, journal)
        append(bytes(event_octets))
    assert len(records_of(journal)) >= 1000


def test_last_two_segments_never_retire() -> None:
    copies = pair()
    journal = grown(4, *copies, policy=RetentionPolicy(segment_bytes=1, keep_bytes=0))
    assert records_of(journal) == story(3, 4)


def test_stricter_policy_retires_several() -> None:
    copies = pair()
    grown(5, *copies).close()
    journal = opened(*copies, policy=RetentionPolicy(keep_bytes=0))
    journal.rotate(b"carried 6")
    assert journal.findings == (SegmentsRetired(1, 4),)
    assert records_of(journal) == [*story(5, 5), b"carried 6"]


@pytest.mark.clause("AGCO 15.1 wrap")
def test_removed_oldest_segment_missed() -> None:
    copies = pair()
    grown(4, *copies)
    for copy in copies:
        copy.remove(1)
    journal = opened(*copies)
    assert list(journal.live_records()) == story(4, 4)
    with pytest.raises(JournalDamaged, match="segment 1 is left"):
        records_of(journal)


# what is gone


def test_missing_live_segment_locks() -> None:
    copies = pair()
    begun = len(story(1, 2))
    grown(3, *copies)
    for copy in copies:
        copy.remove(3)
    before = everything(copies)
    with pytest.raises(JournalDamaged, match="segment 3 is gone from both") as raised:
        opened(*copies)
    assert raised.value.number == begun
    assert everything(copies) == before


def test_two_bad_headers_lock() -> None:
    copies = pair()
    grown(3, *copies)
    for copy in copies:
        copy.write(3, 20, b"\xff\xff")
    with pytest.raises(JournalDamaged, match="segment 3 is gone"):
        opened(*copies)


@pytest.mark.parametrize("which", [0, 1])
def test_missing_seal_is_harmless(which: int) -> None:
    copies = pair()
    grown(3, *copies)
    for copy in copies:
        copy.write(2, SEAL_OFFSET + 3, b"\xff")
    copies[which].remove(3)
    journal = opened(*copies)
    assert records_of(journal) == story(1, 3)
    assert all(sealed_head(image_of(copy, 2)) for copy in copies)


def test_two_rotated_journals_not_mixed() -> None:
    first, second = pair(), pair()
    grown(4, *first)
    grown(2, *second)
    with pytest.raises(Exception, match="two different journals"):
        opened(first[0], second[1])


@pytest.mark.parametrize("alone", [1, 2])
def test_copies_rotated_apart_lock_the_table(alone: int) -> None:
    """Each was in use while the other was not; both histories are acknowledged."""
    copies = FailingCopy("A"), FailingCopy("B")
    journal = grown(2, *copies)
    for one, other in (copies, copies[::-1]):
        one.failing = True
        journal = opened(*copies)
        for number in range(alone):
            extend(journal, b"%d by %s alone" % (number, other.name.encode()))
            journal.rotate(b"carried")
        one.failing = False
    with pytest.raises(JournalDamaged, match="different histories"):
        opened(*copies)


def test_copy_past_a_rotation_locks() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    grown(2, *copies)
    copies[0].failing = True
    extend(opened(*copies), b"by B alone")
    copies[0].failing, copies[1].failing = False, True
    opened(*copies).rotate(b"carried by A alone")
    copies[1].failing = False
    before = everything(copies)
    with pytest.raises(JournalDamaged, match="not all are left"):
        opened(*copies)
    assert everything(copies) == before


# a copy that fails


@each("act", ["create", "write", "sync", "remove"])
@each("which", [0, 1])
def test_copy_failing_in_rotation_comes_back(which: int, act: str) -> None:
    copies = FailingCopy("A", errno.ENOSPC, act), FailingCopy("B", errno.ENOSPC, act)
    journal = grown(3, *copies, policy=RetentionPolicy(1, 0))
    copies[which].failing = True
    journal.rotate(b"carried 4")
    extend(journal, b"4 a")
    assert journal.copies_in_use == (COPIES[1 - which],)
    assert any(isinstance(found, CopyLost) for found in journal.findings)
    journal.rotate(b"carried 5")
    copies[which].failing = False
    again = opened(*copies)
    assert list(again.live_records()) == [b"carried 5"]
    again.archive.scan(lambda _: None, lambda: False)
    again.rotate(b"carried 6")
    assert (again.copies_in_use, again.incomplete) == (("A", "B"), False)
    assert records_of(again) == [b"carried 4", b"4 a", b"carried 5", b"carried 6"]


def test_two_failing_copies_do_not_rotate() -> None:
    copies = FailingCopy("A", acts="create"), FailingCopy("B", acts="create")
    journal = grown(1, *copies)
    for copy in copies:
        copy.failing = True
    with pytest.raises(JournalLost):
        journal.rotate(b"carried")
    for copy in copies:
        copy.failing = False
    assert records_of(opened(*copies)) == story(1, 1)


# what it costs


class CountingCopy(MemoryCopy):
    """Counts the octets that are read of it."""

    octets = 0

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        image = super().read(segment, octets)
        self.octets += len(image or b"")
        return image


@pytest.mark.parametrize("lost", [False, True], ids=["whole", "one copy gone"])
def test_opening_cost_is_constant(*, lost: bool) -> None:
    read = {}
    for segments in (3, 40):
        copies = CountingCopy("A"), CountingCopy("B")
        grown(segments, *copies)
        if lost:
            copies = copies[0], CountingCopy("B")
        copies[0].octets = copies[1].octets = 0
        journal = opened(*copies)
        assert list(journal.live_records()) == story(segments, segments)
        read[segments] = copies[0].octets + copies[1].octets
        before = read[segments]
        assert journal.incomplete is lost
        assert copies[0].octets + copies[1].octets - before <= 2 * HEADER_OCTETS * segments
    assert abs(read[40] - read[3]) < 100
