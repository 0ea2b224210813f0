"""Starts in an emulated Pi that can't go well: each is named, nothing is lost, and it is mended."""

from typing import Final

from tests.kits.kernel.guest_table import faults
from tests.kits.pi.pi_table import PiTable

CARD_IS_PREPARED: Final = True
CONFIG: Final = "/etc/croupier/table.toml"
AGAIN: Final = "systemctl reset-failed croupier; systemctl restart --no-block croupier"


def test_first_start_without_bus_and_stick_names_both(table: PiTable) -> None:
    table.machine.stick_is_in = False
    table.world.usb["bus"].unplug()
    table.start()
    table.until_logged("there is no /dev/i2c-0")
    table.until_logged("/media/croupier)")


def test_missing_stick_holds_up_no_other_disk(table: PiTable) -> None:
    before = table.sh("systemctl show --value --property Before media-croupier.mount")
    assert "croupier.service" in before.split()
    assert "local-fs.target" not in before.split()


def test_no_journal_is_begun_without_its_second_copy(table: PiTable) -> None:
    table.sh("systemctl stop croupier; ! ls /var/lib/croupier/journal/*")


def test_bus_and_stick_that_come_later_begin_the_table(table: PiTable) -> None:
    table.machine.plug_stick()
    table.world.usb["bus"].plug()
    table.sh(AGAIN)
    assert faults(table.until_well()) == set()


def test_wrong_bus_is_named(table: PiTable) -> None:
    table.sh(f"sed -i 's/^bus = 0/bus = 5/' {CONFIG}; {AGAIN}")
    table.until_logged("there is no /dev/i2c-5")
    table.sh(f"sed -i 's/^bus = 5/bus = 0/' {CONFIG}")


def test_bus_of_another_group_is_named(table: PiTable) -> None:
    table.sh(f"chgrp root /dev/i2c-0; {AGAIN}")
    table.until_logged("no right to open /dev/i2c-0")
    table.sh(f"chgrp i2c /dev/i2c-0; {AGAIN}")
    assert faults(table.until_well()) == set()
