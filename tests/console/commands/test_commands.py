"""All commands together: each has its words, the help is one screen, the worst comes first."""

from pathlib import Path

import pytest

from firmware.console.access.accounts import Accounts
from firmware.console.command.command import Command
from firmware.console.session.session import Session
from firmware.console.terminal.limits import SCREEN_ROWS
from firmware.console.terminal.terminal import Terminal
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import languages_with
from tests.console.terminal.test_typed import Tape
from tests.kits.console.reading_kit import fault, stopped
from tests.kits.console.served_kit import Service

BOTH = pytest.mark.parametrize("language", languages_with("console"))


def session(folder: Path, language: str, table: Service | None = None) -> tuple[Session, Tape]:
    """A session of a script that says nothing by itself."""
    tape = Tape([])
    made = Session(Terminal(tape), table or Service(), lambda: Accounts(folder), language)
    return made, tape


def commands(folder: Path) -> list[Command]:
    made, _ = session(folder, "fr")
    return list(made.commands_by_name.values())


def test_command_names_are_unique(tmp_path: Path) -> None:
    made, _ = session(tmp_path, "fr")
    assert len(made.commands_by_name) == sum(map(len, made.command_groups.values()))
    assert len(made.commands_by_name) > 40


@BOTH
def test_commands_have_words(tmp_path: Path, language: str) -> None:
    made, _ = session(tmp_path, language)
    for command in made.commands_by_name.values():
        assert made.words.render(Text(f"console.help.{command.name.replace(' ', '_')}"))
        for take in command.parameters:
            assert made.words.render(Text(f"console.takes.{take.name}"))


@BOTH
def test_help_is_one_screen(tmp_path: Path, language: str) -> None:
    made, tape = session(tmp_path, language)
    made.execute("help")
    lines = tape.sent.decode().splitlines()
    assert len(lines) < SCREEN_ROWS
    assert max(map(len, lines)) < 80
    for name in made.commands_by_name:
        assert name in tape.sent.decode().replace("\u00a0", " ").replace("\n", " ")


@BOTH
def test_every_command_is_explained(tmp_path: Path, language: str) -> None:
    for command in commands(tmp_path):
        made, tape = session(tmp_path, language)
        assert made.execute(f"help {command.name}") == 0
        lines = tape.sent.decode().splitlines()
        assert lines[0].strip().startswith(command.name)
        assert max(map(len, lines)) < 80


@pytest.mark.clause("Practice console")
def test_acting_needs_a_login(tmp_path: Path) -> None:
    """Nothing but looking and logging in is open to everybody."""
    free = {command.name for command in commands(tmp_path) if command.roles is None}
    assert free == {
        *("status", "faults", "explain", "parts", "version", "clock", "recall", "why", "meters"),
        *("bank", "enrol", "adopt", "whoami", "help", "login", "logout", "lang", "exit"),
    }


def test_greeting_begins_with_the_worst(tmp_path: Path) -> None:
    table = Service(now=stopped(fault("figures", "dark"), fault("table", "wrong_result")))
    made, tape = session(tmp_path, "fr", table)
    made.terminal.is_piped = False
    made.run()
    first, worst, *_ = tape.sent.decode().splitlines()
    assert "Baccara 2" in first
    assert worst.startswith("!! ")
    assert "→" in tape.sent.decode()
