"""A floor on hosts of its own, whose packets are lost, late or cut off, and whose processes die.

    python -m tests.campaigns.floor.floor_partitions --seconds 240 --tables 5 --rate 50 --seed 1

Three servers, the office with ledger and keeper, and each table's uplink have a network namespace
each; they know each other by certificates. For 30 % of the time something befalls them: a process
is killed or does nothing, or two groups of hosts hear each other badly, or not at all. At last
every record is in the ledger once, as in its journal, and every hit of the lot is paid once, as its
table paid it. It is said how late facts came, and what each kind of trouble did.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.campaigns.floor.floor_evening import program, run_evening, table_names
from tests.campaigns.floor.floor_lateness import Spell, lateness
from tests.campaigns.floor.floor_network import Network, network, why_none
from tests.campaigns.floor.floor_weather import foul
from tests.campaigns.progress import say
from tests.kits.floor_cluster import OFFICE, Floor, server_name

SERVERS = 3
FOUL = 0.3
"""Which part of the time something befalls the floor."""
SPELL_S = (3.0, 15.0)
"""How long it lasts."""


class Trouble:
    """Befalls a floor now and then; its spells are kept."""

    def __init__(self, floor: Floor, hosts: Network, seed: int) -> None:
        self.spells: list[Spell] = []
        self._floor = floor
        self._hosts = hosts
        self._rng = Random(seed)

    def befall(self, seconds: float) -> Iterator[str]:
        """Yield the kind of each trouble once it is over, until so many seconds have passed."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            lasts = self._rng.uniform(*SPELL_S)
            time.sleep(lasts * (1 - FOUL) / FOUL)
            begun = time.time()
            kind = self._network(lasts) if self._rng.random() < 0.6 else self._process(lasts)
            self.spells.append(Spell(kind, begun, time.time()))
            yield kind
        self._hosts.clear()

    def _network(self, lasts: float) -> str:
        kind, weather = foul(self._hosts.names, self._rng)
        say(f"{kind} for {lasts:.0f} s: {' '.join(weather.these)} | {' '.join(weather.those)}")
        self._hosts.have(weather)
        time.sleep(lasts)
        self._hosts.clear()
        return kind

    def _process(self, lasts: float) -> str:
        process, held = self._rng.choice(self._floor.processes), self._rng.random() < 0.3
        say(f"{process.name} is {'held' if held else 'killed'} for {lasts:.0f} s")
        if held:
            process.hold(True)
            time.sleep(lasts)
            process.hold(False)
            return f"{process.name} held"
        process.kill()
        time.sleep(lasts)
        process.begin()
        return f"{process.name} killed"


def run(folder: Path, seconds: float, tables: int, rate: float, seed: int) -> bool:
    """Run the campaign, print its figures, and return whether nothing was amiss."""
    names = table_names(tables)
    servers = map(server_name, range(SERVERS))
    with network([*servers, OFFICE, *names]) as hosts:
        floor = Floor(folder, names, program(), SERVERS, hosts.host)
        trouble = Trouble(floor, hosts, seed)
        outcome = run_evening(floor, names, rate, trouble.befall(seconds))
    for line in lateness(floor, outcome.playing, trouble.spells):
        say(line)
    return outcome.is_sound


def main() -> int:
    """Return 1 if anything was lost, doubled or paid otherwise."""
    parser = argparse.ArgumentParser(
        prog="make campaign NAME=floor-partitions", description=__doc__
    )
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    why = why_none()
    if why is not None:
        say(f"skipped: {why}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return int(not run(Path(folder), asked.seconds, asked.tables, asked.rate, asked.seed))


if __name__ == "__main__":
    raise SystemExit(main())
