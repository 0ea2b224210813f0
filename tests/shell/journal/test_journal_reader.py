"""A journal is read without a lock and without a change, whatever is left of it."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.shell.journal import (
    DirectoryCopy,
    JournalDamaged,
    JournalForeign,
    JournalLost,
    JournalReader,
    MemoryCopy,
    NumberedRecord,
    RetentionPolicy,
)
from firmware.shell.journal.header import HEADER_OCTETS, SEAL_OFFSET
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    FailingCopy,
    Fuse,
    PowerCut,
    StoppingCopy,
    bare,
    extend,
    grown,
    image_of,
    opened,
    pair,
    story,
)


def payloads(reader: JournalReader) -> list[bytes]:
    return [record.payload for record in reader.records()]


def test_records_have_numbers_by_segment() -> None:
    copies = pair()
    journal = grown(4, *copies)
    reader = JournalReader.over_copies(copies)
    assert list(reader.records()) == [
        NumberedRecord(number, payload) for number, payload in enumerate(story(1, 4))
    ]
    assert (reader.segments(), reader.first_record, reader.stamp) == (
        (1, 2, 3, 4),
        0,
        journal.stamp,
    )
    for segment in reversed(reader.segments()):
        records = [record.payload for record in reader.segment_records(segment)]
        assert records == story(segment, segment)


def test_numbers_continue_after_retirement() -> None:
    copies = pair()
    grown(6, *copies, policy=RetentionPolicy(1, 0))
    reader = JournalReader.over_copies(copies)
    assert (reader.segments(), reader.first_record) == ((5, 6), len(story(1, 4)))
    assert next(reader.records()) == NumberedRecord(len(story(1, 4)), b"carried 5")
    assert payloads(reader) == story(5, 6)


@pytest.mark.clause("AGCO 13.1.3")
def test_running_journal_can_be_read(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    journal = grown(2, DirectoryCopy(paths[0]), DirectoryCopy(paths[1]))
    reader = JournalReader(paths)
    assert payloads(reader) == story(1, 2)
    extend(journal, b"more")
    assert payloads(reader) == [*story(1, 2), b"more"]
    journal.rotate(b"carried 3")
    assert payloads(reader) == [*story(1, 2), b"more", b"carried 3"]
    journal.close()


@pytest.mark.parametrize("which", [0, 1])
def test_one_copy_gives_everything(which: int) -> None:
    copies = pair()
    grown(3, *copies)
    assert payloads(JournalReader.over_copies([copies[which]])) == story(1, 3)
    copies[which].remove(2)
    assert payloads(JournalReader.over_copies(copies)) == story(1, 3)


def test_reader_writes_nothing(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    grown(2, DirectoryCopy(paths[0]), DirectoryCopy(paths[1])).close()
    for file in paths[1].iterdir():
        file.unlink()
    paths[1].rmdir()
    files = {file: file.read_bytes() for file in paths[0].iterdir()}
    assert payloads(JournalReader(paths)) == story(1, 2)
    assert not paths[1].exists()
    assert {file: file.read_bytes() for file in paths[0].iterdir()} == files


def test_unreadable_copy_read_from_other() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    grown(3, *copies)
    copies[0].failing = True
    assert payloads(JournalReader.over_copies(copies)) == story(1, 3)
    copies[1].failing = True
    with pytest.raises(JournalLost, match=r"^A: the disk or device no longer reads or writes$"):
        payloads(JournalReader.over_copies(copies))


def test_missing_journal_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JournalLost, match=rf"no journal to read \({tmp_path / 'a'}\)"):
        payloads(JournalReader([tmp_path / "a"]))
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(JournalForeign, match="is a file"):
        payloads(JournalReader([tmp_path / "file"]))


@each("octets", range(0, 120, 7))
def test_cut_write_is_the_end(octets: int) -> None:
    fuse = Fuse(10**6)
    copies = StoppingCopy("A", fuse, {}), StoppingCopy("B", fuse, {})
    journal = grown(2, *copies)
    fuse.left = octets
    with suppress(PowerCut):
        extend(journal, b"x" * 40)
    assert payloads(JournalReader.over_copies(copies)) in (story(1, 2), [*story(1, 2), b"x" * 40])


def until_damage(reader: JournalReader) -> tuple[list[bytes], int | None]:
    """What is reported before history breaks, and at which record it does."""
    records: list[bytes] = []
    try:
        records.extend(record.payload for record in reader.records())
    except JournalDamaged as damage:
        return records, damage.number
    return records, None


@each("segment", [1, 2, 3])
def test_break_named_after_earlier_records(segment: int) -> None:
    copies = pair()
    grown(3, *copies)
    for copy in copies:
        copy.write(segment, bare(image_of(copy, segment)).rindex(b"c", HEADER_OCTETS), b"?")
    reported = story(1, segment)[:-1]
    assert until_damage(JournalReader.over_copies(copies)) == (reported, len(reported))


def test_missing_live_segment_is_damage() -> None:
    copies = pair()
    grown(3, *copies)
    for copy in copies:
        copy.remove(3)
    reported = story(1, 2)
    assert until_damage(JournalReader.over_copies(copies)) == (reported, len(reported))


def test_unopenable_journal_can_be_read() -> None:
    copies = pair()
    grown(3, *copies)
    for copy in copies:
        copy.write(3, HEADER_OCTETS + 60, b"\xff")
    with pytest.raises(JournalDamaged):
        opened(*copies)
    reader = JournalReader.over_copies(copies)
    assert reader.segments() == (1, 2, 3)
    assert [record.payload for record in reader.segment_records(2)] == story(2, 2)


def test_next_header_replaces_the_seal() -> None:
    copies = pair()
    grown(3, *copies)
    copies[0].write(1, SEAL_OFFSET, bytes(44))
    assert payloads(JournalReader.over_copies([copies[0]])) == story(1, 3)


class Meddled(MemoryCopy):
    """Does `then` before the read that is the `at`-th."""

    reads, at = 0, 0
    then: Callable[[], None] = staticmethod(lambda: None)

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        self.reads += 1
        if self.reads == self.at:
            self.then()
        return super().read(segment, octets)


def read_under_rotation(step: int, keep: int) -> tuple[list[bytes], int | None]:
    copies = Meddled("A"), Meddled("B")
    grown(4, *copies)
    journal = opened(*copies, policy=RetentionPolicy(1, keep))
    copies[0].reads, copies[0].at = 0, step
    copies[0].then = lambda: journal.rotate(b"carried 5")
    return until_damage(JournalReader.over_copies(copies))


def test_early_retirement_is_no_damage() -> None:
    began = set()
    for step in range(1, 20):
        reported, damaged = read_under_rotation(step, 0)
        assert reported or damaged is None
        began.add(reported[0])
    assert {b"1 a", b"carried 4"} <= began


def test_rotation_is_no_damage() -> None:
    for step in range(1, 40):
        reported, damaged = read_under_rotation(step, 1 << 40)
        assert damaged is None
        assert reported in (story(1, 4), [*story(1, 4), b"carried 5"])
