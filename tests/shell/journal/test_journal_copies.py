"""A copy that fails is out of use and said so; the table goes on with the other."""

import errno
from pathlib import Path
from zlib import crc32

import pytest

from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
    CopyUnmarked,
    DirectoryCopy,
    JournalBegun,
    JournalDamaged,
    JournalForeign,
    JournalInUse,
    JournalLost,
    JournalStamp,
    MemoryCopy,
)
from firmware.shell.journal.header import HEADER_OCTETS, sound_anchors
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    STAMP,
    FailingCopy,
    bare,
    copy_of,
    extend,
    image_of,
    opened,
    records_of,
    written,
)

FAILURES = [
    (errno.ENOSPC, "write", "the disk is full"),
    (errno.EROFS, "write", "this disk is read-only"),
    (errno.EIO, "sync", "the disk or device no longer"),
]


def test_new_journal_says_so() -> None:
    journal = opened(MemoryCopy("A"), MemoryCopy("B"))
    assert journal.findings == (JournalBegun(),)
    assert (records_of(journal), journal.stamp, journal.head.records) == ([], STAMP, 0)


def test_records_read_once_committed() -> None:
    journal = opened(MemoryCopy("A"), MemoryCopy("B"))
    extend(journal, b"one")
    journal.append(b"two")
    assert records_of(journal) == [b"one"]
    journal.commit()
    journal.commit()
    assert (records_of(journal), journal.head.records) == ([b"one", b"two"], 2)


@pytest.mark.clause("ANZ 1.15.8")
@each("code, act, reason", FAILURES)
@each("before", [0, 1, 2, 3])
@each("which", [0, 1])
def test_failed_copy_repaired_at_opening(
    code: int, act: str, reason: str, before: int, which: int
) -> None:
    copies = FailingCopy("A", code, act), FailingCopy("B", code, act)
    journal = opened(*copies)
    story = [b"%d" % number for number in range(before)]
    for payload in story:
        extend(journal, payload)
    copies[which].failing = True
    extend(journal, b"with one copy")
    extend(journal, b"and again")
    story += [b"with one copy", b"and again"]
    assert records_of(journal) == story
    assert journal.copies_in_use == ("AB"[1 - which],)
    (lost,) = (found for found in journal.findings if isinstance(found, CopyLost))
    assert lost.copy == "AB"[which]
    assert reason in Words.load("en").render(lost.reason)
    copies[which].failing = False
    again = opened(*copies)
    assert records_of(again) == story
    assert again.copies_in_use == ("A", "B")
    (repaired,) = again.findings
    assert isinstance(repaired, CopyRepaired)
    assert repaired.copy == "AB"[which]


@pytest.mark.parametrize("turn", [0, 1])
def test_cut_tail_noticed_with_one_copy(turn: int) -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    journal = opened(*copies)
    copies[1].failing = True
    for number in range(1 + turn):
        extend(journal, b"%d" % number)
    image = image_of(copies[0])
    with pytest.raises(JournalDamaged):
        opened(copy_of("A", bare(image)[:-1]), MemoryCopy("B"))


@each("code, act, reason", FAILURES)
def test_two_failed_copies_stop_commits(code: int, act: str, reason: str) -> None:
    copies = FailingCopy("A", code, act), FailingCopy("B", code, act)
    journal = opened(*copies)
    extend(journal, b"one")
    for copy in copies:
        copy.failing = True
    with pytest.raises(JournalLost, match=f"A: .*{reason}|B: .*{reason}"):
        extend(journal, b"two")
    for copy in copies:
        copy.failing = False
    with pytest.raises(JournalLost):
        extend(journal, b"three")
    assert journal.head.records == 1


def test_copy_failing_at_opening_left_out() -> None:
    for act in ("read", "write", "sync"):
        copies = FailingCopy("A", acts=act), FailingCopy("B", acts=act)
        extend(opened(*copies), b"one")
        copies[0].failing = True
        journal = opened(*copies)
        extend(journal, b"two")
        assert records_of(journal) == [b"one", b"two"]
        assert journal.copies_in_use == ("B",)
        assert {type(found) for found in journal.findings} == {CopyLost, CopyUnmarked}


