"""A bank whose journal is lost is not begun again unnoticed: the lot is the players' money."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import DirectoryCopy, Journal, JournalLost
from firmware.shell.journal.header import HEADER_OCTETS
from firmware.shell.trust.keys import DEVICE_KEY_FILE, PUBLIC_KEY_FILE
from firmware.shell.words.words import Words
from firmware.slots.config import BankConfig
from firmware.slots.entries import ExceptionReported
from firmware.slots.open_bank import open_bank
from firmware.slots.state import BankState
from firmware.slots.status import make_bank_status
from sim.play.virtual_bank import STAMP
from tests.kits.slots.bank_world import BASE, terms
from tests.shell.journal.test_journal_left import held, left_behind

COPIES = ("journal-1", "journal-2")


def begun(folder: Path, lot: int | None = None) -> BankState:
    with open_bank(BankConfig(terms()), folder, is_simulated=True, first_jackpot_cents=lot) as bank:
        return bank.state


def refused(folder: Path, lot: int | None = None) -> str:
    with pytest.raises(RequestFailed) as refusal:
        begun(folder, lot)
    return Words.load("en").render(refusal.value.why)


def test_bank_has_its_own_key(tmp_path: Path) -> None:
    begun(tmp_path)
    assert (tmp_path / "device.pub").exists()


def test_bank_without_journal_is_not_restarted(tmp_path: Path) -> None:
    begun(tmp_path)
    for copy in COPIES:
        rmtree(tmp_path / copy)
    assert "begin in a new folder: --state, with --jackpot" in refused(tmp_path)
    assert not any(tmp_path.glob("*/*.seg"))


def test_another_journal_s_folder_is_untouched(tmp_path: Path) -> None:
    copies = DirectoryCopy(tmp_path / COPIES[0]), DirectoryCopy(tmp_path / COPIES[1])
    Journal.open(copies, replace(STAMP, game="baccarat")).close()
    assert "not of a bank of slot machines" in refused(tmp_path)


def test_one_copy_is_enough_and_the_loss_noted(tmp_path: Path) -> None:
    first = begun(tmp_path)
    rmtree(tmp_path / COPIES[0])
    with open_bank(BankConfig(terms()), tmp_path, is_simulated=True) as bank:
        assert bank.state == first
        texts = [
            *map(
                Words.load("en").render,
                make_bank_status(bank).notes,
            )
        ]
    assert "blank, or older than when it was last used" in texts[0]
    assert "records taken from the other" in texts[1]
    with open_bank(BankConfig(terms()), tmp_path, is_simulated=True) as bank:
        assert not bank.journal_repairs


def test_damage_in_both_copies_names_the_remedy(tmp_path: Path) -> None:
    begun(tmp_path)
    for copy in COPIES:
        (segment,) = (tmp_path / copy).glob("*.seg")
        octets = bytearray(segment.read_bytes())
        octets[HEADER_OCTETS + 100] ^= 1
        segment.write_bytes(octets)
    with pytest.raises(JournalLost, match="damaged in both copies, from entry 0 on"):
        begun(tmp_path)


def test_diverged_copies_are_not_called_damaged(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    begun(here)
    copytree(here, there)
    for folder, machine in ((here, 1), (there, 2)):
        with open_bank(BankConfig(terms()), folder, is_simulated=True) as bank:
            for code in (0x11, 0x12, 0x11):
                assert bank.take_entry(ExceptionReported(machine, 0, code))
    rmtree(here / COPIES[1])
    copytree(there / COPIES[1], here / COPIES[1])
    with pytest.raises(JournalLost, match="differ from entry 1 on: each went on without the other"):
        begun(here)
    (here / COPIES[1]).rename(tmp_path / "aside")
    assert begun(here).machines[1].conditions.open_doors


def test_other_device_s_journal_noted(tmp_path: Path) -> None:
    """The folder with the key was lost, or another is named."""
    begun(tmp_path)
    for name in (DEVICE_KEY_FILE, PUBLIC_KEY_FILE):
        (tmp_path / name).unlink()
    with open_bank(BankConfig(terms()), tmp_path, is_simulated=True) as bank:
        (note,) = bank.journal_repairs
    assert "its bundles will be that device's" in Words.load("en").render(note)


def test_outdated_copy_waits(tmp_path: Path) -> None:
    """The other went on without it, and is not there."""
    (tmp_path / COPIES[0]).mkdir()
    (segment, octets), *_ = held(left_behind(0)[0]).items()
    (tmp_path / COPIES[0] / f"{segment:06}.seg").write_bytes(octets)
    with pytest.raises(JournalLost, match="Bring its disk back, and start again"):
        begun(tmp_path)


def test_new_bank_takes_lost_one_s_lot(tmp_path: Path) -> None:
    assert begun(tmp_path / "base").jackpot_cents == BASE
    assert begun(tmp_path / "lost", BASE + 1234).jackpot_thousandths == (BASE + 1234) * THOUSANDTHS
    assert begun(tmp_path / "lost").jackpot_cents == BASE + 1234


def test_known_lot_is_not_given_again(tmp_path: Path) -> None:
    begun(tmp_path)
    assert refused(tmp_path, BASE + 1) == "This bank has its jackpot already: leave --jackpot out"
    assert begun(tmp_path).jackpot_cents == BASE


def test_lot_is_never_under_its_base(tmp_path: Path) -> None:
    assert "wanted $10,000.00 to $99,999,999.99, in cents" in refused(tmp_path, BASE - 1)
