"""Resident memory of a service that plays fast, by rounds played: does it stop growing?

Every amount and card is a new text on the displays, so a cache that keeps too many of them shows
only after hundreds of rounds. Simulated far ends and people are included.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.sample import Sample, verdict

SERVICE = (sys.executable, "-m", "firmware.cli.main", "run", "--plain", "--lang", "en")
PLAY = ("--speed", "30", "--seed", "1")
ROUND = re.compile(r"Round (\d+)$")
EVERY = 15
"""Rounds between two looks."""
MOST_MB, MOST_GROWTH_MB = 60.0, 1.0
"""At the end, and in a hundred rounds of the second half."""
FULL = 300
"""Rounds: more than ten minutes."""


def measure(folder: Path, rounds: int = 120) -> Sample:
    """Play so many rounds, of some two seconds each; look at the memory every so many."""
    with _service(folder) as service:
        held = dict(_sampled_memory(service, rounds))
    last, growth = list(held.values())[-1], growth_mb(held)
    fields: dict[str, Any] = {"mb": held, "last_mb": last, "growth_mb_per_100_rounds": growth}
    lines = [
        "resident memory of the service by rounds played, far ends and people included:",
        ", ".join(f"{number}: {mb:.1f}" for number, mb in held.items()) + " MB;",
        f"{growth:+.1f} MB in 100 rounds of the second half.",
        verdict(
            met=last <= MOST_MB and growth <= MOST_GROWTH_MB,
            aim=f"{MOST_MB:.0f} MB, and at most {MOST_GROWTH_MB:.0f} MB more in 100 rounds",
        ),
    ]
    return Sample("memory", lines, fields)


def growth_mb(held: Mapping[int, float]) -> float:
    """Return how much the memory grew in a hundred rounds, from the middle look to the last."""
    rounds = list(held)
    middle, last = rounds[(len(rounds) - 1) // 2], rounds[-1]
    return 100 * (held[last] - held[middle]) / max(1, last - middle)


@contextmanager
def _service(folder: Path) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    command = [*SERVICE, *PLAY]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as service:
        try:
            yield service
        finally:
            service.terminate()


def _sampled_memory(service: subprocess.Popen[str], rounds: int) -> Iterator[tuple[int, float]]:
    """Give the megabytes by rounds. Raises EOFError where the service ends before the last."""
    assert service.stdout is not None
    for line in service.stdout:
        found = ROUND.match(line)
        number = int(found[1]) if found else 0
        if number and number % EVERY == 0:
            yield number, resident_mb(service.pid)
        if number >= rounds:
            return
    raise EOFError(f"the service has ended before round {rounds}")


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
