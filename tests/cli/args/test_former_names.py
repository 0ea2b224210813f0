"""A former name of a command or an option does the same, and the present one is named on stderr."""

import pytest

from firmware.cli.args.commands import COMMANDS, FORMER_GROUPS, FORMER_OPTIONS, load_command
from firmware.cli.main import main
from tests.kits.offenders import each

OPTIONS = [
    (command, *names) for command, options in FORMER_OPTIONS.items() for names in options.items()
]


@each("former, present", sorted(FORMER_GROUPS.items()))
def test_present_command_replaces_former(former: str, present: str) -> None:
    assert former.split()[:-1] == present.split()[:-1]
    assert not [name for name in COMMANDS if f"{name} ".startswith(f"{former} ")]
    assert [name for name in COMMANDS if f"{name} ".startswith(f"{present} ")]


@each("command, former, present", OPTIONS)
def test_present_option_replaces_former(command: str, former: str, present: str) -> None:
    known = {option.option_name for option in load_command(command).options}
    assert present in known
    assert former not in known


def test_help_names_present_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--lang", "en", "help", "lot", "audit"]) == 0
    assert "croupier jackpot audit" in capsys.readouterr().out


@each("value", [["--lot", "500"], ["--lot=500"]])
def test_value_of_former_option_is_read(value: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        read: dict[str, object] = {}
        target = "firmware.cli.args.run_command.call_with_values"
        patched.setattr(target, lambda _, values: read.update(values) or 0)
        assert main(["slots", "serve", "--config", "bank.toml", *value]) == 0
    assert read["jackpot"] == 500
