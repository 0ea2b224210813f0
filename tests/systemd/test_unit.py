"""The unit: the design's requirements, and systemd's own check."""

import re
import sys
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT
from tests.kits.paths import ROOT
from tests.kits.units import (
    SYSTEMD,
    directives,
    needs_systemd_analyze,
    rendered,
    systemd_analyze,
    verify,
)
from tools import make_deb

UNIT = "croupier.service"


@needs_systemd_analyze
def test_systemd_accepts_the_mount() -> None:
    mount = SYSTEMD / "media-croupier.mount"
    verdict = systemd_analyze("verify", "--man=no", "--recursive-errors=no", mount)
    assert (verdict.returncode, verdict.stderr) == (0, "")
    assert directives(mount.name)["Where"] == ["/media/croupier"]


def test_missing_stick_holds_up_a_start_for_seconds_alone() -> None:
    mount = directives("media-croupier.mount")
    assert "nofail" in mount["Options"][0].split(",")
    device = mount["What"][0].strip("/").replace("-", r"\x2d").replace("/", "-")
    place = make_deb._PLACES["systemd/croupier-stick.conf"]
    assert place.startswith(f"usr/lib/systemd/system/{device}.device.d/")
    (seconds,) = directives("croupier-stick.conf")["JobRunningTimeoutSec"]
    assert 5 <= int(seconds) <= 30


def test_pulled_stick_that_is_back_can_be_mounted_again() -> None:
    """Without it systemd can't unmount what the service has open, and takes it for mounted."""
    assert directives("media-croupier.mount")["LazyUnmount"] == ["yes"]


def test_stick_that_comes_later_is_mounted() -> None:
    """The console's `restart` starts no unit again: nothing else would mount it."""
    assert directives("croupier-stick.conf")["Wants"] == ["media-croupier.mount"]


@needs_systemd_analyze
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("WatchdogSec=10", "WatchdogSecs=10"),
        ("Type=notify", "Type=notifies"),
        ("@system-service", "@system-services"),
        (sys.executable, "/nowhere/croupier"),
    ],
)
def test_systemd_would_find_a_mistake(tmp_path: Path, right: str, wrong: str) -> None:
    text = rendered(UNIT, sys.executable)
    assert right in text
    verdict = verify(tmp_path, text.replace(right, wrong))
    assert (verdict.returncode, verdict.stderr) != (0, "")


@pytest.mark.clause("Practice sandbox")
@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("Type", "notify"),
        ("NotifyAccess", "main"),
        ("Restart", "on-failure"),
        ("User", "croupier"),
        ("SupplementaryGroups", "dialout i2c gpio audio"),
        ("StateDirectory", "croupier"),
        ("ConfigurationDirectory", "croupier"),
        ("ConfigurationDirectoryMode", "1775"),
        ("ReadWritePaths", "/etc/croupier -/media/croupier"),
        ("RuntimeDirectory", "croupier"),
        ("WorkingDirectory", "%t/croupier"),
        ("ProtectSystem", "strict"),
        ("PrivateNetwork", "yes"),
        ("RestrictAddressFamilies", "AF_UNIX"),
        ("CapabilityBoundingSet", ""),
        ("RestartPreventExitStatus", str(EXIT_BAD_INPUT)),
        (
            "ExecStart",
            "/opt/croupier/croupier run --board pi --config /etc/croupier/table.toml",
        ),
    ],
)
def test_directive_has_its_value(directive: str, value: str) -> None:
    assert directives(UNIT)[directive] == [value]


@needs_systemd_analyze
def test_serial_server_is_the_only_address(tmp_path: Path) -> None:
    """The drop-in of docs/en/parts/serial-server.md lets the service reach one address alone."""
    page = (ROOT / "docs" / "en" / "parts" / "serial-server.md").read_text(encoding="utf-8")
    (drop_in,) = re.findall(r"```ini\n\[Service\]\n(.*?)```", page, re.DOTALL)
    assert drop_in.splitlines() == [
        "PrivateNetwork=no",
        "RestrictAddressFamilies=AF_INET",
        "IPAddressAllow=192.168.127.254",
    ]
    assert directives(UNIT)["IPAddressDeny"] == ["any"]
    verdict = verify(tmp_path, f"{rendered(UNIT, sys.executable)}\n[Service]\n{drop_in}")
    assert (verdict.returncode, verdict.stderr) == (0, "")


@pytest.mark.parametrize("directive", ["WatchdogSec", "RestartSec", "StartLimitBurst"])
def test_directive_is_a_figure(directive: str) -> None:
    (figure,) = directives(UNIT)[directive]
    assert int(figure) > 0


@pytest.mark.parametrize("group", ["ttyUSB", "ttyACM", "ttyAMA", "ttyS", "i2c", "gpiochip", "alsa"])
def test_every_bus_is_allowed(group: str) -> None:
    unit = directives(UNIT)
    assert f"char-{group} rw" in unit["DeviceAllow"]
    assert unit["DevicePolicy"] == ["closed"]
    assert "PrivateDevices" not in unit


def test_pi_can_be_recognised() -> None:
    """rpi-lgpio reads /proc/device-tree, which ProcSubset=pid hides."""
    assert "ProcSubset" not in directives(UNIT)


def test_every_extra_account_is_created() -> None:
    created = re.findall(r"(?m)^[gu] (\S+)", (SYSTEMD / "croupier.sysusers").read_text())
    unit = directives(UNIT)
    console = directives("croupier-console.service")
    wanted = [*unit["User"], *unit["Group"], *unit["SupplementaryGroups"][0].split()]
    wanted += [*console["User"], *console["Group"], *console["SupplementaryGroups"]]
    assert set(wanted) - {"dialout", "audio"} == set(created)
