"""A copy on a disk that does not answer in time is out of use; the table goes on with the other."""

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
    CopyUnmarked,
    DeadlineCopy,
    DirectoryCopy,
    JournalCopy,
    JournalDamaged,
    JournalLost,
    MemoryCopy,
)
from firmware.shell.journal.header import ANCHOR_SLOTS
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    AskingCopy,
    FailingCopy,
    extend,
    image_of,
    opened,
    records_of,
)

AT_ONCE = 0.02
"""Seconds; a disk that never answers is as late by then as ever."""
FOR_EVER = 60.0


class Stalling(AskingCopy):
    """A disk that does not answer in the named acts from `stall` until `wake`."""

    def __init__(self, name: str, acts: str = "hold read create write sync remove") -> None:
        super().__init__(name)
        self.asked = 0
        """How many acts it was asked for while it did not answer."""
        self._acts = acts.split()
        self._answers = threading.Event()
        self.wake()

    def stall(self) -> None:
        self._answers.clear()

    def wake(self) -> None:
        self._answers.set()

    def _may(self, act: str) -> None:
        if act in self._acts:
            self.asked += not self._answers.is_set()
            self._answers.wait()


def held_up(acts: str = "write") -> tuple[Stalling, MemoryCopy, tuple[JournalCopy, JournalCopy]]:
    """Return two disks, the first of which may stall, and the copies on them."""
    slow, quick = Stalling("A", acts), MemoryCopy("B")
    return slow, quick, (DeadlineCopy(slow, AT_ONCE), DeadlineCopy(quick, FOR_EVER))


def wake(disk: Stalling, copy: JournalCopy) -> None:
    """Have the disk answer, and whoever uses the copy next wait for it."""
    assert isinstance(copy, DeadlineCopy)
    disk.wake()
    for lane in (copy._write_thread, copy._segment_thread):
        assert lane._late_operation.acquire(timeout=FOR_EVER)
        lane._late_operation.release()
        lane._patience_s = FOR_EVER


def put(copy: JournalCopy) -> None:
    copy.write(1, 0, b"written")
    copy.sync(1)


ACTS: dict[str, Callable[[JournalCopy], object]] = {
    "hold": lambda copy: copy.hold(),
    "read": lambda copy: copy.read(1),
    "create": lambda copy: copy.create(2, b"2"),
    "write": put,
    "sync": put,
    "remove": lambda copy: copy.remove(1),
}


@pytest.mark.clause("Practice slow disk")
@pytest.mark.parametrize("act", ACTS)
def test_late_operation_fails_until_answer(act: str) -> None:
    disk = Stalling("A", act)
    copy = DeadlineCopy(disk, AT_ONCE)
    copy.create(1, b"image")
    disk.stall()
    with pytest.raises(TimeoutError, match="too slow"):
        ACTS[act](copy)
    with pytest.raises(TimeoutError, match="too slow"):
        ACTS[act](copy)
    assert disk.asked == 1
    wake(disk, copy)
    ACTS[act](copy)


@pytest.mark.clause("Practice slow disk")
@each("before", [0, 1, 2, 3])
@each("act", ["write", "sync"])
def test_commit_continues_on_answering_copy(act: str, before: int) -> None:
    slow, quick, copies = held_up(act)
    journal = opened(*copies)
    story = [b"%d" % number for number in range(before)]
    for payload in story:
        extend(journal, payload)
    slow.stall()
    extend(journal, b"with one copy")
    extend(journal, b"and again")
    story += [b"with one copy", b"and again"]
    assert journal.copies_in_use == ("B",)
    (lost,) = (found for found in journal.findings if isinstance(found, CopyLost))
    assert (lost.copy, lost.reason) == ("A", Text("errno.ETIMEDOUT"))
    assert CopyUnmarked("A") in journal.findings
    slow.wake()
    assert records_of(opened(slow, quick)) == story


def test_late_write_is_cancelled() -> None:
    """A late anchor would vouch for a copy that was left behind meanwhile."""
    slow, _, copies = held_up("write")
    journal = opened(*copies)
    extend(journal, b"A is written first")
    slots = [image_of(slow)[at : at + 512] for at in ANCHOR_SLOTS]
    slow.stall()
    extend(journal, b"A would be anchored")
    wake(slow, copies[0])
    assert [image_of(slow)[at : at + 512] for at in ANCHOR_SLOTS] == slots


@pytest.mark.clause("Practice slow disk")
def test_two_slow_disks_acknowledge_nothing() -> None:
    disks = Stalling("A", "sync"), Stalling("B", "sync")
    copies = [DeadlineCopy(disk, AT_ONCE) for disk in disks]
    journal = opened(*(DeadlineCopy(disk, FOR_EVER) for disk in disks))
    extend(journal, b"one")
    for disk in disks:
        disk.stall()
    with pytest.raises(JournalLost, match="A: no answer in time"):
        opened(*copies)
    with pytest.raises(JournalLost, match="no answer in time"):
        opened(*copies)
    for disk, copy in zip(disks, copies, strict=True):
        wake(disk, copy)
    assert records_of(opened(*disks)) == [b"one"]


@pytest.mark.parametrize("act", ["hold", "read", "sync"])
def test_table_starts_on_the_answering_copy(act: str) -> None:
    slow, quick, copies = held_up(act)
    extend(opened(slow, quick), b"one")
    slow.stall()
    journal = opened(*copies)
    extend(journal, b"two")
    assert (records_of(journal), journal.copies_in_use) == ([b"one", b"two"], ("B",))
    journal.close()
    slow.wake()
    again = opened(slow, quick)
    assert records_of(again) == [b"one", b"two"]
    assert any(isinstance(found, CopyRepaired) for found in again.findings)


def test_slow_copy_is_marked_later() -> None:
    slow, _, copies = held_up("sync")
    journal = opened(*copies)
    extend(journal, b"one")
    slow.stall()
    extend(journal, b"two")
    wake(slow, copies[0])
    journal.rotate(b"carried")
    gone = FailingCopy("the other")
    gone.failing = True
    with pytest.raises(JournalDamaged, match="left behind"):
        opened(slow, gone)


class SlowDirectory(DirectoryCopy):
    """A directory whose sync does not end before `answers`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.answers = threading.Event()

    def fsync_descriptor(self, fd: int) -> None:
        self.answers.wait()
        super().fsync_descriptor(fd)


def test_closing_a_slow_copy_does_not_wait(tmp_path: Path) -> None:
    with closing(DirectoryCopy(tmp_path)) as made:
        made.hold()
    slow = SlowDirectory(tmp_path)
    copy = DeadlineCopy(slow, AT_ONCE)
    with pytest.raises(TimeoutError):
        copy.hold()
    copy.close()
    with closing(DirectoryCopy(tmp_path)) as other:
        other.hold()
    slow.answers.set()


def test_slow_threads_let_program_end() -> None:
    slow, _, copies = held_up("read")
    slow.stall()
    with pytest.raises(TimeoutError):
        copies[0].read(1)
    mine = [thread for thread in threading.enumerate() if thread.name.startswith("A ")]
    assert mine
    assert all(thread.daemon for thread in mine)
    slow.wake()
