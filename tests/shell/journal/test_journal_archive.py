"""The sealed segments: a scan reads them all, mends one copy from the other, and names damage."""

import errno
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import (
    DirectoryCopy,
    JournalDamaged,
    JournalError,
    JournalReader,
    MemoryCopy,
    Progress,
    RepairFailed,
    RetentionPolicy,
    SegmentRepaired,
)
from firmware.shell.journal.header import ANCHOR_SLOTS, HEADER_OCTETS
from firmware.shell.journal.records import RECORD_OVERHEAD
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    CachedCopy,
    FailingCopy,
    Fuse,
    PowerCut,
    bare,
    everything,
    extend,
    grown,
    image_of,
    opened,
    pair,
    records_of,
    scanned,
    story,
)

Harm = Callable[[bytes], bytes | None]
LAST = 4
STARTS = {1: 0, 2: 3, 3: 7, 4: 11}


def at_record(image: bytes, number: int) -> int:
    """The offset of a record of a segment, by its rank there."""
    return [found.start() for found in re.finditer(b"\xc7REC", image)][number]


def bad_record(number: int) -> Harm:
    def harm(image: bytes) -> bytes:
        at = at_record(image, number) + RECORD_OVERHEAD
        return image[:at] + bytes([image[at] ^ 1]) + image[at + 1 :]

    return harm


HARMS: dict[str, tuple[Harm, int]] = {
    "removed": (lambda _: None, 4),
    "emptied": (lambda _: b"", 4),
    "cut in its header": (lambda image: image[:100], 4),
    "cut after a record": (lambda image: image[: at_record(image, 1)], 3),
    "cut by one octet": (lambda image: bare(image)[:-1], 1),
    "its header flipped": (lambda image: bytes([image[0] ^ 1]) + image[1:], 0),
    "its first record flipped": (bad_record(0), 1),
    "its last record flipped": (bad_record(-1), 1),
    "garbage after its end": (lambda image: image + b"\0\0garbage", 0),
    "overwritten": (lambda _: b"\xa5" * 9000, 4),
}


def harmed(copy: MemoryCopy, segment: int, harm: Harm) -> None:
    image = harm(image_of(copy, segment))
    if image is None:
        copy.remove(segment)
    else:
        copy.create(segment, image)


@each("name", HARMS)
@each("segment", [2, 3])
@each("which", [0, 1])
def test_damage_is_repaired_from_copy(which: int, segment: int, name: str) -> None:
    copies = pair()
    journal = grown(LAST, *copies)
    harm, lacking = HARMS[name]
    harmed(copies[which], segment, harm)
    assert records_of(journal) == story(1, LAST)
    assert scanned(journal) == (SegmentRepaired("AB"[which], segment, lacking),)
    ours, theirs = (
        (image[: ANCHOR_SLOTS[0]], bare(image)[HEADER_OCTETS:])
        for image in (image_of(copy, segment) for copy in copies)
    )
    assert ours == theirs
    assert scanned(journal) == ()
    again = opened(*copies)
    assert (records_of(again), again.findings, again.incomplete) == (story(1, LAST), (), False)


@each("name", [name for name, (_, lacking) in HARMS.items() if lacking])
@each("segment", [1, 2, 3])
def test_segment_damaged_twice_is_named(segment: int, name: str) -> None:
    copies = pair()
    journal = grown(LAST, *copies)
    for copy in copies:
        harmed(copy, segment, HARMS[name][0])
    before = everything(copies)
    with pytest.raises(JournalDamaged) as raised:
        scanned(journal)
    assert STARTS[segment] <= raised.value.number < STARTS[segment + 1]
    with pytest.raises(JournalDamaged):
        records_of(journal)
    assert everything(copies) == before


@each("number", range(4))
def test_first_record_bad_in_both_named(number: int) -> None:
    copies = pair()
    journal = grown(LAST, *copies)
    for copy in copies:
        harmed(copy, 3, bad_record(3))
        harmed(copy, 2, bad_record(number))
    with pytest.raises(JournalDamaged, match=f"at record {3 + number}") as raised:
        scanned(journal)
    assert raised.value.number == 3 + number


def test_each_copy_completes_the_other() -> None:
    copies = pair()
    journal = grown(LAST, *copies)
    harmed(copies[0], 2, bad_record(0))
    harmed(copies[1], 2, bad_record(2))
    assert scanned(journal) == (SegmentRepaired("A", 2, 1), SegmentRepaired("B", 2, 1))


def test_history_rewritten_in_both_noticed() -> None:
    copies, other = pair(), pair()
    journal = grown(LAST, *copies)
    forged = opened(*other)
    extend(forged, b"1 a", b"1 B")
    extend(forged, b"1 c")
    ours, theirs = image_of(copies[0], 1), image_of(other[0], 1)
    for copy in copies:
        copy.create(1, ours[:HEADER_OCTETS] + theirs[HEADER_OCTETS:])
    with pytest.raises(JournalDamaged):
        scanned(journal)


@pytest.mark.parametrize("which", [0, 1])
def test_scan_rebuilds_a_missing_copy(
    which: int,
) -> None:
    copies = pair()
    grown(6, *copies)
    held = everything(copies)[1 - which]
    left = list(copies)
    left[which] = MemoryCopy("AB"[which])
    journal = opened(*left)
    assert list(journal.live_records()) == story(6, 6)
    assert journal.copies_in_use == ("A", "B")
    assert journal.incomplete
    extend(journal, b"played on")
    assert [found.segment for found in scanned(journal) if isinstance(found, SegmentRepaired)] == [
        1, 2, 3, 4
    ]  # fmt: skip
    assert not journal.incomplete
    again = opened(*left)
    assert (records_of(again), again.findings) == ([*story(1, 6), b"played on"], ())
    for number in range(1, 6):
        rebuilt = image_of(left[which], number)
        assert rebuilt[: ANCHOR_SLOTS[0]] == held[number][: ANCHOR_SLOTS[0]]
        assert rebuilt[HEADER_OCTETS:] == bare(held[number])[HEADER_OCTETS:]


