"""The backup: the table's files on its stick, signed, whole, and nobody's fault if it is not."""

import errno
import os
from pathlib import Path

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.backup.accounts_folder import ACCOUNTS_LINK, accounts_folder
from firmware.shell.backup.backup import (
    BackupUnusable,
    TableBackup,
    is_backup_of,
    read_backup,
)
from firmware.shell.backup.refresh import refresh_backup
from firmware.shell.journal import JournalReader
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey, fingerprint, read_private_key
from tests.kits.shell.replaced_card import TableWithStick, table_with_stick
from tests.kits.shell.trust_kit import every_cut, flipped


@pytest.fixture
def table(tmp_path: Path) -> TableWithStick:
    table = table_with_stick(tmp_path)
    table.play()
    return table


def refresh(table: TableWithStick) -> None:
    refresh_backup(table.config_path, table.state, table.copies)


def backup_of(table: TableWithStick) -> TableBackup:
    backup = read_backup(table.backup_path)
    assert backup is not None
    return backup


def test_backup_has_configuration_and_registries(table: TableWithStick) -> None:
    backup = backup_of(table)
    etc = table.card / "etc"
    assert {Path(path): octets for path, octets in backup.files.items()} == {
        path: path.read_bytes() for path in (*etc.glob("*.*"), *etc.glob("decks/*"))
    }
    assert (backup.table, backup.game) == ("Baccara 2", "baccarat")
    assert backup.config == str(table.config_path)
    assert backup.journal == JournalReader([table.copies[1]]).identity
    assert backup.device == fingerprint(DeviceKey.load(table.state).public_key)


def test_backup_has_no_secret(table: TableWithStick) -> None:
    octets = table.backup_path.read_bytes()
    key_path = table.state / DEVICE_KEY_FILE
    assert key_path.read_bytes().splitlines()[1] not in octets
    assert read_private_key(key_path).private_bytes_raw() not in octets
    assert table.backup_path.stat().st_mode & 0o077 == 0


def test_altered_backup_is_not_used(table: TableWithStick) -> None:
    text = table.backup_path.read_bytes()
    for bit in range(0, 8 * len(text), 997):
        table.backup_path.write_bytes(flipped(text, bit))
        with pytest.raises(BackupUnusable):
            read_backup(table.backup_path)


@pytest.mark.parametrize("text", [b"", b"{}", b"[" * 10_000, b"\xff", b'{"kind": "croupier"}'])
def test_other_file_is_no_backup(table: TableWithStick, text: bytes) -> None:
    table.backup_path.write_bytes(text)
    with pytest.raises(BackupUnusable) as unusable:
        read_backup(table.backup_path)
    assert unusable.value.why == Text("adopt.bad_backup", {"path": str(table.backup_path)})


def test_backup_is_written_only_on_a_change(table: TableWithStick) -> None:
    before = table.backup_path.stat().st_ino
    refresh(table)
    assert table.backup_path.stat().st_ino == before
    table.registry_path.write_text("uid,cents,owner\n")
    refresh(table)
    assert backup_of(table).files[str(table.registry_path)] == b"uid,cents,owner\n"


def test_cut_leaves_a_whole_backup(table: TableWithStick, monkeypatch: pytest.MonkeyPatch) -> None:
    former = table.backup_path.read_bytes()
    table.registry_path.write_text("uid,cents,owner\n")
    found = set()
    for _ in every_cut(lambda: refresh(table), monkeypatch):
        found.add(backup_of(table).files[str(table.registry_path)] == b"uid,cents,owner\n")
        table.backup_path.write_bytes(former)
    assert found == {False, True}


def test_nothing_is_written_on_another_tables_stick(table: TableWithStick, tmp_path: Path) -> None:
    other = table_with_stick(tmp_path / "other")
    other.play()
    before = other.content()
    table.registry_path.write_text("uid,cents,owner\n")
    refresh_backup(table.config_path, table.state, (table.copies[0], other.copies[1]))
    assert other.content() == before


def test_missing_stick_is_no_fault_of_the_backup(table: TableWithStick) -> None:
    table.stick.rename(table.folder / "pulled")
    refresh(table)
    assert not table.stick.exists()


def test_full_stick_gets_its_room_back(
    table: TableWithStick, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.content()
    table.registry_path.write_text("uid,cents,owner\n")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    refresh(table)
    assert {**before, "card/etc/chips.csv": b"uid,cents,owner\n"} == table.content()


def test_console_finds_its_folder_on_the_stick(table: TableWithStick) -> None:
    folder = accounts_folder(table.stick, backup_of(table).journal)
    assert folder.is_dir()
    assert (table.state / ACCOUNTS_LINK).readlink() == folder


def test_former_table_is_known_by_name_and_game(table: TableWithStick) -> None:
    assert is_backup_of("Baccara 2", "baccarat", table.stick)
    assert not is_backup_of("Baccara 3", "baccarat", table.stick)
    assert not is_backup_of("Baccara 2", "blackjack", table.stick)
    assert not is_backup_of("Baccara 2", "baccarat", table.card)
