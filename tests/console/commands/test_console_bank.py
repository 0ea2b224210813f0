"""The console at the host of a bank of slot machines, which may have no table."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.console.access.accounts import Accounts
from firmware.console.session.execute import LineOutcome
from firmware.console.session.headline import headline
from firmware.console.session.session import Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.technician.requests import Person
from firmware.shell.words.words import Words
from firmware.slots.directories import SOCKET_NAME
from firmware.slots.requests import BankRequestHandler
from tests.console.terminal.test_typed import Tape
from tests.kits.slots.bank_world import BEGIN, BankWorld, terms


def nobody(_name: str, _passphrase: str) -> Person:
    raise AssertionError


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BankWorld]:
    """Serve a bank at the socket of this machine's."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    found = BankWorld(terms(2))
    found.run(3000)
    desk = BankRequestHandler(found.bank, threading.Lock(), nobody, lambda: BEGIN)
    with closing(LineSocket(tmp_path / SOCKET_NAME, 0o666, desk.answer_request)):
        yield found


def table(folder: Path) -> SocketTable:
    """There is none."""
    return SocketTable(lambda: folder / "control.sock")


def typed(folder: Path, *words: str) -> tuple[int, str]:
    tape = Tape([])
    session = Session(Terminal(tape), table(folder), lambda: Accounts(folder), "en")
    return session.execute(words), " ".join(tape.sent.decode().split())


def test_bank_needs_no_table_or_login(world: BankWorld, tmp_path: Path) -> None:
    world.machines[2].open_door()
    world.run(1000)
    status, answer = typed(tmp_path, "bank")
    assert status == 0
    assert "nord: 2 machines" in answer
    assert "Progressive jackpot: $10,000.00" in answer
    assert "Machine 2: slot door open (11)" in answer


def test_first_alarm_is_the_headline(world: BankWorld, tmp_path: Path) -> None:
    words = Words.load("en")
    texts = [str(line) for line in headline(words, table(tmp_path))]
    assert texts == ["nord: 2 machines", "ok All is well"]
    for machine in world.machines.values():
        machine.open_door()
    world.run(1000)
    texts = [str(line) for line in headline(words, table(tmp_path))]
    assert texts[1] == "!! Machine 1: slot door open (11) (1 more: bank)"


def test_no_bank_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    status, answer = typed(tmp_path, "bank")
    assert status == LineOutcome.SILENT
    assert "no host answers; start it: croupier slots serve" in answer
    (line,) = headline(Words.load("en"), table(tmp_path))
    assert "The table does not answer" in str(line)
    (tmp_path / "croupier" / "slots").mkdir(parents=True)
    bank, line = headline(Words.load("en"), table(tmp_path))
    assert "machines.sock: no host answers" in str(bank)
    assert "The table does not answer" in str(line)


def test_greeting_names_the_bank(world: BankWorld, tmp_path: Path) -> None:
    (tmp_path / "croupier" / "slots").mkdir(parents=True)
    tape = Tape([b"exit\r"], kind="line")
    Session(Terminal(tape), table(tmp_path), lambda: Accounts(tmp_path), "en").run()
    assert "Type: bank, or help." in tape.sent.decode()
