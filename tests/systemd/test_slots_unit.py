"""The unit of a bank of slot machines: its ports and its journal, and no network."""

from firmware.cli.args.commands import load_command
from firmware.cli.args.parser import parse_arguments
from firmware.slots.directories import UNIT_RUNTIME_DIRECTORY
from tests.kits.units import SYSTEMD, directives

NAME = "croupier-slots.service"


def test_command_exists() -> None:
    (line,) = directives(NAME)["ExecStart"]
    program, slots, serve, *options = line.split()
    given = parse_arguments(load_command(f"{slots} {serve}"), options)
    assert program.endswith("/croupier")
    assert given is not None
    assert not given["simulate"]


def test_only_serial_ports_are_allowed() -> None:
    unit = directives(NAME)
    assert unit["DevicePolicy"] == ["closed"]
    assert all(device.startswith("char-tty") for device in unit["DeviceAllow"])
    assert unit["SupplementaryGroups"] == ["dialout"]
    assert unit["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert unit["IPAddressDeny"] == ["any"]


def test_restarts_unless_bank_is_broken() -> None:
    unit = directives(NAME)
    assert (unit["Restart"], unit["RestartPreventExitStatus"]) == (["always"], ["2"])


def test_commands_find_the_socket() -> None:
    unit = directives(NAME)
    assert unit["RuntimeDirectory"] == [UNIT_RUNTIME_DIRECTORY.name]
    made = (SYSTEMD / "croupier-slots.sysusers").read_text().splitlines()[-1]
    assert made.split()[:2] == ["u", *unit["User"]]


def test_uplink_is_separate_from_bank() -> None:
    unit = directives("croupier-slots-uplink.service")
    (line,) = unit["ExecStart"]
    _, slots, uplink, *options = line.split()
    assert parse_arguments(load_command(f"{slots} {uplink}"), options) is not None
    assert unit["DynamicUser"] == ["yes"]
    assert (unit["Nice"], unit["CPUSchedulingPolicy"]) == (["15"], ["batch"])
    assert "-/var/lib/croupier-slots" in unit["InaccessiblePaths"][0].split()
