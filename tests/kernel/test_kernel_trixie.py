"""The package for Debian 13 on a real kernel: Python 3.13, a later systemd, and gpiod."""

from typing import Final

from tests.kits.kernel.kernel_table import KernelTable, faults

SUITE: Final = "trixie"
EXAMPLE: Final = "baccarat"
SOUNDER_PIN: Final = 18


def test_the_first_start_is_accepted_and_ready(table: KernelTable) -> None:
    status = table.look()
    assert status.board == "pi"
    assert faults(status) == set()
    assert table.sh("cat /var/lib/croupier/version.accepted").strip() == status.version


def test_the_pins_of_the_header_are_opened_through_gpiod(table: KernelTable) -> None:
    assert "gpiod" in table.sh("croupier check /etc/croupier/table.toml")


def test_two_rounds_are_played_and_sound_at_their_pin(table: KernelTable) -> None:
    before, puts = table.look().round, table.world.header.puts[SOUNDER_PIN]
    assert table.play(2).round == before + 2
    assert table.world.header.puts[SOUNDER_PIN] > puts


def test_the_journal_replays_to_the_same_rulings(table: KernelTable) -> None:
    table.sh("croupier replay /var/lib/croupier/journal")


def test_it_ends_well_and_comes_back_where_it_was(table: KernelTable) -> None:
    before = table.look().round
    table.sh("systemctl stop croupier")
    assert table.unit("Result") == "success"
    table.sh("systemctl start croupier")
    assert table.open().round == before
