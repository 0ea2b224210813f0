"""A command of a table's machine whose table is down names that table, and says why it is down."""

import os
from pathlib import Path

import pytest

from firmware.cli.commands.status import default_socket, query_table
from firmware.cli.serving.real_table import RealTable, TableDown, last_log_lines
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.words.words import Words
from tests.kits.offenders import each


def journalctl(folder: Path, does: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a journalctl before the system's own, as the shell would find it."""
    program = folder / "journalctl"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without tables, and a home of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    return tmp_path


@each("file", ["etc/croupier/table.toml", "opt/croupier/versions/0.1.0/manifest.json"])
def test_installed_table_is_the_default(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).touch()
    assert default_socket(RealTable(tmp_path)) == tmp_path / "run/croupier/control.sock"


def test_running_table_has_the_socket_that_is_there(machine: Path) -> None:
    socket = machine / "run/croupier/other.sock"
    socket.parent.mkdir(parents=True)
    socket.touch()
    assert default_socket(RealTable(machine)) == socket


def test_machine_without_a_table_has_a_simulated_one(machine: Path) -> None:
    socket = default_socket(RealTable(machine))
    assert socket.is_relative_to(machine / "home")
    with pytest.raises(NoServiceError) as refused:
        query_table(query_status, socket, RealTable(machine))
    assert refused.value.why.key == "status.no_table"


def test_table_that_is_down_says_how_its_log_ends(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (machine / "etc/croupier").mkdir(parents=True)
    (machine / "etc/croupier/table.toml").touch()
    journalctl(machine, "echo '-- Boot 1 --'; echo croupier: no disk; echo Failed.", monkeypatch)
    table = RealTable(machine)
    with pytest.raises(TableDown) as refused:
        query_table(query_status, default_socket(table), table)
    said = Words.load("en").render(refused.value.why)
    assert "not running" in said
    assert said.endswith("\n    croupier: no disk\n    Failed.")
    assert "-- Boot" not in said


@each("does", ["exit 1", "printf '\\377'", "true"])
def test_log_that_cannot_be_read_is_empty(
    does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journalctl(tmp_path, does, monkeypatch)
    assert last_log_lines() == []
