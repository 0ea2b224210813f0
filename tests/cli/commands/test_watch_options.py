"""Where a process shows its figures: on this machine alone, unless an address is named."""

import pytest

from firmware.cli.args.commands import load_command
from firmware.cli.commands.watched_process import BindAddress, parse_bind_address


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("9101", BindAddress("127.0.0.1", 9101)),
        (":9101", BindAddress("127.0.0.1", 9101)),
        ("10.0.0.3:9101", BindAddress("10.0.0.3", 9101)),
        ("[::1]:9101", BindAddress("::1", 9101)),
    ],
)
def test_address_is_parsed(typed: str, address: BindAddress) -> None:
    assert parse_bind_address(typed) == address


@pytest.mark.parametrize("typed", ["", "10.0.0.3", "x:99999", "9101x"])
def test_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the command line names the argument
        parse_bind_address(typed)


@pytest.mark.parametrize("command", ["ledger", "keeper", "pit"])
def test_figures_are_shown_by_option_alone(command: str) -> None:
    (option,) = [option for option in load_command(command).options if option.name == "metrics"]
    assert (option.default, option.takes_many) == (None, False)
