"""The uplink's unit: the table comes first, and nothing that is private is seen but the journal."""

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT
from firmware.cli.main import main
from tests.kits.paths import EXAMPLES
from tests.kits.units import SYSTEMD, directives

UNIT = "croupier-uplink.service"


@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("ExecStart", "/opt/croupier/croupier uplink --config /etc/croupier/table.toml"),
        ("DynamicUser", "yes"),
        ("RestartPreventExitStatus", str(EXIT_BAD_INPUT)),
        ("Nice", "15"),
        ("IOSchedulingClass", "idle"),
        ("CapabilityBoundingSet", "CAP_DAC_READ_SEARCH"),
        ("ProtectSystem", "strict"),
    ],
)
def test_directive_has_its_value(directive: str, value: str) -> None:
    assert directives(UNIT)[directive] == [value]


def test_uplink_writes_no_files() -> None:
    unit = directives(UNIT)
    assert not {
        "User",
        "SupplementaryGroups",
        "StateDirectory",
        "ReadWritePaths",
        "DeviceAllow",
    } & set(unit)
    assert "-/var/lib/croupier/device.key" in (SYSTEMD / UNIT).read_text()


def test_no_floor_restarts_no_uplink(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["uplink", "--config", str(EXAMPLES / "baccarat.toml")]) == EXIT_BAD_INPUT
    assert "[floor]" in capsys.readouterr().err
