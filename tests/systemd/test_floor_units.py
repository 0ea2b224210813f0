"""The units of a server of the floor: each starts again whatever ends it, and has no right that its
work does not need.
"""

import re

import pytest

from firmware.cli.args.commands import load_command
from tests.kits.offenders import each
from tests.kits.units import SYSTEMD, directives

STATELESS = ("croupier-ledger.service", "croupier-keeper@.service")
PIT = "croupier-pit.service"
each_unit = pytest.mark.parametrize("name", [*STATELESS, PIT])


@each_unit
@each(
    "directive, value",
    [
        ("Restart", "always"),
        ("StartLimitIntervalSec", "0"),
        ("User", "croupier-floor"),
        ("Group", "croupier-floor"),
        ("CapabilityBoundingSet", ""),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateDevices", "yes"),
        ("NoNewPrivileges", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6"),
        ("SystemCallErrorNumber", "EPERM"),
        ("UMask", "0077"),
        ("WantedBy", "multi-user.target"),
    ],
)
def test_directive_has_its_value(name: str, directive: str, value: str) -> None:
    assert directives(name)[directive] == [value]


@each_unit
def test_no_floor_process_has_devices(name: str) -> None:
    unit = directives(name)
    assert not {"DeviceAllow", "ReadWritePaths", "AmbientCapabilities"} & set(unit)
    assert not {"SupplementaryGroups", "RuntimeDirectory"} & set(unit)


@pytest.mark.parametrize("name", STATELESS)
def test_stateless_unit_writes_no_files(name: str) -> None:
    assert "StateDirectory" not in directives(name)


def test_only_pit_reads_the_accounts() -> None:
    unit = directives(PIT)
    (folder,) = unit["StateDirectory"]
    assert f"--accounts /var/lib/{folder} " in unit["ExecStart"][0]
    assert unit["StateDirectoryMode"] == ["0700"]


@each_unit
def test_options_in_a_unit_exist(name: str) -> None:
    (line,) = re.findall(r"(?m)^ExecStart=\S+ (.*)$", (SYSTEMD / name).read_text())
    known = {option.name for option in load_command(line.split()[0]).options}
    assert set(re.findall(r"--([a-z-]+)", line)) <= {name.replace("_", "-") for name in known}


@each_unit
def test_settings_match_their_file(name: str) -> None:
    text = (SYSTEMD / name).read_text()
    (line,) = re.findall(r"(?m)^ExecStart=(.*)$", text)
    (named,) = re.findall(r"(?m)^# (.*)\n(?:#.*\n)*EnvironmentFile=", text)
    assert set(re.findall(r"\$\{?([A-Z_]+)\}?", line)) == set(re.findall(r"\b[A-Z_]{2,}\b", named))


@each_unit
def test_guide_names_every_unit(name: str) -> None:
    guide = (SYSTEMD.parent / "docs" / "en" / "floor.md").read_text(encoding="utf-8")
    assert name.replace("@", "@JACKPOT") in guide
