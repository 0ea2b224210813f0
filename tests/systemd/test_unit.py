"""The unit: the design's requirements, and systemd's own check."""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from firmware.cli.line.exits import BAD_INPUT
from tests.kits.paths import ROOT

SYSTEMD = ROOT / "systemd"
UNIT = SYSTEMD / "croupier.service"

needs_systemd_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def directives(text: str) -> dict[str, list[str]]:
    """Return the values of each directive, in their order."""
    found = defaultdict(list)
    for line in text.splitlines():
        if match := re.fullmatch(r"([A-Z]\w+)=(.*)", line):
            found[match[1]].append(match[2])
    return dict(found)


def systemd_analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )


def verify(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    rendered = folder / "croupier.service"
    rendered.write_text(text)
    return systemd_analyze("verify", "--man=no", "--recursive-errors=no", rendered)


def rendered() -> str:
    """Return the unit with a program and an account that this machine has."""
    text = UNIT.read_text()
    for key, value in {"ExecStart": sys.executable, "User": "root", "Group": "root"}.items():
        text, replaced = re.subn(f"(?m)^{key}=.*$", f"{key}={value}", text)
        assert replaced == 1, key
    return text


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    verdict = verify(tmp_path, rendered())
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong_with_the_mount_of_the_second_disk() -> None:
    mount = SYSTEMD / "media-croupier.mount"
    verdict = systemd_analyze("verify", "--man=no", "--recursive-errors=no", mount)
    assert (verdict.returncode, verdict.stderr) == (0, "")
    assert directives(mount.read_text())["Where"] == ["/media/croupier"]


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
def test_systemd_would_have_found_a_mistake(tmp_path: Path, right: str, wrong: str) -> None:
    text = rendered()
    assert right in text
    verdict = verify(tmp_path, text.replace(right, wrong))
    assert (verdict.returncode, verdict.stderr) != (0, "")


@needs_systemd_analyze
def test_little_is_left_exposed() -> None:
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", UNIT)
    exposure = re.search(r"exposure level for croupier\.service: (\d+\.\d)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= 1.5


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
        ("RestartPreventExitStatus", str(BAD_INPUT)),
        (
            "ExecStart",
            "/opt/croupier/croupier run --board pi --config /etc/croupier/table.toml",
        ),
    ],
)
def test_the_unit_says(directive: str, value: str) -> None:
    assert directives(UNIT.read_text())[directive] == [value]


@pytest.mark.parametrize("directive", ["WatchdogSec", "RestartSec", "StartLimitBurst"])
def test_the_unit_sets_a_figure(directive: str) -> None:
    (figure,) = directives(UNIT.read_text())[directive]
    assert int(figure) > 0


@pytest.mark.parametrize("group", ["ttyUSB", "ttyACM", "ttyAMA", "ttyS", "i2c", "gpiochip", "alsa"])
def test_every_bus_is_let_through(group: str) -> None:
    unit = directives(UNIT.read_text())
    assert f"char-{group} rw" in unit["DeviceAllow"]
    assert unit["DevicePolicy"] == ["closed"]
    assert "PrivateDevices" not in unit


def test_the_pi_can_be_recognised() -> None:
    """rpi-lgpio reads /proc/device-tree, which ProcSubset=pid hides."""
    assert "ProcSubset" not in directives(UNIT.read_text())


def test_every_account_of_the_unit_that_debian_lacks_is_created() -> None:
    created = re.findall(r"(?m)^[gu] (\S+)", (SYSTEMD / "croupier.sysusers").read_text())
    unit = directives(UNIT.read_text())
    console = directives((SYSTEMD / "croupier-console.service").read_text())
    wanted = [*unit["User"], *unit["Group"], *unit["SupplementaryGroups"][0].split()]
    wanted += [*console["User"], *console["Group"], *console["SupplementaryGroups"]]
    assert set(wanted) - {"dialout", "audio"} == set(created)
