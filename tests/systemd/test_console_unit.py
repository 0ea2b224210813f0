"""The console's unit: less than the service may, but for the clock; and it comes back."""

import pytest

from tests.kits.units import SYSTEMD, directives

UNIT, SERVICE = "croupier-console.service", "croupier.service"


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
def test_directive_has_its_value(directive: str, value: str) -> None:
    assert directives(UNIT)[directive] == [value]


def test_memory_is_bounded() -> None:
    """Below it are the program and one hashing of 32 MiB."""
    (most,) = directives(UNIT)["MemoryMax"]
    assert 96 <= int(most.removesuffix("M")) <= 256


def test_clock_is_the_only_extra_right() -> None:
    unit, service = directives(UNIT), directives(SERVICE)
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == ["CAP_SYS_TIME"]
    assert service["ProtectClock"] == ["yes"]
    assert "ProtectClock" not in unit


def test_launcher_finds_the_versions() -> None:
    assert directives(UNIT)["UnsetEnvironment"] == ["STATE_DIRECTORY"]
    assert "${STATE_DIRECTORY:-/var/lib/croupier}" in (SYSTEMD / "croupier").read_text()


def test_console_may_use_the_socket() -> None:
    lines = (SYSTEMD / "croupier.sysusers").read_text().splitlines()
    assert "m croupier croupier-console" in lines


def test_laptop_usb_cable_has_a_name() -> None:
    rules = (SYSTEMD / "croupier.rules").read_text()
    assert 'KERNEL=="ttyGS0", SYMLINK+="croupier-console"' in rules
