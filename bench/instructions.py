"""Instructions that a scripted round of `croupier play` takes, counted by valgrind.

Two lengths of one script are subtracted, so that start-up and whatever the first rounds alone
draw fall out. Which panels are shown depends on their time, so a screen may appear first after
some rounds. A count depends on neither the machine's clock nor its load.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.sample import Sample
from bench.scripts import PLAY, ROUNDS, write_script
from bench.start import compiled, start_s

SHORT, LONG = 6, 30
"""Rounds of the two scripts."""
COUNTED = re.compile(rb"I\s+refs:\s+([\d,]+)")
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def measure(folder: Path, games: Sequence[str] = tuple(ROUNDS)) -> Sample:
    """Count a round of each game; nothing is found where there is no valgrind."""
    if shutil.which("valgrind") is None:
        return Sample("instructions", ["skipped: valgrind is not installed."], {})
    found = {game: a_round(folder, game) for game in games}
    return Sample("instructions", _result_lines(found), found)


def a_round(folder: Path, game: str) -> dict[str, float]:
    """Return millions of instructions: of a round, and of all that is no round.

    Strings have fixed hashes, so that each run takes the same way through each dictionary.
    """
    environment = {**compiled(), "PYTHONHASHSEED": "0"}
    scripts = [write_script(folder, game, rounds) for rounds in (SHORT, LONG)]
    start_s((*PLAY, str(scripts[0])), environment)
    short, long = (counted(script, environment) for script in scripts)
    each = (long - short) / (LONG - SHORT)
    return {"round_m": each / 1e6, "start_m": (short - SHORT * each) / 1e6}


def counted(script: Path, environment: Mapping[str, str]) -> int:
    """Return the instructions of `croupier play` for this script, start included."""
    command = [*VALGRIND, *PLAY, str(script)]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    found = COUNTED.search(done.stderr)
    if found is None:
        raise ValueError(f"valgrind counted nothing: {done.stderr.decode(errors='replace')}")
    return int(found[1].replace(b",", b""))


def _result_lines(found: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = ["millions of instructions of `croupier play`: a round of three bets, start and end"]
    for game, figures in found.items():
        lines.append(f"{game:<10} {figures['round_m']:>8.1f} {figures['start_m']:>8.0f}")
    return lines
