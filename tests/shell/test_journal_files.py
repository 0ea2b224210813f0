"""One contract for the file on disk and the file in memory; and the journal on real files."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from journal_copies import STAMP, opened, told

from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
    Journal,
    JournalFile,
    JournalTaken,
    MemoryFile,
    OsFile,
)
from firmware.shell.journal.files import CHUNK


@pytest.fixture(params=["disk", "memory"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JournalFile]:
    made: JournalFile = OsFile(tmp_path / "copy") if request.param == "disk" else MemoryFile()
    yield made
    made.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the journal of this folder; the one before is closed."""
    kept: list[Journal] = []

    def reopen() -> Journal:
        for old in kept:
            old.close()
        kept[:] = [opened(OsFile(tmp_path / "a"), OsFile(tmp_path / "b"))]
        return kept[0]

    yield reopen
    kept[0].close()


def content(file: JournalFile) -> bytes:
    return (file.read_all() or b"").rstrip(b"\0")


def test_a_file_that_is_not_there_reads_as_none(file: JournalFile) -> None:
    assert file.read_all() is None


def test_a_file_holds_what_was_created_and_written(file: JournalFile) -> None:
    file.create(b"0123456789")
    file.write(4, b"four")
    file.sync()
    assert content(file) == b"0123four89"


def test_past_the_end_a_file_grows_by_zeros(file: JournalFile) -> None:
    file.create(b"start")
    file.write(3 * CHUNK, b"far")
    image = file.read_all() or b""
    assert image.startswith(b"start" + bytes(3 * CHUNK - 5) + b"far")
    assert not image[3 * CHUNK + 3 :].strip(b"\0")


def test_a_file_on_disk_is_there_for_the_next_program(tmp_path: Path) -> None:
    first, second = OsFile(tmp_path / "copy"), OsFile(tmp_path / "copy")
    first.create(b"kept")
    first.close()
    assert content(second) == b"kept"
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
    second.close()


def test_a_file_on_disk_is_allocated_ahead(tmp_path: Path) -> None:
    file = OsFile(tmp_path / "copy")
    file.create(b"x")
    assert (tmp_path / "copy").stat().st_size == CHUNK
    assert (tmp_path / "copy").stat().st_blocks * 512 >= CHUNK
    file.write(CHUNK - 1, b"ab")
    assert (tmp_path / "copy").stat().st_size == 2 * CHUNK
    file.close()


def test_a_draft_left_by_a_power_cut_is_no_copy(tmp_path: Path) -> None:
    (tmp_path / "copy.new").write_bytes(b"half of a head")
    file = OsFile(tmp_path / "copy")
    assert file.read_all() is None
    file.create(b"whole")
    assert content(file) == b"whole"
    file.close()


def test_a_file_is_one_process_s_own(tmp_path: Path) -> None:
    first, second = OsFile(tmp_path / "copy"), OsFile(tmp_path / "copy")
    first.create(b"x")
    with pytest.raises(JournalTaken, match="another process"):
        second.read_all()
    first.close()
    assert content(second) == b"x"
    second.close()


def test_a_write_that_the_system_takes_in_pieces_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.pwrite
    file = OsFile(tmp_path / "copy")
    monkeypatch.setattr(os, "pwrite", lambda fd, data, at: whole(fd, data[:3], at))
    file.create(b"0123456789")
    assert content(file) == b"0123456789"
    file.close()


def test_the_journal_goes_on_after_reopening(journal: Callable[[], Journal]) -> None:
    for number in range(5):
        table = journal()
        table.append(b"%d" % number)
        table.commit()
    again = journal()
    assert told(again) == [b"0", b"1", b"2", b"3", b"4"]
    assert again.findings == ()


def test_the_journal_grows_past_what_was_allocated(journal: Callable[[], Journal]) -> None:
    story = [bytes([number]) * (CHUNK // 3) for number in range(1, 8)]
    table = journal()
    for payload in story:
        table.append(payload)
        table.commit()
    assert told(journal()) == story


@pytest.mark.parametrize("harm", ["removed", "emptied", "cut", "filled with garbage", "flipped"])
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_harmed_file_is_repaired_on_disk(
    journal: Callable[[], Journal], tmp_path: Path, harm: str, name: str
) -> None:
    table = journal()
    table.append(b"one")
    table.commit()
    table.close()
    path = tmp_path / name
    image = path.read_bytes()
    harmed = {
        "emptied": b"",
        "cut": image[:4100],
        "filled with garbage": b"\xa5" * 5000,
        "flipped": image[:4120] + b"?" + image[4121:],
    }
    if harm == "removed":
        path.unlink()
    else:
        path.write_bytes(harmed[harm])
    again = journal()
    assert CopyRepaired(str(path), 1) in again.findings
    again.append(b"two")
    again.commit()
    assert told(again) == [b"one", b"two"]
    last = journal()
    assert (told(last), last.findings) == ([b"one", b"two"], ())


def test_a_copy_on_a_disk_that_is_not_mounted_is_left_out(tmp_path: Path) -> None:
    table = opened(OsFile(tmp_path / "a"), OsFile(tmp_path / "not mounted" / "b"))
    table.append(b"one")
    table.commit()
    assert told(table) == [b"one"]
    assert any(
        isinstance(found, CopyLost) and "not mounted" in found.reason for found in table.findings
    )
    table.close()


def test_a_second_table_program_is_refused_and_the_first_goes_on(
    journal: Callable[[], Journal], tmp_path: Path
) -> None:
    table = journal()
    with pytest.raises(JournalTaken, match="stop the other"):
        Journal.open((OsFile(tmp_path / "a"), OsFile(tmp_path / "b")), STAMP)
    table.append(b"one")
    table.commit()
    assert told(table) == [b"one"]
