"""A table's release has no simulation, and says so: no traceback, and every other command works."""

import subprocess
import sys

import pytest

from tests.kits.paths import ROOT

WITHOUT = """
import sys
from firmware.shell.device.program import SIMULATION

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if name.replace(".", "/") in SIMULATION:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, LeftOut())
from firmware.cli.main import main

sys.exit(main(sys.argv[1:]))
"""


def without_simulation(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["run", "--web"],
        ["run", "--far-end", "nowhere"],
        ["play", "examples/round.jsonl"],
    ],
    ids=" ".join,
)
def test_a_simulated_table_is_refused_in_plain_words(command: list[str]) -> None:
    refused = without_simulation(*command)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "elle n'a pas de table simulée" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "command", [["completion", "bash"], ["help", "play"], ["check", "examples/rfid.toml"]]
)
def test_what_needs_no_simulation_works(command: list[str]) -> None:
    done = without_simulation(*command)
    assert (done.returncode, done.stderr) == (0, "")
