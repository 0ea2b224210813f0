"""Processor time by thread of `croupier run --idle --plain`: a closed table at which nobody plays.

Two tables in turn: one with an Angel Eye shoe, one with tagged cards and a shuffler.

The kernel counts the time of each thread, so other work on the machine changes the shares little.
The simulator's threads are not there on a Pi.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.sample import Sample, verdict
from bench.service_start import wait_until

SERVICE = (sys.executable, "-m", "bench.idle_service")
RUN = ("run", "--idle", "--plain")
TABLES = ("baccarat", "rfid")
"""Configurations in `examples`."""
SETTLED_S = 5.0
"""After all threads run: the parts are found, the displays drawn."""
SIMULATOR = ("pulse", "people", "far end")
AIM_PERCENT, LEAST_PERCENT = 3.0, 0.01
"""Of one core; threads below the least are in the sum only."""


class ThreadTimes(NamedTuple):
    """What a thread has had of the processor so far, as /proc/PID/task/TID/schedstat has it."""

    spent_ns: int
    waited_ns: int
    woken: int


def thread_times(pid: int, thread: int) -> ThreadTimes:
    return ThreadTimes(*map(int, Path(f"/proc/{pid}/task/{thread}/schedstat").read_text().split()))


def measure(folder: Path, seconds: float = 20.0) -> Sample:
    """Look at each thread of each table before and after so many seconds."""
    samples = {table: summed_up(_at_rest(folder, table, seconds), table) for table in TABLES}
    lines = [line for sample in samples.values() for line in sample.lines]
    return Sample("idle", lines, {table: sample.fields for table, sample in samples.items()})


def _at_rest(folder: Path, table: str, seconds: float) -> dict[str, dict[str, float]]:
    names_file = folder / f"{table}.json"
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    command = [*SERVICE, str(names_file), *RUN, "--config", f"examples/{table}.toml"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as service:
        try:
            wait_until(names_file.exists)
            time.sleep(SETTLED_S)
            names = json.loads(names_file.read_text())
            return _rates(service.pid, names, seconds)
        finally:
            service.terminate()


def _rates(pid: int, names: Mapping[str, int], seconds: float) -> dict[str, dict[str, float]]:
    began, before = time.monotonic(), {name: thread_times(pid, at) for name, at in names.items()}
    time.sleep(seconds)
    took = time.monotonic() - began
    found = {}
    for name, thread in names.items():
        after = thread_times(pid, thread)
        found[name] = {
            "percent": (after.spent_ns - before[name].spent_ns) / took / 1e7,
            "wakes_per_s": (after.woken - before[name].woken) / took,
        }
    return found


def summed_up(found: Mapping[str, Mapping[str, float]], table: str) -> Sample:
    product = sum(f["percent"] for name, f in found.items() if not name.startswith(SIMULATOR))
    total = sum(f["percent"] for f in found.values())
    lines = [f"{table}, closed: per cent of one core and turns on it a second, by thread:"]
    for name, figures in sorted(found.items(), key=lambda thread_row: -thread_row[1]["percent"]):
        if figures["percent"] >= LEAST_PERCENT:
            lines.append(f"{name:<24} {figures['percent']:>6.2f} {figures['wakes_per_s']:>7.0f}")
    lines += [
        f"{'all':<24} {total:>6.2f}, of which the simulator has {total - product:.2f}.",
        verdict(met=product <= AIM_PERCENT, aim=f"{AIM_PERCENT:.0f} % without the simulator"),
    ]
    fields: dict[str, Any] = {"threads": found, "percent": total, "product_percent": product}
    return Sample("idle", lines, fields)
