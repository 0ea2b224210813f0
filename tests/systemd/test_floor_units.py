"""The units of a server of the floor: a service starts again whatever ends it, the archive runs
once a day, and none has a right that its work does not need.
"""

import re
from pathlib import Path

import pytest

from firmware.cli.args.commands import load_command
from tests.kits.offenders import each
from tests.kits.units import (
    SYSTEMD,
    directives,
    needs_systemd_analyze,
    rendered,
    systemd_analyze,
)

STATELESS = ("croupier-ledger.service", "croupier-keeper@.service")
PIT = "croupier-pit.service"
ARCHIVE = "croupier-archive.service"
each_service = pytest.mark.parametrize("name", [*STATELESS, PIT])
each_unit = pytest.mark.parametrize("name", [*STATELESS, PIT, ARCHIVE])


@each_service
@each(
    "directive, value",
    [("Restart", "always"), ("StartLimitIntervalSec", "0"), ("WantedBy", "multi-user.target")],
)
def test_service_is_started_again(name: str, directive: str, value: str) -> None:
    assert directives(name)[directive] == [value]


@each_unit
@each(
    "directive, value",
    [
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


def test_archive_writes_its_own_folder_alone() -> None:
    unit = directives(ARCHIVE)
    (folder,) = unit["StateDirectory"]
    assert f"--folder /var/lib/{folder} " in unit["ExecStart"][0]
    assert unit["StateDirectoryMode"] == ["0700"]


def test_archive_runs_once_a_day_and_its_failure_shows() -> None:
    unit, timer = directives(ARCHIVE), directives("croupier-archive.timer")
    assert unit["Type"] == ["oneshot"]
    assert not {"SuccessExitStatus", "Restart", "WantedBy"} & set(unit)
    assert timer["Persistent"] == ["true"]
    assert timer["WantedBy"] == ["timers.target"]
    (moment,) = timer["OnCalendar"]
    assert re.fullmatch(r"\*-\*-\* (\d\d):00:00", moment)


@needs_systemd_analyze
def test_systemd_accepts_the_timer(tmp_path: Path) -> None:
    (tmp_path / "croupier-archive.service").write_text(rendered(ARCHIVE))
    timer = tmp_path / "croupier-archive.timer"
    timer.write_text((SYSTEMD / timer.name).read_text())
    verdict = systemd_analyze("verify", "--man=no", timer)
    assert (verdict.returncode, verdict.stderr) == (0, "")


@each_unit
def test_options_in_a_unit_exist(name: str) -> None:
    (line,) = re.findall(r"(?m)^ExecStart=\S+ (.*)$", (SYSTEMD / name).read_text())
    (command,) = re.findall(r"^[a-z]+(?: [a-z]+)?(?= [-%])", line)
    known = {option.name for option in load_command(command).options}
    assert set(re.findall(r"--([a-z-]+)", line)) <= {name.replace("_", "-") for name in known}


@each_unit
def test_settings_match_their_file(name: str) -> None:
    text = (SYSTEMD / name).read_text()
    (line,) = re.findall(r"(?m)^ExecStart=(.*)$", text)
    (named,) = re.findall(r"(?m)^# (.*)\n(?:#.*\n)*EnvironmentFile=", text)
    assert set(re.findall(r"\$\{?([A-Z_]+)\}?", line)) == set(re.findall(r"\b[A-Z_]{2,}\b", named))


@each_unit
def test_guide_names_every_unit(name: str) -> None:
    pages = (SYSTEMD.parent / "docs" / "en" / page for page in ("floor.md", "archive.md"))
    guide = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert name.replace("@", "@JACKPOT") in guide
