"""A hall's or a bank's journal is begun once; where it is gone, no other begins in its place."""

from pathlib import Path

import pytest

from firmware.shell.journal import JournalLost, JournalMissing, MemoryCopy
from firmware.shell.trust.device_journal import open_device_journal
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey, fingerprint
from tests.kits.shell.journal_copies import STAMP, FailingCopy


def pair() -> tuple[MemoryCopy, MemoryCopy]:
    return MemoryCopy("a"), MemoryCopy("b")


def test_journal_has_the_device_key(tmp_path: Path) -> None:
    copies = pair()
    journal = open_device_journal(tmp_path, copies, STAMP)
    assert journal.stamp.device == fingerprint(DeviceKey.load(tmp_path).public_key)
    journal.append(b"sold")
    journal.commit()
    assert [*open_device_journal(tmp_path, copies, STAMP).records()] == [b"sold"]


def test_two_missing_copies_begin_none(
    tmp_path: Path,
) -> None:
    open_device_journal(tmp_path, pair(), STAMP)
    copies = pair()
    with pytest.raises(JournalMissing, match="a, b"):
        open_device_journal(tmp_path, copies, STAMP)
    assert [copy.segments() for copy in copies] == [{}, {}]


def test_first_start_is_repeatable(tmp_path: Path) -> None:
    failing = FailingCopy("b", acts="hold")
    failing.failing = True
    with pytest.raises(JournalLost):
        open_device_journal(tmp_path, (MemoryCopy("a"), failing), STAMP)
    assert not (tmp_path / DEVICE_KEY_FILE).exists()
    open_device_journal(tmp_path, pair(), STAMP)
