"""A copy that is removed, renamed or replaced under an open journal is lost at once."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.shell.journal import (
    CopyLost,
    DeadlineCopy,
    DirectoryCopy,
    Journal,
    JournalLost,
    JournalMissing,
    RetentionPolicy,
)
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import STAMP, extend, opened, records_of


@pytest.fixture
def opener(tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the journal of this folder; what was opened before is closed."""
    journals: list[Journal] = []

    def open_again() -> Journal:
        for journal in journals:
            journal.close()
        first, second = (DeadlineCopy(DirectoryCopy(tmp_path / name), 60) for name in "ab")
        journals[:] = [opened(first, second)]
        return journals[0]

    yield open_again
    journals[0].close()


def live_segment(copy: Path) -> Path:
    return max(copy.glob("*.seg"))


def remove_folder(copy: Path) -> None:
    shutil.rmtree(copy)


def remove_segment(copy: Path) -> None:
    live_segment(copy).unlink()


def rename_folder(copy: Path) -> None:
    copy.rename(copy.with_name("elsewhere"))


def rename_segment(copy: Path) -> None:
    live_segment(copy).rename(copy / "elsewhere")


def replace_folder(copy: Path) -> None:
    rename_folder(copy)
    shutil.copytree(copy.with_name("elsewhere"), copy)


def replace_segment(copy: Path) -> None:
    rename_segment(copy)
    shutil.copy(copy / "elsewhere", copy / "000002.seg")


LOSSES = [
    remove_folder,
    remove_segment,
    rename_folder,
    rename_segment,
    replace_folder,
    replace_segment,
]


def grown(journal: Journal) -> Journal:
    extend(journal, b"1")
    journal.rotate(b"carried")
    journal.check_copies()
    return journal


def test_copies_stay_in_use(
    opener: Callable[[], Journal],
) -> None:
    journal = opener()
    journal.check_copies()
    grown(journal)
    journal.archive.scan(lambda _: None, lambda: False)
    journal.check_copies()
    extend(journal, b"2")
    journal.check_copies()
    assert len(journal.copies_in_use) == 2


@each("lose", LOSSES)
def test_removed_copy_is_rebuilt_at_opening(
    lose: Callable[[Path], None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("journal")

    def opened_here() -> Journal:
        return opened(DirectoryCopy(folder / "a"), DirectoryCopy(folder / "b"))

    journal = grown(opened_here())
    lose(folder / "a")
    journal.check_copies()
    assert journal.copies_in_use == (str(folder / "b"),)
    assert [found.copy for found in journal.findings if isinstance(found, CopyLost)] == [
        str(folder / "a")
    ]
    extend(journal, b"2")
    journal.close()
    again = opened_here()
    assert (records_of(again), len(again.copies_in_use)) == ([b"1", b"carried", b"2"], 2)
    again.close()


@each("lose", LOSSES)
def test_two_removed_copies_stop_the_table(
    lose: Callable[[Path], None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    copies = folder / "one" / "a", folder / "two" / "b"
    journal = grown(opened(*map(DirectoryCopy, copies)))
    for copy in copies:
        lose(copy)
    with pytest.raises(JournalLost):
        journal.check_copies()
    journal.close()


def test_missing_journal_makes_no_folder(
    tmp_path: Path,
) -> None:
    copies = DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b")
    with pytest.raises(JournalMissing):
        Journal.open(copies, STAMP, RetentionPolicy(may_begin=False))
    assert [*tmp_path.iterdir()] == []
