"""The board's unit: it may read one socket, and the table comes first."""

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

UNIT = SYSTEMD / "croupier-board.service"


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong_with_the_board(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text())
    verdict = verify(tmp_path, text)
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd_analyze
def test_little_of_the_board_is_left_exposed() -> None:
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", UNIT)
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= 2.0


@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("ExecStart", "/opt/croupier/croupier board --socket /run/croupier/control.sock"),
        ("DynamicUser", "yes"),
        ("Nice", "10"),
        ("Restart", "on-failure"),
        ("PrivateDevices", "yes"),
        ("IPAddressDeny", "any"),
        ("IPAddressAllow", "localhost"),
        ("RestrictAddressFamilies", "AF_UNIX AF_INET"),
        ("CapabilityBoundingSet", ""),
    ],
)
def test_the_unit_of_the_board_says(directive: str, value: str) -> None:
    assert re.findall(rf"(?m)^{directive}=(.*)$", UNIT.read_text()) == [value]


def test_the_board_has_no_right_that_anybody_lacks() -> None:
    unit = directives(UNIT.read_text())
    assert not {"User", "Group", "SupplementaryGroups", "StateDirectory", "DeviceAllow"} & set(unit)