def test_unmakeable_missing_copy_left_out() -> None:
    copies = FailingCopy("A"), FailingCopy("B", errno.EACCES, "create")
    copies[1].failing = True
    journal = opened(*copies)
    extend(journal, b"one")
    assert journal.copies_in_use == ("A",)


def test_unreadable_journal_is_not_replaced() -> None:
    unread = FailingCopy("A")
    unread.failing = True
    absent = MemoryCopy("B")
    with pytest.raises(JournalLost, match="copy A can't be opened: the disk or device"):
        opened(unread, absent)
    assert absent.segments() == {}


def test_missing_second_disk_is_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "media").write_text("no disk is here")
    first, second = DirectoryCopy(tmp_path / "first"), DirectoryCopy(tmp_path / "media/journal")
    with pytest.raises(JournalLost) as refused:
        opened(first, second)
    assert f"{tmp_path}/media/journal can't be opened" in str(refused.value)
    assert f"no disk is mounted at {tmp_path}/media)" in str(refused.value)


def test_no_readable_copy_is_no_journal() -> None:
    copies = FailingCopy("A"), FailingCopy("B")
    for copy in copies:
        copy.failing = True
    with pytest.raises(JournalLost, match="free or replace the disks"):
        opened(*copies)


def test_simulated_and_real_never_mix() -> None:
    images = written([b"one"])
    copies = copy_of("A", images[0]), copy_of("B", images[1])
    real = JournalStamp("pi", STAMP.version, STAMP.program, STAMP.rules, STAMP.game)
    with pytest.raises(JournalForeign, match="a simulated table, and this one is real"):
        opened(*copies, stamp=real)
    assert (image_of(copies[0]), image_of(copies[1])) == images


def test_newer_program_opens_older() -> None:
    first, second = written([b"one"])
    newer = JournalStamp("sim", "2.0", "ef" * 32, STAMP.rules, STAMP.game)
    journal = opened(copy_of("A", first), copy_of("B", second), stamp=newer)
    assert (records_of(journal), journal.stamp) == ([b"one"], STAMP)


@pytest.mark.parametrize(
    ("version", "words"), [(2, "A: its format is 2"), (3, "which table began it")]
)
def test_other_format_is_not_replaced(version: int, words: str) -> None:
    place = (1).to_bytes(8, "big") * 2 + bytes(8 + 32)
    body = version.to_bytes(2, "big") + (90).to_bytes(2, "big") + bytes(16) + place + b"{}"
    raw = b"CROUPIER" + crc32(body).to_bytes(4, "big") + body
    assert len(raw) == 90
    with pytest.raises(JournalForeign, match=words):
        opened(copy_of("A", raw.ljust(HEADER_OCTETS, b"\0")), MemoryCopy("B"))


@pytest.mark.clause("ANZ 1.15.2")
def test_copies_must_be_two_directories() -> None:
    with pytest.raises(JournalInUse, match="two directories"):
        opened(MemoryCopy("A"), MemoryCopy("A"))


def test_lost_record_read_from_other() -> None:
    copies = MemoryCopy("A"), MemoryCopy("B")
    journal = opened(*copies)
    extend(journal, b"one", b"two")
    copies[0].write(1, HEADER_OCTETS + 60, b"?")
    assert records_of(journal) == [b"one", b"two"]
    copies[1].write(1, HEADER_OCTETS + 60, b"?")
    with pytest.raises(JournalDamaged, match="can't be read back"):
        records_of(journal)


def test_commits_are_anchored_in_turn() -> None:
    copies = MemoryCopy("A"), MemoryCopy("B")
    journal = opened(*copies)
    for number in range(1, 9):
        extend(journal, b"x")
        newest = sorted(
            max(anchor.head.records for anchor in sound_anchors(image_of(copy))) for copy in copies
        )
        assert newest == [number - 1, number]
