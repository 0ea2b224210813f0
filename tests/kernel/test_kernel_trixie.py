"""The package for Debian 13 on a real kernel: Python 3.13, a later systemd, and gpiod."""

from typing import Final

from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable

SUITE: Final = "trixie"
EXAMPLE: Final = "baccarat"
SOUNDER_PIN: Final = 18


def test_first_start_accepted_and_ready(table: KernelTable) -> None:
    status = table.look()
    assert status.board == "pi"
    assert faults(status) == set()
    assert table.sh("cat /var/lib/croupier/version.accepted").strip() == status.version


def test_header_pins_opened_through_gpiod(table: KernelTable) -> None:
    assert "gpiod" in table.sh("croupier check /etc/croupier/table.toml")


def test_two_rounds_played_with_sound(table: KernelTable) -> None:
    before, puts = table.look().round, table.world.header.puts[SOUNDER_PIN]
    assert table.play(2).round == before + 2
    assert table.world.header.puts[SOUNDER_PIN] > puts


def test_journal_replays_alike(table: KernelTable) -> None:
    table.sh("croupier replay /var/lib/croupier/journal")


def test_stops_well_and_resumes(table: KernelTable) -> None:
    before = table.look().round
    table.sh("systemctl stop croupier")
    assert table.unit("Result") == "success"
    table.sh("systemctl start croupier")
    assert table.open().round == before
