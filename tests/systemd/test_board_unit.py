"""The board's unit: it may read one socket, and the table comes first."""

import pytest

from tests.kits.units import directives

UNIT = "croupier-board.service"


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
def test_directive_has_its_value(directive: str, value: str) -> None:
    assert directives(UNIT)[directive] == [value]


def test_board_has_no_special_right() -> None:
    unit = directives(UNIT)
    assert not {"User", "Group", "SupplementaryGroups", "StateDirectory", "DeviceAllow"} & set(unit)
