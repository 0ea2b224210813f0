"""A blank card takes a stick over by itself only if it has the very files of the dead one."""

from pathlib import Path

import pytest

from firmware.shell.backup.backup import BACKUP_FILE
from firmware.shell.backup.unadopted import StickUnadopted, require_adopted
from firmware.shell.trust.keys import DEVICE_KEY_FILE
from tests.kits.shell.replaced_card import HALF_A_ROUND, TableWithStick, dead_table


@pytest.fixture
def table(tmp_path: Path) -> TableWithStick:
    """A dead table whose new card has the files of its image, as they were."""
    table = dead_table(tmp_path, *HALF_A_ROUND)
    table.configure()
    return table


def waits(table: TableWithStick) -> bool:
    try:
        require_adopted(table.copies, table.adopting)
    except StickUnadopted as error:
        return error.table == "Baccara 2"
    return False


def test_same_files_need_no_person(table: TableWithStick) -> None:
    assert not waits(table)


@pytest.mark.parametrize("file", ["table.toml", "chips.csv", "decks/shoe-1.csv"])
def test_another_file_waits_for_a_person(table: TableWithStick, file: str) -> None:
    path = table.card / "etc" / file
    path.write_text(path.read_text() + "\n")
    assert waits(table)
    path.unlink()
    assert waits(table)


def test_card_with_a_journal_waits_for_nobody(table: TableWithStick) -> None:
    table.registry_path.unlink()
    table.copies[0].mkdir()
    (table.copies[0] / "00000000.seg").touch()
    assert not waits(table)


def test_own_stick_waits_for_nobody(table: TableWithStick) -> None:
    table.registry_path.unlink()
    lost = table.folder / "lost-0" / "state" / DEVICE_KEY_FILE
    (table.state / DEVICE_KEY_FILE).write_bytes(lost.read_bytes())
    (table.state / DEVICE_KEY_FILE).chmod(0o600)
    assert not waits(table)


def test_stick_without_usable_backup_waits_for_nobody(table: TableWithStick) -> None:
    table.registry_path.unlink()
    (table.stick / BACKUP_FILE).write_bytes(b"{}")
    assert not waits(table)
    (table.stick / BACKUP_FILE).unlink()
    assert not waits(table)
