"""The units of a server of the floor: they write nothing, and start again whatever ends them."""

import re
from pathlib import Path

import pytest

from firmware.cli.line.commands import command
from tests.systemd.test_unit import (
    SYSTEMD,
    directives,
    needs_systemd_analyze,
    systemd_analyze,
    verify,
)

UNITS = ("croupier-ledger.service", "croupier-keeper@.service")
each_unit = pytest.mark.parametrize("name", UNITS)


@needs_systemd_analyze
@each_unit
def test_systemd_finds_nothing_wrong_with_a_unit_of_the_floor(tmp_path: Path, name: str) -> None:
    text = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", (SYSTEMD / name).read_text())
    text = text.replace("User=croupier-floor", "User=root").replace("%i", "grand")
    verdict = verify(tmp_path, text.replace("Group=croupier-floor\n", ""))
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd_analyze
@each_unit
def test_little_of_a_unit_of_the_floor_is_left_exposed(name: str) -> None:
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", SYSTEMD / name)
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= 2.5


@each_unit
def test_a_process_of_the_floor_begins_again_and_writes_nowhere(name: str) -> None:
    unit = directives((SYSTEMD / name).read_text())
    assert unit["Restart"] == ["always"]
    assert not {"StateDirectory", "ReadWritePaths", "DeviceAllow"} & set(unit)


@each_unit
def test_a_unit_of_the_floor_gives_options_that_there_are(name: str) -> None:
    (line,) = re.findall(r"(?m)^ExecStart=\S+ (.*)$", (SYSTEMD / name).read_text())
    known = {option.name for option in command(line.split()[0]).options}
    assert set(re.findall(r"--([a-z-]+)", line)) <= {name.replace("_", "-") for name in known}
