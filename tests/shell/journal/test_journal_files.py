"""One contract for the copy on disk and the copy in memory; and the journal on real disks."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
    CopyUnmarked,
    DeadlineCopy,
    DirectoryCopy,
    Journal,
    JournalCopy,
    JournalForeign,
    JournalInUse,
    MemoryCopy,
    quarantine,
)
from firmware.shell.journal.disk import GROWTH_OCTETS, SEGMENT_OCTETS
from tests.kits.shell.journal_copies import STAMP, extend, opened, records_of

KINDS: dict[str, Callable[[Path], JournalCopy]] = {
    "disk": DirectoryCopy,
    "memory": lambda _: MemoryCopy(),
    "in time": lambda path: DeadlineCopy(DirectoryCopy(path), patience_s=60),
}


@pytest.fixture(params=KINDS)
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JournalCopy]:
    made = KINDS[request.param](tmp_path / "copy")
    made.hold()
    yield made
    made.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the journal of this folder; the one before is closed."""
    journals: list[Journal] = []

    def reopen() -> Journal:
        for old in journals:
            old.close()
        journals[:] = [opened(DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b"))]
        return journals[0]

    yield reopen
    journals[0].close()


def content(copy: JournalCopy, segment: int = 1) -> bytes:
    return (copy.read(segment) or b"").rstrip(b"\0")


def test_missing_segment_reads_as_none(copy: JournalCopy) -> None:
    assert copy.read(1) is None
    assert copy.segments() == {}


def test_segment_reads_as_written(copy: JournalCopy) -> None:
    copy.create(1, b"0123456789")
    copy.write(1, 4, b"four")
    copy.sync(1)
    assert content(copy) == b"0123four89"
    assert copy.read(1, 5) == b"0123f"


def test_segments_are_separate(copy: JournalCopy) -> None:
    for segment in (1, 2, 1_000_000):
        copy.create(segment, b"as made")
    for segment in (2, 1, 2):
        copy.write(segment, 0, b"%d" % segment)
        copy.sync(segment)
    assert [content(copy, segment) for segment in (1, 2)] == [b"1s made", b"2s made"]
    assert sorted(copy.segments()) == [1, 2, 1_000_000]


def test_recreated_segment_replaces_earlier(copy: JournalCopy) -> None:
    copy.create(1, b"one")
    copy.create(1, b"two")
    assert content(copy) == b"two"


def test_removal_may_be_repeated(copy: JournalCopy) -> None:
    copy.create(1, b"one")
    copy.remove(1)
    copy.remove(1)
    assert (copy.read(1), copy.segments()) == (None, {})


def test_write_past_the_end_fills_with_zeros(copy: JournalCopy) -> None:
    copy.create(1, b"start")
    copy.write(1, 3 * GROWTH_OCTETS, b"far")
    copy.sync(1)
    image = copy.read(1) or b""
    assert image.startswith(b"start" + bytes(3 * GROWTH_OCTETS - 5) + b"far")
    assert not image[3 * GROWTH_OCTETS + 3 :].strip(b"\0")
    assert copy.segments() == {1: len(image)}


def test_uncreated_segment_not_written(copy: JournalCopy) -> None:
    with pytest.raises(FileNotFoundError):  # noqa: PT012 - at once, or in the sync
        copy.write(1, 0, b"x")
        copy.sync(1)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[DirectoryCopy]:
    copy = DirectoryCopy(tmp_path / "new" / "copy")
    copy.hold()
    yield copy
    copy.close()


def test_copy_on_disk_is_private_to_its_user(disk: DirectoryCopy) -> None:
    disk.create(1, b"kept")
    path = Path(disk.name)
    assert path.stat().st_mode & 0o777 == 0o700
    assert [(file.name, file.stat().st_mode & 0o777) for file in path.iterdir()] == [
        ("000001.seg", 0o600)
    ]
    assert content(DirectoryCopy(path)) == b"kept"


def test_segment_is_allocated_ahead(disk: DirectoryCopy) -> None:
    disk.create(1, b"x")
    file = Path(disk.name) / "000001.seg"
    assert file.stat().st_size == SEGMENT_OCTETS
    assert file.stat().st_blocks * 512 >= SEGMENT_OCTETS
    disk.write(1, SEGMENT_OCTETS - 1, b"ab")
    assert file.stat().st_size == SEGMENT_OCTETS + GROWTH_OCTETS


def test_draft_after_power_cut_is_no_segment(disk: DirectoryCopy) -> None:
    (Path(disk.name) / "000001.seg.new").write_bytes(b"half of a head" * GROWTH_OCTETS)
    assert disk.read(1) is None
    assert disk.segments() == {}
    disk.create(1, b"whole")
    assert content(disk) == b"whole"
    assert disk.segments() == {1: SEGMENT_OCTETS}


def test_copy_belongs_to_one_process(disk: DirectoryCopy) -> None:
    other = DirectoryCopy(Path(disk.name))
    disk.create(1, b"x")
    with pytest.raises(JournalInUse, match="another process"):
        other.hold()
    assert content(other) == b"x"
    disk.close()
    other.hold()
    other.close()


def test_file_in_place_of_a_copy_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"CROUPIER")
    with pytest.raises(JournalForeign, match="move the file away"):
        opened(DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b"))
    assert (tmp_path / "a").read_bytes() == b"CROUPIER"


def test_partial_write_is_finished(disk: DirectoryCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.pwrite
    monkeypatch.setattr(
        os, "pwrite", lambda fd, data, at: whole(fd, data[: len(data) // 2 + 1], at)
    )
    disk.create(1, b"0123456789")
    assert content(disk) == b"0123456789"


class FlushedCopy(DirectoryCopy):
    """Notes what is synced."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.synced: list[str] = []

    def fsync_descriptor(self, fd: int) -> None:
        self.synced.append(os.readlink(f"/proc/self/fd/{fd}"))
        super().fsync_descriptor(fd)


def test_every_new_name_is_synced(tmp_path: Path) -> None:
    """A directory that is not synced may forget what was made in it."""
    copy = FlushedCopy(tmp_path / "new" / "copy")
    copy.hold()
    copy.create(1, b"x")
    copy.remove(1)
    copy.close()
    synced = [path.removeprefix(str(tmp_path)) for path in copy.synced]
    at = "/new/copy"
    assert synced == ["", "/new", at, f"{at}/000001.seg.new", at, at]


def test_name_of_stopped_program_synced(tmp_path: Path) -> None:
    """It may have stopped between the name and the sync of the directory."""
    first, second = FlushedCopy(tmp_path), FlushedCopy(tmp_path)
    first.hold()
    first.create(1, b"x")
    first.close()
    second.hold()
    second.close()
    assert second.synced == [str(tmp_path)]


def test_journal_continues_after_reopening(journal: Callable[[], Journal]) -> None:
    for number in range(5):
        table = journal()
        extend(table, b"%d" % number)
    again = journal()
    assert records_of(again) == [b"0", b"1", b"2", b"3", b"4"]
    assert again.findings == ()


def test_journal_grows_past_its_allocation(journal: Callable[[], Journal]) -> None:
    story = [bytes([number]) * (GROWTH_OCTETS // 3) for number in range(1, 8)]
    table = journal()
    for payload in story:
        extend(table, payload)
    assert records_of(journal()) == story


@pytest.mark.clause("ANZ 1.15.8")
@pytest.mark.parametrize("harm", ["removed", "emptied", "cut", "filled with garbage", "flipped"])
@pytest.mark.parametrize("name", ["a", "b"])
def test_damaged_file_repaired_on_disk(
    journal: Callable[[], Journal], tmp_path: Path, harm: str, name: str
) -> None:
    table = journal()
    extend(table, b"one")
    table.close()
    path = tmp_path / name / "000001.seg"
    image = path.read_bytes()
    harmed = {
        "emptied": b"",
        "cut": image[:4100],
        "filled with garbage": b"\xa5" * 5000,
        "flipped": image[:4120] + bytes([image[4120] ^ 1]) + image[4121:],
    }
    if harm == "removed":
        path.unlink()
    else:
        path.write_bytes(harmed[harm])
    again = journal()
    assert CopyRepaired(str(tmp_path / name), 1) in again.findings
    extend(again, b"two")
    assert records_of(again) == [b"one", b"two"]
    last = journal()
    assert (records_of(last), last.findings) == ([b"one", b"two"], ())


def test_copy_on_a_broken_disk_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken").symlink_to("broken")
    table = opened(DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b"))
    table.close()
    table = opened(DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "broken" / "b"))
    extend(table, b"one")
    assert records_of(table) == [b"one"]
    assert {type(found) for found in table.findings} == {CopyLost, CopyUnmarked}
    table.close()


def test_second_table_program_refused(journal: Callable[[], Journal], tmp_path: Path) -> None:
    table = journal()
    with pytest.raises(JournalInUse, match="stop the other"):
        Journal.open((DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b")), STAMP)
    extend(table, b"one")
    assert records_of(table) == [b"one"]


@pytest.mark.clause("ANZ 1.15.10")
def test_journal_set_aside_stays_whole(journal: Callable[[], Journal], tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for number in (1, 2):
        table = journal()
        extend(table, b"%d" % number)
        table.close()
        before = [(path / "000001.seg").read_bytes() for path in paths]
        set_aside = quarantine(paths)
        assert set_aside == tuple(f"{path}.damaged-{number}" for path in paths)
        assert [Path(path, "000001.seg").read_bytes() for path in set_aside] == before
    assert records_of(journal()) == []
    assert len(list(tmp_path.iterdir())) == 6


def test_journal_in_use_not_set_aside(journal: Callable[[], Journal], tmp_path: Path) -> None:
    journal()
    with pytest.raises(JournalInUse):
        quarantine([tmp_path / "a", tmp_path / "b"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_remaining_copy_set_aside_alone(journal: Callable[[], Journal], tmp_path: Path) -> None:
    journal().close()
    (tmp_path / "b").rename(tmp_path / "b.damaged-1")
    assert quarantine([tmp_path / "a", tmp_path / "b"]) == (f"{tmp_path / 'a'}.damaged-2",)
    journal()


# a disk that is away


def test_copy_behind_a_broken_link_is_missing(tmp_path: Path) -> None:
    """The disk is away: nothing is made in its place."""
    (tmp_path / "disk").symlink_to(tmp_path / "away")
    with pytest.raises(FileNotFoundError, match="No such file or directory"):
        DirectoryCopy(tmp_path / "disk" / "second").hold()
    assert [entry.name for entry in tmp_path.iterdir()] == ["disk"]


def test_copy_below_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "disk").touch()
    with pytest.raises(NotADirectoryError):
        DirectoryCopy(tmp_path / "disk" / "second").hold()


def test_two_copies_share_a_new_directory(tmp_path: Path) -> None:
    """As after a first copy that was too slow: each is made in a thread of its own."""
    for number in range(20):
        made = threading.Barrier(2)
        below = tmp_path / f"{number}" / "journal"
        copies = [DirectoryCopy(below / name) for name in ("first", "second")]

        def hold(copy: DirectoryCopy, made: threading.Barrier = made) -> None:
            made.wait()
            copy.hold()

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(hold, copies))
        for copy in copies:
            copy.close()
        assert sorted(entry.name for entry in below.iterdir()) == ["first", "second"]
