"""Looking up a command, and its possible continuations."""

from typing import Any

import pytest

from firmware.console.command.command import Command, Parameter
from firmware.console.command.lookup import UnknownCommand, completions, find_command, split_line


def command(name: str, *takes: Parameter) -> Command:
    return Command(name, lambda *_: None, lambda *_: (), takes)  # type: ignore[arg-type,return-value]


PART = Parameter("part", choices=lambda _: ("shoe", "chips", "sounder"))
COMMANDS = {
    one.name: one
    for one in (
        command("status"),
        command("recall", Parameter("rounds", required=False)),
        command("reinit", PART),
        command("restart"),
        command("config show", Parameter("key", required=False)),
        command("config set", Parameter("key"), Parameter("value", takes_rest=True)),
        command("config seal"),
        command("meters"),
        command("meters reset"),
        command("watch", PART),
        command("watch shoe"),
        command("watch bus"),
    )
}
CONTEXT: Any = None


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("status", "status", ()),
        ("s", "status", ()),
        ("conf sh", "config show", ()),
        ("conf sh table.name", "config show", ("table.name",)),
        ("config set table.name 'Baccara 3'", "config set", ("table.name", "Baccara 3")),
        ("config set a b c d", "config set", ("a", "b", "c", "d")),
        ("meters", "meters", ()),
        ("met res", "meters reset", ()),
        ("watch shoe", "watch shoe", ()),
        ("watch chips", "watch", ("chips",)),
        ("recall 3", "recall", ("3",)),
    ],
)
def test_abbreviated_command_is_found(line: str, name: str, words: tuple[str, ...]) -> None:
    found = find_command(COMMANDS, split_line(line))
    assert (found.command.name, found.arguments) == (name, words)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("re", "ambiguous"),
        ("rest now", "too_many"),
        ("config", "say_more"),
        ("config s", "ambiguous"),
        ("config nonsense", "say_more"),
        ("stauts", "unknown_near"),
        ("xyzzy", "unknown"),
        ("reinit", "too_few"),
        ("reinit shoe chips", "too_many"),
        ("config set a", "too_few"),
    ],
)
def test_unknown_command_is_refused(line: str, why: str) -> None:
    with pytest.raises(UnknownCommand) as refused:
        find_command(COMMANDS, split_line(line))
    assert refused.value.why.key == f"console.{why}"


def test_quotation_must_end() -> None:
    with pytest.raises(UnknownCommand):
        split_line("config set 'a")


def test_json_option_comes_last() -> None:
    assert find_command(COMMANDS, ["reinit", "shoe", "--json"]).arguments == ("shoe",)
    assert find_command(COMMANDS, ["config", "set", "a", "--json", "b"]).arguments == (
        "a",
        "--json",
        "b",
    )


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ("", ["config", "meters", "recall", "reinit", "restart", "status", "watch"]),
        ("re", ["recall", "reinit", "restart"]),
        ("reinit s", ["shoe", "sounder"]),
        ("conf ", ["seal", "set", "show"]),
        ("config se", ["seal", "set"]),
        ("watch ", ["bus", "chips", "shoe", "sounder"]),
        ("meters ", ["reset"]),
        ("status ", []),
        ("reinit shoe ", []),
        ("xyzzy ", []),
    ],
)
def test_completions_of_a_beginning(before: str, offered: list[str]) -> None:
    assert completions(COMMANDS, CONTEXT, before) == offered
