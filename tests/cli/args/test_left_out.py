"""A table's release has no simulation, and says so: no traceback, and every other command works."""

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.kits.paths import ROOT

WITHOUT = """
import sys
from firmware.shell.device.program import SIMULATION_PACKAGES

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if name.replace(".", "/") in SIMULATION_PACKAGES:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, LeftOut())
import json
from contextlib import redirect_stderr, redirect_stdout
from tempfile import TemporaryFile
from firmware.cli.main import main

outcomes = []
for command in json.load(sys.stdin):
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(command.split())
        for file in (out, err):
            file.seek(0)
        outcomes.append((status, out.read(), err.read()))
print(json.dumps(outcomes))
"""
REFUSED = ("run", "run --web", "run --far-end nowhere", "play examples/round.jsonl")
WORKING = ("completion bash", "help play", "check examples/rfid.toml")

Outcomes = Mapping[str, tuple[int, str, str]]
"""What a command ended with, its standard output and its complaints."""


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    """All commands, one after the other in one process without a simulation."""
    commands = (*REFUSED, *WORKING)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=json.dumps(commands),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(zip(commands, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("command", REFUSED)
def test_simulated_table_is_refused(command: str, outcomes: Outcomes) -> None:
    status, out, complaint = outcomes[command]
    assert (status, out) == (3, "")
    assert "elle n'a pas de table simulée" in complaint
    assert len(complaint.splitlines()) == 1


@pytest.mark.parametrize("command", WORKING)
def test_commands_without_simulation_work(command: str, outcomes: Outcomes) -> None:
    status, out, complaint = outcomes[command]
    assert (status, complaint) == (0, "")
    assert out
