"""Starts in an emulated Pi that can't go well: each is named, nothing is lost, and it is mended."""

from typing import Final

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.pi.pi_table import PiTable

pytestmark = pytest.mark.skip("not yet seen to its end in the emulated Pi")
CONFIG: Final = "/etc/croupier/table.toml"


def test_first_start_without_stick_and_bus_is_locked(table: PiTable) -> None:
    table.machine.stick_is_in = False
    table.world.usb["bus"].unplug()
    status = table.power_on()
    assert status.locked is not None
    assert "/media/croupier)" in table.log()


def test_stick_and_bus_that_come_later_begin_the_table(table: PiTable) -> None:
    table.machine.plug_stick()
    table.world.usb["bus"].plug()
    table.restart()
    assert faults(table.until_well()) == set()


def test_wrong_bus_is_named(table: PiTable) -> None:
    table.sh(f"sed -i 's/^bus = 0/bus = 5/' {CONFIG}; systemctl restart --no-block croupier")
    table.until_logged("/dev/i2c-5")
    table.sh(f"sed -i 's/^bus = 5/bus = 0/' {CONFIG}")


def test_bus_that_belongs_to_another_group_is_named(table: PiTable) -> None:
    table.sh("chgrp root /dev/i2c-0; systemctl reset-failed; systemctl restart --no-block croupier")
    table.until_logged("/dev/i2c-0")
    table.sh("chgrp i2c /dev/i2c-0; systemctl reset-failed")
    table.restart()
    table.until_well()


def test_dying_stick_is_named_and_play_goes_on(table: PiTable) -> None:
    table.sh("echo offline >/sys/block/sda/device/state")
    table.play(1)
    table.until_fault("journal", "copy_lost")
