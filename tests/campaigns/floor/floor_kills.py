"""The floor's processes are killed at random while tables play; then nothing is lost or doubled.

    python -m tests.campaigns.floor.floor_kills --seconds 300 --rate 50 --servers 3 --seed 1

Besides they begin again with a clock that is an hour off, one of them is not reached for a while,
and the ledger's disk is full. Every record of a table's journal is at last in the ledger: as its
facts, and itself if it is released; and every bet on the lot is in its line. What there is is held
against the journals, octet for octet; the line is recomputed as by `croupier lot audit`.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tests.campaigns.floor.floor_evening import program, run_evening, table_names
from tests.kits.floor_cluster import Floor
from tests.kits.floor_processes import Process

DISK_FULL = 0.15
"""How often what befalls is a full disk of the ledger."""
HELD = 0.15
"""How often it is a process that does nothing for a while."""
CLOCKS = (0, 0, 0, -3600, 3600)
"""Seconds by which the clock of a process is off that begins again."""


def run(
    folder: Path, seconds: float, tables: int, rate: float, seed: int, servers: int = 1
) -> bool:
    """Run the campaign, print its figures, and return whether nothing was amiss."""
    names = table_names(tables)
    floor = Floor(folder, names, program(), servers)
    return run_evening(floor, names, rate, _befallen(floor, seconds, Random(seed))).is_sound


def _befallen(floor: Floor, seconds: float, rng: Random) -> Iterator[str]:
    """Have one thing after the other befall the processes, and say which; one that has ended by
    itself begins again, as its unit has it.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(rng.uniform(0.2, 4.0))
        process, chance = rng.choice(floor.processes), rng.random()
        if chance < DISK_FULL:
            _for_a_while(floor.ledger.fill_disk, rng)
            yield "disk full"
        elif chance < DISK_FULL + HELD:
            _for_a_while(process.hold, rng)
            yield f"{process.name} held"
        else:
            yield _killed(process, 0 if process in floor.servers else rng.choice(CLOCKS), rng)
        for process in floor.processes:
            if process.has_ended:
                process.begin()
                yield f"{process.name} ended"


def _killed(process: Process, off_s: int, rng: Random) -> str:
    """Kill a process, and begin it again a little later, with its clock so many seconds off."""
    process.kill()
    time.sleep(rng.choice((0.0, 0.0, 0.5, 3.0)))
    process.begin(off_s)
    return f"{process.name}, clock off" if off_s else process.name


def _for_a_while(befall: Callable[[bool], None], rng: Random) -> None:
    befall(True)
    time.sleep(rng.uniform(1.0, 5.0))
    befall(False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--servers", type=int, default=1, help="of the engine: 1 or 3")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of = asked.seconds, asked.tables, asked.rate, asked.seed, asked.servers
        sound = run(Path(folder), *of)
    return 0 if sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
