"""A technician has the table served again, or ended; his answer reaches him before it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.shell.config import DEFAULT_TABLE
from firmware.shell.line_socket import ControlError
from firmware.shell.technician.answers import AnyAnswer, Done, Refusal
from firmware.shell.technician.asking import ask_technician
from firmware.shell.technician.requests import Person, Request, Restart, Shutdown

pytestmark = pytest.mark.live

CROUPIER = [sys.executable, "-m", "firmware.cli.main"]
OPTIONS = ("--plain", "--speed", "50", "--lang", "en")
PATIENCE_S = 60
MARIE = Person("marie", "technician")


class Running:
    """A simulated table of its own, and what it has said."""

    def __init__(self, home: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.environment = {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
        self.config = home / "table.toml"
        self.config.write_bytes(DEFAULT_TABLE.read_bytes())
        self.socket = home / "state/croupier/simulation/technician"
        self.out = home / "out"
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                [*CROUPIER, "run", *OPTIONS, "--config", str(self.config)],
                env=self.environment,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def ask(self, request: Request) -> AnyAnswer:
        """Ask until the table stands between two rounds."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                answer = ask_technician(self.socket, request)
            except ControlError:
                continue
            if not (isinstance(answer, Refusal) and answer.why.key == "technician.round_open"):
                return answer
        raise AssertionError(self.out.read_text())

    def until(self, said: str, times: int) -> None:
        end = time.monotonic() + PATIENCE_S
        while self.out.read_text().count(said) < times:
            assert time.monotonic() < end, self.out.read_text()
            assert self.process.poll() is None, self.out.read_text()

    def notes(self) -> list[str]:
        """What the table has to say of its start, once it answers."""
        command = [*CROUPIER, "status", "--json"]
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            done = subprocess.run(command, env=self.environment, capture_output=True)
            if done.returncode == 0:
                found: list[str] = json.loads(done.stdout)["notes"]
                return found
        raise AssertionError(done.stderr)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.process.send_signal(signal.SIGTERM)
    running.process.wait(PATIENCE_S)


def test_it_is_served_again_by_the_configuration_as_it_stands(table: Running) -> None:
    table.until("Round 1\n", 1)
    text = table.config.read_text()
    table.config.write_text(text.replace('name = "', 'name = "Other '))
    assert isinstance(table.ask(Restart(MARIE)), Done)
    table.until("Other", 1)
    assert "Served again, as a technician asked" in table.notes()
    table.until("No more bets", 2)


def test_a_configuration_that_cannot_be_used_is_refused_before_anything_ends(
    table: Running,
) -> None:
    table.until("Round 1\n", 1)
    table.config.write_text("[table]\nname = 7\n")
    answer = table.ask(Restart(MARIE))
    assert isinstance(answer, Refusal)
    assert answer.why.key == "technician.unfit"
    table.until("No more bets", 2)


def test_it_is_ended_in_order(table: Running) -> None:
    table.until("Round 1\n", 1)
    assert isinstance(table.ask(Shutdown(MARIE)), Done)
    assert table.process.wait(PATIENCE_S) == 0
    assert "Traceback" not in table.out.read_text()
