"""The console's unit: less than the service may, but for the clock; and it comes back."""

import re
from pathlib import Path

import pytest

from tests.systemd.test_unit import (
    SYSTEMD,
    directives,
    needs_systemd_analyze,
    systemd_analyze,
    verify,
)
from tests.systemd.test_unit import UNIT as SERVICE

UNIT = SYSTEMD / "croupier-console.service"


def rendered() -> str:
    """Return the unit with a program and an account that this machine has."""
    text = UNIT.read_text()
    for key, value in {"ExecStart": "/bin/true", "User": "root", "Group": "root"}.items():
        text, replaced = re.subn(f"(?m)^{key}=.*$", f"{key}={value}", text)
        assert replaced == 1, key
    return text


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    verdict = verify(tmp_path, rendered())
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd_analyze
def test_little_is_left_exposed() -> None:
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", UNIT)
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= 2.0


@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("User", "croupier-console"),
        ("Group", "croupier-console"),
        ("SupplementaryGroups", "dialout"),
        ("Nice", "10"),
        ("Restart", "on-failure"),
        ("StateDirectory", "croupier-console"),
        ("StateDirectoryMode", "0700"),
        ("ProtectSystem", "strict"),
        ("PrivateNetwork", "yes"),
        ("RestrictAddressFamilies", "AF_UNIX"),
        ("LimitCORE", "0"),
        (
            "ExecStart",
            "/opt/croupier/croupier console --serve --config /etc/croupier/table.toml",
        ),
    ],
)
def test_the_unit_says(directive: str, value: str) -> None:
    assert directives(UNIT.read_text())[directive] == [value]


def test_its_memory_is_bounded() -> None:
    """Below it are the program and one hashing of 32 MiB."""
    (most,) = directives(UNIT.read_text())["MemoryMax"]
    assert 96 <= int(most.removesuffix("M")) <= 256


def test_the_clock_is_the_one_right_more_than_the_service_has() -> None:
    unit, service = directives(UNIT.read_text()), directives(SERVICE.read_text())
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == ["CAP_SYS_TIME"]
    assert service["ProtectClock"] == ["yes"]
    assert "ProtectClock" not in unit


def test_the_launcher_looks_for_versions_where_the_service_keeps_them() -> None:
    assert directives(UNIT.read_text())["UnsetEnvironment"] == ["STATE_DIRECTORY"]
    assert "${STATE_DIRECTORY:-/var/lib/croupier}" in (SYSTEMD / "croupier").read_text()


def test_the_service_may_give_its_socket_to_the_console() -> None:
    lines = (SYSTEMD / "croupier.sysusers").read_text().splitlines()
    assert "m croupier croupier-console" in lines


def test_a_laptop_s_usb_cable_has_a_name() -> None:
    rules = (SYSTEMD / "croupier.rules").read_text()
    assert 'KERNEL=="ttyGS0", SYMLINK+="croupier-console"' in rules