def test_header_damage_found_without_scan() -> None:
    for harm in ("removed", "emptied", "cut in its header", "its header flipped"):
        copies = pair()
        journal = grown(LAST, *copies)
        assert not journal.incomplete
        harmed(copies[1], 2, HARMS[harm][0])
        assert journal.incomplete, harm


def test_unreadable_copy_is_not_complete() -> None:
    copies = FailingCopy("A"), FailingCopy("B", errno.EIO, "read")
    journal = grown(LAST, *copies)
    assert not journal.incomplete
    copies[1].failing = True
    assert journal.incomplete


def test_scan_can_be_stopped() -> None:
    journal = grown(LAST, *pair())
    received: list[Progress] = []
    journal.archive.scan(received.append, lambda: len(received) == 2)
    assert received == [Progress(1, 3), Progress(2, 3)]
    journal.archive.scan(received.append, lambda: False)
    assert received[2:] == [Progress(1, 3), Progress(2, 3), Progress(3, 3)]


def test_unrepairable_copy_stays_in_use() -> None:
    copies = FailingCopy("A"), FailingCopy("B", errno.EROFS, "create")
    journal = grown(LAST, *copies)
    copies[1].remove(2)
    copies[1].failing = True
    assert scanned(journal) == (RepairFailed("B", 2, Text("errno.EROFS")),)
    assert journal.copies_in_use == ("A", "B")
    assert journal.incomplete


def test_other_copy_is_read_instead() -> None:
    copies = FailingCopy("A", errno.EIO, "read"), FailingCopy("B")
    journal = grown(LAST, *copies)
    copies[0].failing = True
    assert scanned(journal) == tuple(SegmentRepaired("A", n, 3 + (n > 1)) for n in (1, 2, 3))


def test_unused_copy_is_never_written() -> None:
    copies = FailingCopy("A"), FailingCopy("B", acts="write")
    journal = grown(LAST, *copies)
    copies[1].failing = True
    extend(journal, b"alone")
    copies[1].remove(2)
    assert scanned(journal) == ()
    assert copies[1].read(2) is None


def test_power_cut_in_scan_loses_nothing() -> None:
    for left in range(8):
        fuse = Fuse(10**6)
        copies = CachedCopy("A", fuse), CachedCopy("B", fuse)
        journal = grown(LAST, *copies)
        for number in (1, 2):
            copies[0].remove(number)
        fuse.left = left
        try:
            scanned(journal)
        except PowerCut:
            fuse.left = 10**6
            journal = opened(*copies)
        scanned(journal)
        assert (records_of(journal), journal.incomplete) == (story(1, LAST), False)


# beside the table


def test_retired_in_scan_is_no_damage() -> None:
    """The policy takes the segments away under the scan, at each of its steps."""

    class Retiring(MemoryCopy):
        reads, at = 0, 0
        then: Callable[[], None] = staticmethod(lambda: None)

        def read(self, segment: int, octets: int = -1) -> bytes | None:
            self.reads += 1
            if self.reads == self.at:
                self.then()
            return super().read(segment, octets)

    for step in range(1, 40):
        copies = Retiring("A"), Retiring("B")
        journal = grown(6, *copies)
        journal = opened(*copies, policy=RetentionPolicy(1, 0))
        copies[0].reads, copies[0].at = 0, step
        copies[0].then = lambda table=journal: table.rotate(b"carried 7")
        assert scanned(journal) == ()
        if copies[0].reads < step:
            break
        assert records_of(journal) == [*story(6, 6), b"carried 7"]
    assert step > 10


def test_retired_in_repair_is_not_remade() -> None:
    class Retiring(MemoryCopy):
        then: Callable[[], None] = staticmethod(lambda: None)

        def create(self, segment: int, image: bytes) -> None:
            then, self.then = self.then, staticmethod(lambda: None)
            then()
            super().create(segment, image)

    copies = MemoryCopy("A"), Retiring("B")
    grown(LAST, *copies)
    copies[1].remove(1)
    journal = opened(*copies, policy=RetentionPolicy(1, 0))
    copies[1].then = lambda: journal.rotate(b"carried 5")
    scanned(journal)
    journal.rotate(b"carried 6")
    assert [sorted(copy.segments()) for copy in copies] == [[5, 6], [5, 6]]


def test_table_plays_on_during_scan(
    tmp_path: Path,
) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    copies = DirectoryCopy(paths[0]), DirectoryCopy(paths[1])
    journal = grown(3, *copies, policy=RetentionPolicy(1, 6 << 20))
    found: list[object] = []
    stopped = False

    def scan() -> None:
        while not stopped:
            try:
                found.extend(scanned(journal))
                found.extend(_broken(JournalReader(paths)))
            except JournalError as error:
                found.append(error)

    thread = Thread(target=scan)
    thread.start()
    try:
        for number in range(60):
            extend(journal, b"%d" % number * 100)
            if number % 4 == 0:
                journal.rotate(b"carried")
    finally:
        stopped = True
        thread.join()
        journal.close()
    assert found == []


def _broken(reader: JournalReader) -> Iterator[object]:
    """What a reader beside the table finds wrong in the last two segments.

    A reader that gets no processor for some rotations may find them retired.
    """
    for segment in reader.segments()[-2:]:
        try:
            numbers = [record.number for record in reader.segment_records(segment)]
        except JournalDamaged as error:
            if segment in reader.segments():
                yield error
            continue
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            yield numbers
