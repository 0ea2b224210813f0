"""An adoption that was ordered at the console is carried out before the table is served."""

from pathlib import Path

import pytest

from firmware.cli.serving.ordered_adoption import carry_out_order
from firmware.shell.backup.adoption_order import ORDER_FILE, AdoptionOrder, place_order
from firmware.shell.backup.journal_summary import read_journal
from firmware.shell.device.atomic_file import write_atomically
from tests.kits.shell.replaced_card import (
    CONFIRM,
    HALF_A_ROUND,
    ROUND,
    TableWithStick,
    dead_table,
    restored,
)
from tests.kits.shell.trust_kit import every_cut


@pytest.fixture
def table(tmp_path: Path) -> TableWithStick:
    """A dead table whose new card was begun once, with another stick."""
    table = dead_table(tmp_path, *ROUND, *HALF_A_ROUND)
    table.configure()
    with table.served(stick=tmp_path / "other"):
        pass
    table.registry_path.write_text("uid,cents,owner,spot\n")
    return table


def order(table_with_stick: TableWithStick, /, **changes: str) -> None:
    copy = table_with_stick.copies[1]
    fields = {"copy": str(copy), "journal": read_journal(copy).identity, "table": "Baccara 2"}
    place_order(AdoptionOrder(**(fields | changes)), table_with_stick.state)


def carry_out(table: TableWithStick) -> None:
    carry_out_order(table.config_path, table.state)
    assert not (table.state / ORDER_FILE).exists()


def test_order_is_carried_out_once(table: TableWithStick) -> None:
    order(table)
    carry_out(table)
    assert (table.card / "journal.before-adopt-1").is_dir()
    assert len(table.registry_path.read_bytes().splitlines()) > 1
    after = table.content()
    carry_out(table)
    assert table.content() == after
    with table.served() as loop:
        assert len(loop.table.state.round.bets.locked_bets) == 2


def test_without_an_order_nothing_is_adopted(table: TableWithStick) -> None:
    before = table.content()
    carry_out(table)
    assert table.content() == before


@pytest.mark.parametrize(
    "changes", [{"journal": "00"}, {"table": "Baccara 9"}, {"copy": "/none/x"}]
)
def test_order_of_another_stick_is_dropped(table: TableWithStick, changes: dict[str, str]) -> None:
    before = table.content()
    order(table, **changes)
    carry_out(table)
    assert table.content() == before


def test_damaged_order_is_dropped(table: TableWithStick) -> None:
    before = table.content()
    write_atomically(table.state / ORDER_FILE, b'{"copy":')
    carry_out(table)
    assert table.content() == before


def test_two_histories_are_left_to_the_house(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    table.configure()
    table.play(CONFIRM, *ROUND, stick=tmp_path / "other")
    before = table.content()
    order(table)
    carry_out(table)
    assert table.content() == before


def without_halves(table: TableWithStick) -> dict[str, bytes]:
    """What is there but for what a cut has left half, which nothing reads."""
    return {path: octets for path, octets in table.content().items() if ".half" not in path}


def test_cut_anywhere_the_next_start_goes_on(
    table: TableWithStick, monkeypatch: pytest.MonkeyPatch
) -> None:
    order(table)
    before = table.content()
    carry_out(table)
    done = without_halves(table)
    restored(table.folder, before)
    cuts = 0
    for _ in every_cut(lambda: carry_out_order(table.config_path, table.state), monkeypatch):
        cuts += 1
        carry_out(table)
        assert without_halves(table) == done
        restored(table.folder, before)
    assert cuts > 10
