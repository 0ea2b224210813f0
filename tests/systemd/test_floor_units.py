"""The units of a server of the floor: they write nothing, and start again whatever ends them."""

import re

import pytest

from firmware.cli.line.commands import command
from tests.kits.units import SYSTEMD, directives

UNITS = ("croupier-ledger.service", "croupier-keeper@.service")
each_unit = pytest.mark.parametrize("name", UNITS)


@each_unit
def test_a_process_of_the_floor_begins_again_and_writes_nowhere(name: str) -> None:
    unit = directives(name)
    assert unit["Restart"] == ["always"]
    assert not {"StateDirectory", "ReadWritePaths", "DeviceAllow"} & set(unit)


@each_unit
def test_a_unit_of_the_floor_gives_options_that_there_are(name: str) -> None:
    (line,) = re.findall(r"(?m)^ExecStart=\S+ (.*)$", (SYSTEMD / name).read_text())
    known = {option.name for option in command(line.split()[0]).options}
    assert set(re.findall(r"--([a-z-]+)", line)) <= {name.replace("_", "-") for name in known}
