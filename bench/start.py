"""(d) The start of the command, and the memory of a service that has played."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.sample import Sample, verdict

VERSION = (sys.executable, "-m", "firmware.cli.main", "--version")
NOTHING = (sys.executable, "-c", "pass")
SERVICE = ("run", "--plain", "--speed", "20", "--rounds", "200")
START_S, MEMORY_MB = 0.2, 60.0


def start_s(command: Sequence[str]) -> tuple[float, float]:
    """Return the wall and the processor seconds of a command from start to end."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def memory_mb(folder: Path, seconds: float) -> float:
    """Return the resident memory of a service, its simulated far ends and people included."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    command = [sys.executable, "-m", "firmware.cli.main", *SERVICE]
    service = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    status = Path(f"/proc/{service.pid}/status").read_text()
    service.send_signal(signal.SIGTERM)
    service.wait()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def measure(folder: Path, runs: int = 20, seconds: float = 20.0) -> Sample:
    """The command and an empty interpreter take turns."""
    ours, empty = [], []
    for _ in range(runs):
        ours.append(start_s(VERSION))
        empty.append(start_s(NOTHING))
    wall, cpu = median(w for w, _ in ours), median(c for _, c in ours)
    bare = median(w for w, _ in empty)
    memory = memory_mb(folder, seconds)
    met = wall <= START_S and memory <= MEMORY_MB
    fields: dict[str, Any] = {
        "version_s": wall,
        "version_cpu_s": cpu,
        "python_s": bare,
        "ratio": wall / bare,
        "memory_mb": memory,
    }
    lines = [
        f"`croupier --version` takes {wall * 1000:.0f} ms, {cpu * 1000:.0f} of processor, beside",
        f"{bare * 1000:.0f} ms of an empty interpreter (ratio {wall / bare:.2f});",
        f"the service holds {memory:.0f} MB, the simulated far ends and people included.",
        verdict(met=met, aim="0.2 s and 60 MB"),
    ]
    return Sample("start", lines, fields)
