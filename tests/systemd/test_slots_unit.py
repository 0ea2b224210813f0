"""The unit of a bank of slot machines: its ports and its journal, and no network."""

from firmware.cli.args.commands import load_command
from firmware.cli.args.parser import parse_arguments
from firmware.slots.directories import UNIT_RUNTIME_DIRECTORY
from tests.kits.units import SYSTEMD, directives

NAME = "croupier-slots.service"


def test_its_command_is_one_that_there_is() -> None:
    (line,) = directives(NAME)["ExecStart"]
    program, slots, serve, *options = line.split()
    given = parse_arguments(load_command(f"{slots} {serve}"), options)
    assert program.endswith("/croupier")
    assert given is not None
    assert not given["simulate"]


def test_it_has_serial_ports_and_nothing_else_of_the_machine() -> None:
    unit = directives(NAME)
    assert unit["DevicePolicy"] == ["closed"]
    assert all(device.startswith("char-tty") for device in unit["DeviceAllow"])
    assert unit["SupplementaryGroups"] == ["dialout"]
    assert unit["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert unit["IPAddressDeny"] == ["any"]


def test_it_starts_again_unless_a_person_must_mend_the_bank() -> None:
    unit = directives(NAME)
    assert (unit["Restart"], unit["RestartPreventExitStatus"]) == (["always"], ["2"])


def test_the_commands_find_its_socket_and_its_account_is_made() -> None:
    unit = directives(NAME)
    assert unit["RuntimeDirectory"] == [UNIT_RUNTIME_DIRECTORY.name]
    made = (SYSTEMD / "croupier-slots.sysusers").read_text().splitlines()[-1]
    assert made.split()[:2] == ["u", *unit["User"]]


def test_its_uplink_is_none_of_the_bank_s_and_comes_after_it() -> None:
    unit = directives("croupier-slots-uplink.service")
    (line,) = unit["ExecStart"]
    _, slots, uplink, *options = line.split()
    assert parse_arguments(load_command(f"{slots} {uplink}"), options) is not None
    assert unit["DynamicUser"] == ["yes"]
    assert (unit["Nice"], unit["CPUSchedulingPolicy"]) == (["15"], ["batch"])
    assert "-/var/lib/croupier-slots" in unit["InaccessiblePaths"][0].split()
