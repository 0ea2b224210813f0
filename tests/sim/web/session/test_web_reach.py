"""A real table has no code of the page: not in its running program, not in its locks."""

import subprocess
import sys

import pytest

from tests.kits.paths import ROOT

OF_THE_PAGE = ("sim.web", "starlette", "uvicorn", "websockets", "anyio", "h11")
LOADED = f"""
import sys
print([name for name in sys.modules if name.startswith({OF_THE_PAGE!r})])
"""


def loaded(program: str) -> str:
    command = [sys.executable, "-c", program + LOADED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


RUN = "import firmware.cli.serving.real_time"
PI = """
from firmware.cli.main import main
main(["run", "--board", "pi"])
"""
PLAY = """
from firmware.cli.main import main
main(["play", "examples/round.jsonl"])
"""


@pytest.mark.parametrize("program", [RUN, PI, PLAY])
def test_real_table_loads_no_page(program: str) -> None:
    assert loaded(program) == "[]"


def test_loaded_module_would_be_found() -> None:
    assert "starlette" in loaded("import sim.web.server.server")
