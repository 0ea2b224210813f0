"""`croupier console` as a person, a script and systemd start it."""

import json
import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.console.access.accounts import Accounts
from firmware.console.wires.relay import LEAVE_KEY
from firmware.shell.config.defaults import DEFAULT_TABLE
from tests.kits.cli.here import here
from tests.kits.console.cable import Laptop
from tests.kits.console.served_kit import CHEAP, LEA, PASSPHRASE
from tests.kits.console.spawned import Sockets, piped, sockets, spawned
from tests.kits.waiting import PATIENCE_S


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sockets]:
    with sockets(tmp_path) as served:
        yield served


@pytest.fixture
def where(tmp_path: Path) -> list[str]:
    Accounts(tmp_path, hash_cost=CHEAP).add_account(LEA, PASSPHRASE)
    return ["--socket", str(tmp_path / "croupier.sock"), "--state", str(tmp_path)]


def log_in(laptop: Laptop) -> None:
    laptop.enter("login lea")
    laptop.sees("Phrase de passe")
    laptop.enter(PASSPHRASE)
    laptop.ends_with("lea (technicien) >")


# one command


@pytest.mark.usefixtures("table")
def test_single_command_prints_json(tmp_path: Path, where: list[str]) -> None:
    done = here(tmp_path, "console", *where, "status", "--json")
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["table"] == "Baccara 2"


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("words", "status", "reported"),
    [
        (["help"], 0, "Voir"),
        (["reinit", "shoe"], EXIT_FINDINGS, "login NOM"),
        (["xyzzy"], EXIT_BAD_INPUT, "help"),
        (["explain", "lost", "twice"], EXIT_BAD_INPUT, "explain"),
    ],
)
def test_command_has_exit_code(
    tmp_path: Path, where: list[str], words: list[str], status: int, reported: str
) -> None:
    done = here(tmp_path, "console", *where, *words)
    assert (done.status, done.err) == (status, "")
    assert reported in done.out
    assert "\x1b" not in done.out
    assert "\r" not in done.out


def test_silent_table_has_exit_code(tmp_path: Path, where: list[str]) -> None:
    done = here(tmp_path, "console", *where, "status")
    assert done.status == EXIT_UNAVAILABLE
    assert "systemctl status croupier" in done.out.replace("\n   ", " ")


def test_script_has_no_prompt_or_echo(table: Sockets, where: list[str]) -> None:
    done = piped(where, "whoami --json\nnonsense --json\nhelp exit")
    first, second, *others = done.out.splitlines()
    assert json.loads(first) == {"name": "", "role": None}
    assert json.loads(second)["refused"] == "console.unknown"
    assert [line.strip() for line in others] == ["exit", "fermer la session et partir"]
    assert done.status == 0


# a terminal


def test_login_and_status_in_a_terminal(table: Sockets, where: list[str]) -> None:
    with spawned(*where) as console:
        console.laptop.ends_with("Baccara 2 >")
        log_in(console.laptop)
        console.laptop.enter("stat")
        console.laptop.sees("11 sur 11 vont bien")
        console.laptop.enter("exit")
        assert console.process.ends() == 0
        assert table.said == ["login", "logout"]


def test_closed_terminal_logs_out(table: Sockets, where: list[str]) -> None:
    with spawned(*where) as console:
        console.laptop.ends_with("Baccara 2 >")
        log_in(console.laptop)
        console.hang_up()
        assert console.process.ends() == EXIT_UNAVAILABLE
        assert table.said == ["login", "lost"]


def test_systemd_stop_logs_out(table: Sockets, where: list[str]) -> None:
    with spawned(*where) as console:
        console.laptop.ends_with("Baccara 2 >")
        log_in(console.laptop)
        console.process.send(signal.SIGTERM)
        assert console.process.ends() == 0
        assert table.said == ["login", "logout"]


# a serial port


def test_no_section_serves_no_port(where: list[str]) -> None:
    done = piped([*where, "--serve", "--config", str(DEFAULT_TABLE)])
    assert done.status == 0
    assert "[console]" in done.err


def test_faulty_section_is_reported(where: list[str], tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[console]\nport = "ttyS0"\n')
    done = here(tmp_path, "console", *where, "--serve", "--config", config)
    assert done.status == EXIT_BAD_INPUT
    assert "console.port" in done.err


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """The far end of a serial line, and the port's path."""
    master, slave = os.openpty()
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def read_one(far: int) -> bytes:
    """Read one octet that must come."""
    assert select.select([far], [], [], PATIENCE_S)[0], "nothing comes"
    return os.read(far, 1)


def test_laptop_terminal_joins_a_port(line: tuple[int, str]) -> None:
    far, port = line
    with spawned("--port", port) as console:
        console.laptop.sees("Ctrl-]")
        os.write(far, b"Baccara 1 > ")
        console.laptop.sees("Baccara 1 >")
        console.laptop.type("h\x03\r")
        assert b"".join(read_one(far) for _ in range(3)) == b"h\x03\r"
        console.laptop.type(LEAVE_KEY)
        assert console.process.ends() == 0


def test_missing_port_is_reported(tmp_path: Path) -> None:
    done = here(tmp_path, "console", "--port", tmp_path / "none")
    assert done.status == EXIT_UNAVAILABLE
    assert "none" in done.err
