"""`croupier adopt`: what it shows, what it refuses in words, and what it puts back."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_UNAVAILABLE
from firmware.cli.commands import adopt as command
from firmware.cli.main import main
from firmware.console.access.account_backup import read_account_backup
from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.shell.backup.accounts_folder import accounts_folder
from firmware.shell.backup.journal_summary import read_journal
from firmware.shell.evidence.pack_archive import archive_pack, archived_contents
from firmware.shell.rules.rule_pack import RulePack
from tests.kits.console.accounts_kit import BEA, CHEAP, MAX, RIGHT
from tests.kits.shell.replaced_card import (
    HALF_A_ROUND,
    ROUND,
    TableWithStick,
    dead_table,
    table_with_stick,
)

LOCKED = (
    "Spot 3, Player: $125.00",
    "Spot 1, Tie: $5.00",
    "Dealer: 2nd card: Banker",
)


@pytest.fixture
def table(tmp_path: Path) -> TableWithStick:
    return dead_table(tmp_path, *ROUND, *HALF_A_ROUND)


def adopt(table: TableWithStick, *words: str, language: str = "en") -> int:
    places = ("--stick", table.stick, "--config", table.config_path, "--state", table.state)
    accounts = ("--accounts", table.card / "accounts", "--socket", table.folder / "socket")
    return main(["adopt", *words, *map(str, (*places, *accounts)), "--lang", language])


def test_look_shows_the_table_and_changes_nothing(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    before, (device,) = table.content(), read_journal(table.copies[1]).devices
    assert adopt(table) == 0
    shown = capsys.readouterr().out
    assert table.content() == before
    for text in ("Baccara 2 (baccarat), round 2", device, "0000000001  Rounds settled", *LOCKED):
        assert text in shown
    assert shown.endswith("sudo croupier adopt 'Baccara 2'\n")


def test_french_is_spoken(table: TableWithStick, capsys: pytest.CaptureFixture[str]) -> None:
    assert adopt(table, language="fr") == 0
    shown = capsys.readouterr().out
    assert "Place 3, Joueur\u00a0: 125,00\u00a0$" in shown
    assert "sudo croupier adopt 'Baccara 2'" in shown


def test_name_adopts(table: TableWithStick, capsys: pytest.CaptureFixture[str]) -> None:
    assert adopt(table, "Baccara 2") == 0
    assert table.config_path.exists()
    assert "Baccara 2 goes on here" in capsys.readouterr().out


def test_another_name_is_refused(table: TableWithStick, capsys: pytest.CaptureFixture[str]) -> None:
    before = table.content()
    assert adopt(table, "Baccara 1") == EXIT_BAD_INPUT
    assert table.content() == before
    assert "the stick is of Baccara 2, not of Baccara 1" in capsys.readouterr().err


def test_card_of_another_table_is_reported(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    table.configure()
    text = table.config_path.read_text()
    table.config_path.write_text(text.replace("Baccara 2", "Baccara 7"))
    assert adopt(table) == 0
    assert "This card is configured as Baccara 7, the stick is of Baccara 2" in (
        capsys.readouterr().out
    )


def test_other_limits_than_the_journals_are_named(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    table.backup_path.unlink()
    table.configure()
    text = table.config_path.read_text()
    table.config_path.write_text(text.replace("max_cents = 50000\n", "max_cents = 60000\n"))
    assert adopt(table) == 0
    shown = capsys.readouterr().out
    assert "No backup is on the stick" in shown
    assert "another configuration (limits.tie)" in shown


def test_blank_stick_is_not_to_be_formatted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert adopt(table_with_stick(tmp_path)) == EXIT_BAD_INPUT
    assert "do not format it" in capsys.readouterr().err


def test_damage_is_reported_with_its_place_and_remaining_records(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    segment = max(table.copies[1].iterdir())
    octets = bytearray(segment.read_bytes())
    first = octets.index(b"\xc7REC")
    octets[first + 60] ^= 1
    segment.write_bytes(octets)
    before, last_sound = table.content(), read_journal(table.copies[1]).last_record
    assert adopt(table, "Baccara 2") == EXIT_UNAVAILABLE
    shown = capsys.readouterr()
    assert f"Last record: {last_sound:,}" in shown.out
    assert f"croupier export --journal {table.copies[1]}" in shown.out
    assert f"(at record {last_sound + 1})" in shown.err
    assert table.content() == before


@pytest.fixture
def service(table: TableWithStick) -> Iterator[None]:
    with closing(socket.socket(socket.AF_UNIX)) as served:
        served.bind(str(table.folder / "socket"))
        served.listen()
        yield


@pytest.mark.usefixtures("service")
def test_running_service_is_refused(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    assert adopt(table) == EXIT_UNAVAILABLE
    assert "first sudo systemctl stop croupier" in capsys.readouterr().err


def test_two_sticks_are_refused(
    table: TableWithStick, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "STICK_FOLDER", table.stick)
    monkeypatch.setattr(command, "labelled_disks", lambda _label: ("/dev/sda1", "/dev/sdb1"))
    assert adopt(table) == EXIT_UNAVAILABLE
    error = capsys.readouterr().err
    assert "/dev/sda1, /dev/sdb1" in error
    assert "erase neither" in error


def test_accounts_come_back_by_name(
    table: TableWithStick, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "console").mkdir()
    folder = accounts_folder(table.stick, read_journal(table.copies[1]).identity)
    accounts = Accounts(tmp_path / "console", hash_cost=CHEAP, backup_path=folder / ACCOUNTS_FILE)
    for person in (BEA, MAX):
        accounts.add_account(person, RIGHT)
    assert adopt(table, "Baccara 2") == 0
    assert "bea (technician), max (supervisor)" in capsys.readouterr().out
    restored_path = table.card / "accounts" / ACCOUNTS_FILE
    assert restored_path.stat().st_mode & 0o777 == 0o600
    assert read_account_backup(restored_path) is not None
    assert Accounts(table.card / "accounts", hash_cost=CHEAP).authenticate("bea", RIGHT) == BEA


def test_damaged_accounts_do_not_hold_the_table_up(
    table: TableWithStick, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = accounts_folder(table.stick, read_journal(table.copies[1]).identity)
    (folder / ACCOUNTS_FILE).write_text("{")
    assert adopt(table, "Baccara 2") == 0
    assert str(folder / ACCOUNTS_FILE) in capsys.readouterr().out
    assert not (table.card / "accounts").exists()


def test_packs_that_were_played_by_come_back(table: TableWithStick) -> None:
    house = RulePack("house", b'[pack]\nname = "house"\n')
    assert not list(archive_pack(house, [table.copies[1]]))
    assert adopt(table, "Baccara 2") == 0
    assert archived_contents([table.copies[0]]) == archived_contents([table.copies[1]])
    assert house.digest in archived_contents([table.copies[0]])
