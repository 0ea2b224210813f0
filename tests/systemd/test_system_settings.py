"""What the package sets beside its units: presets, the hardware watchdog, the adapters' pace."""

import re

from tests.kits.paths import ROOT
from tests.kits.units import SYSTEMD, directives
from tools import make_deb

BY_HAND = {"croupier-board.service", "croupier-uplink.service"}
"""Switched on by a person, where a table has them (`is_wanted` of tools/deb/postinst)."""


def test_preset_switches_on_what_the_package_does() -> None:
    units = {name.removeprefix("systemd/") for name in make_deb._PLACES if ".service" in name}
    lines = re.findall(r"(?m)^(enable|disable) (\S+)$", (SYSTEMD / "croupier.preset").read_text())
    assert {name: act for act, name in lines} == {
        name: "disable" if name in BY_HAND else "enable" for name in units
    }
    (by_hand,) = re.findall(r"in ([\w. |-]+)\)", (ROOT / "tools/deb/postinst").read_text())
    assert set(by_hand.split(" | ")) == BY_HAND


def test_hung_kernel_is_restarted_by_the_hardware() -> None:
    (seconds,) = directives("croupier-watchdog.conf")["RuntimeWatchdogSec"]
    # PM_WDOG of a BCM283x has 20 bits of 1/65536 s.
    assert 10 <= int(seconds) < 0x100000 / 65536


def test_package_has_each_setting_in_its_folder() -> None:
    places = {place.rpartition("/")[0] for place in make_deb._PLACES.values()}
    assert {
        *("usr/lib/systemd/system-preset", "usr/lib/systemd/system.conf.d", "usr/lib/udev/rules.d")
    } <= places


def test_ftdi_adapter_passes_each_octet_on_at_once() -> None:
    rules = (SYSTEMD / "croupier.rules").read_text()
    assert 'DRIVER=="ftdi_sio", ATTR{latency_timer}="1"' in rules


def test_table_without_a_network_is_ready_at_once() -> None:
    for unit in SYSTEMD.glob("croupier*.service"):
        if unit.name in {place.removeprefix("systemd/") for place in make_deb._PLACES}:
            assert "network-online.target" not in unit.read_text(), unit.name
