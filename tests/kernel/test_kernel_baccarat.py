"""A night of Baccara on a real kernel: real device files, systemd, the unit with its sandbox."""

from typing import Final

import pytest

from firmware.core.vocabulary.next_step import Act
from tests.kits.kernel.adapter import SHORT
from tests.kits.kernel.guest import Failed
from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.waiting import until

EXAMPLE: Final = "baccarat"
PARTS: Final = {
    "shoe": "lost",
    "chips": "lost",
    "presence": "lost",
    "keys": "lost",
    "lights": "lost",
    "dealer_display": "lost",
    "payout_display": "lost",
    "figures": "dark",
}
EREMOTEIO, ENXIO, EIO, ETIMEDOUT, EAGAIN, EOPNOTSUPP = 121, 6, 5, 110, 11, 95
STARTED_AGAIN_S: Final = 300.0
"""As long as a service may take to be started again on a busy machine."""


def test_first_start_accepted_and_ready(table: KernelTable) -> None:
    status = table.look()
    assert status.board == "pi"
    assert faults(status) == set()
    assert table.sh("cat /var/lib/croupier/version.accepted").strip() == status.version


def test_two_rounds_are_played(table: KernelTable) -> None:
    before = table.look().round
    status = table.play(2)
    assert status.round == before + 2
    assert faults(status) == set()
    assert table.croupier.mishap_counts.total() == 0


def test_journal_replays_alike(table: KernelTable) -> None:
    table.sh("croupier replay /var/lib/croupier/journal")


@pytest.mark.parametrize("part", PARTS)
def test_pulled_part_named_and_comes_back(table: KernelTable, part: str) -> None:
    table.unplug(part)
    table.until_fault(part, PARTS[part])
    table.plug(part)
    table.until_well()
    table.open()


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (EREMOTEIO, ("lights", "lost")),
        (ENXIO, ("lights", "lost")),
        (EOPNOTSUPP, ("lights", "lost")),
        (SHORT, ("lights", "lost")),
        (EIO, ("i2c", "stuck")),
        (ETIMEDOUT, ("i2c", "stuck")),
        (EAGAIN, ("i2c", "stuck")),
    ],
)
def test_adapter_error_is_a_fault(table: KernelTable, error: int, fault: tuple[str, str]) -> None:
    table.bus.error = error
    table.until_fault(*fault)
    table.bus.error = 0
    table.until_well()
    table.open()


def test_adapter_without_empty_writes_uses_reads(table: KernelTable) -> None:
    quick = "/sys/module/i2c_virtio/parameters/quick"
    table.sh(f"echo N >{quick}")
    table.bus.empty = EOPNOTSUPP
    table.sh("systemctl restart croupier")
    table.until_well()
    table.open()
    table.bus.empty = 0
    table.sh(f"echo Y >{quick}; systemctl restart croupier")
    table.until_well()
    table.open()


def test_endless_transfer_faults_then_restarts(table: KernelTable) -> None:
    before, starts = table.look().round, table.starts()
    table.bus.free.clear()
    table.until_fault("i2c", "held")
    until("a new start", lambda: table.starts() > starts, most_s=STARTED_AGAIN_S)
    table.bus.free.set()
    table.until_well()
    assert table.open().round == before


def test_port_in_use_is_no_cable_fault(table: KernelTable) -> None:
    table.sh("systemctl stop croupier")
    table.sh("systemd-run --quiet --unit holder flock /dev/ttyS0 sleep infinity")
    table.sh("while flock --nonblock /dev/ttyS0 true; do sleep 0.1; done")
    table.sh("systemctl start croupier")
    table.until_fault("shoe", "port_taken")
    table.sh("systemctl stop holder")
    table.until_well()
    table.open()


def test_only_root_opens_a_port_in_use(table: KernelTable) -> None:
    with pytest.raises(Failed, match="Device or resource busy"):
        table.sh("setpriv --reuid croupier --regid dialout --clear-groups head -c 1 /dev/ttyS0")


def test_killed_service_resumes(table: KernelTable) -> None:
    before, starts = table.look().round, table.starts()
    table.sh("systemctl kill --signal KILL croupier")
    until("a new start", lambda: table.starts() > starts, most_s=STARTED_AGAIN_S)
    status = table.until(lambda now: now.ask.do is Act.CONFIRM_FELT)
    assert status.round == before
    assert table.play(1).round == before + 1


def test_watchdog_restarts_the_service(table: KernelTable) -> None:
    before, starts = table.look().round, table.starts()
    table.sh("systemctl kill --signal STOP croupier")
    until("a new start", lambda: table.starts() > starts, most_s=STARTED_AGAIN_S)
    assert table.until(lambda now: now.ask.do is Act.CONFIRM_FELT).round == before
    table.open()


def test_stopped_service_stays_down(table: KernelTable) -> None:
    before = table.look().round
    table.sh("systemctl kill --signal TERM croupier")
    until(
        "a service that is down",
        lambda: table.unit("ActiveState"),
        "inactive".__eq__,
        most_s=STARTED_AGAIN_S,
    )
    assert table.unit("Result") == "success"
    table.sh("systemctl start croupier")
    assert table.open().round == before


def test_sandbox_is_that_of_the_unit(table: KernelTable) -> None:
    status = table.sh("cat /proc/$(systemctl show --value -p MainPID croupier)/status")
    said = dict(line.split(":", 1) for line in status.splitlines())
    assert said["CapEff"].strip() == "0" * 16
    assert said["NoNewPrivs"].strip() == "1"
    assert said["Seccomp"].strip() == "2"
    assert int(said["Uid"].split()[0]) > 0


def test_console_unit_answers_at_its_port(table: KernelTable) -> None:
    table.sh("systemctl start croupier-console")
    table.world.console.say("\r", "Baccara 1 > ", STARTED_AGAIN_S)
    assert "Aucune panne" in table.world.console.say("status\r", "Machine", STARTED_AGAIN_S)
    table.sh("systemctl stop croupier-console")


def test_clock_set_back_is_a_fault(table: KernelTable) -> None:
    table.sh("date --set 2020-01-01")
    table.until_fault("host", "clock_back")


def test_play_goes_on_without_the_stick(table: KernelTable) -> None:
    """Ext4's own shutdown has every later write end with EIO, as a pulled stick has it."""
    shutdown, without_a_flush = 0x8004_587D, "b'\\2\\0\\0\\0'"
    table.sh(
        'python3 -c "import fcntl, os; fcntl.ioctl('
        f"os.open('/media/croupier', os.O_RDONLY), {shutdown}, {without_a_flush})\""
    )
    table.play(1)
    table.until_fault("journal", "copy_lost")
