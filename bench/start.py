"""(d) The start of the command, beside an empty interpreter."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.sample import Sample, verdict

VERSION = (sys.executable, "-m", "firmware.cli.main", "--version")
NOTHING = (sys.executable, "-c", "pass")
START_S = 0.2
COMPILED = Path(__file__).parents[1] / ".venv" / "compiled"


def compiled() -> dict[str, str]:
    """Return an environment in which modules, once imported, stay compiled.

    So a start is that of an installed program, even where nobody may write compiled modules.
    """
    return {**os.environ, "PYTHONPYCACHEPREFIX": str(COMPILED), "PYTHONDONTWRITEBYTECODE": ""}


def start_s(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the wall and the processor seconds of a command from start to end."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(_folder: Path, runs: int = 20) -> Sample:
    """The command and an empty interpreter take turns."""
    environment = compiled()
    start_s(VERSION, environment), start_s(NOTHING, environment)
    ours, empty = [], []
    for _ in range(runs):
        ours.append(start_s(VERSION, environment))
        empty.append(start_s(NOTHING, environment))
    wall, cpu = median(w for w, _ in ours), median(c for _, c in ours)
    bare = median(w for w, _ in empty)
    fields: dict[str, Any] = {
        "version_s": wall,
        "version_cpu_s": cpu,
        "python_s": bare,
        "ratio": wall / bare,
    }
    lines = [
        f"`croupier --version` takes {wall * 1000:.0f} ms, {cpu * 1000:.0f} of processor, beside",
        f"{bare * 1000:.0f} ms of an empty interpreter (ratio {wall / bare:.2f}).",
        verdict(met=wall <= START_S, aim="0.2 s"),
    ]
    return Sample("start", lines, fields)
