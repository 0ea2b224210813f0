"""The tail: every anchored record once, in order, from either copy; nothing that may be cut."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from firmware.floor.uplink.journal_tail import JournalTail
from firmware.shell.history.journal_entries import Entry, decode
from firmware.shell.journal import JournalDamaged, RetentionPolicy
from firmware.shell.journal.header import sound_anchors
from tests.kits.floor_kit import entries
from tests.kits.floor_wire import Disk, started


def evening() -> Sequence[Entry]:
    return entries("baccarat", 0)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path, RetentionPolicy(1 << 14))
    yield disk
    disk.close()


def numbers(tail: JournalTail) -> list[int]:
    found: list[int] = []
    while grown := tail.next_records():
        found += [each.journal_record.number for each in grown]
    return found


def test_growing_journal_is_read_once(disk: Disk) -> None:
    disk.write([started()])
    tail, found = JournalTail(disk.copies, 1), list[int]()
    for at in range(0, len(evening()), 7):
        disk.write(evening()[at : at + 7])
        found += numbers(tail)
    assert found == list(range(disk.journal.head.records))
    assert disk.journal._live_header.segment > 2


def test_first_record_comes_with_its_header(disk: Disk) -> None:
    disk.write(evening())
    tail, headers = JournalTail(disk.copies, 1), list[int]()
    while grown := tail.next_records():
        for record, header in grown:
            assert bool(header) == (
                record.previous_digest == header.genesis_head.digest if header else False
            )
            headers += [header.segment] if header else []
    assert headers == list(range(1, disk.journal._live_header.segment + 1))


def test_unanchored_record_is_not_read(disk: Disk) -> None:
    disk.write(evening()[:5])
    files = [copy / "000001.seg" for copy in disk.copies]
    before = [file.read_bytes() for file in files]
    disk.write(evening()[5:6])
    after = [file.read_bytes() for file in files]
    second = [max(sound_anchors(image)).head.records for image in after].index(6)
    files[second].write_bytes(before[second])
    tail = JournalTail(disk.copies, 1)
    assert numbers(tail) == list(range(5))
    files[second].write_bytes(after[second])
    assert numbers(tail) == [5]


def test_record_is_read_as_soon_as_a_tail_vouches_for_it(disk: Disk) -> None:
    tail = JournalTail(disk.copies, 1)
    for entry in evening()[:60]:
        disk.write([entry])
        assert numbers(tail)[-1:] == [disk.journal.head.records - 1]


@pytest.mark.parametrize("lost", [0, 1])
def test_one_copy_suffices(disk: Disk, lost: int) -> None:
    disk.write(evening()[:100])
    tail = JournalTail(disk.copies, 1)
    first = tail.next_records()
    assert first
    disk.close()
    shutil.rmtree(disk.copies[lost])
    rest = numbers(tail)
    assert (
        numbers(JournalTail(disk.copies, 1))
        == [each.journal_record.number for each in first] + rest
    )


def test_journal_of_another_history_refused(disk: Disk, tmp_path: Path) -> None:
    disk.write(evening()[:30])
    tail = JournalTail(disk.copies, 1)
    numbers(tail)
    other = Disk(tmp_path / "other")
    other.write(evening()[:40])
    other.close()
    for mine, his in zip(disk.copies, other.copies, strict=True):
        shutil.copy(his / "000001.seg", mine / "000001.seg")
    with pytest.raises(JournalDamaged):
        numbers(tail)


def test_read_record_is_the_written_one(disk: Disk) -> None:
    disk.write(evening()[:40])
    tail, found = JournalTail(disk.copies, 1), list[Entry]()
    while grown := tail.next_records():
        found += [decode(each.journal_record.payload) for each in grown]
    assert found == [*evening()[:40]]
