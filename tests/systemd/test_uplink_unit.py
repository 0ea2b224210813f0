"""The uplink's unit: the table comes first, and nothing that is private is seen but the journal."""

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

UNIT = SYSTEMD / "croupier-uplink.service"


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong_with_the_uplink(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text())
    verdict = verify(tmp_path, text)
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd_analyze
def test_little_of_the_uplink_is_left_exposed() -> None:
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", UNIT)
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= 2.0


@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("ExecStart", "/opt/croupier/croupier uplink --config /etc/croupier/table.toml"),
        ("DynamicUser", "yes"),
        ("Nice", "15"),
        ("IOSchedulingClass", "idle"),
        ("CapabilityBoundingSet", "CAP_DAC_READ_SEARCH"),
        ("ProtectSystem", "strict"),
    ],
)
def test_the_unit_of_the_uplink_says(directive: str, value: str) -> None:
    assert re.findall(rf"(?m)^{directive}=(.*)$", UNIT.read_text()) == [value]


def test_the_uplink_may_write_nowhere_and_sees_no_key_of_the_table() -> None:
    unit = directives(UNIT.read_text())
    assert not {
        "User",
        "SupplementaryGroups",
        "StateDirectory",
        "ReadWritePaths",
        "DeviceAllow",
    } & set(unit)
    assert "-/var/lib/croupier/device.key" in UNIT.read_text()
