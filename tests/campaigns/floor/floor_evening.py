"""An evening of tables that record while something befalls the floor; then all is compared."""

import os
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.core.vocabulary.jackpot import JackpotHit
from tests.campaigns.floor.floor_compared import (
    Found,
    alarms_of,
    compare,
    jackpot_differences,
    stored_counts,
    wanted_counts,
)
from tests.campaigns.progress import say
from tests.kits.floor_cluster import Floor
from tests.kits.floor_kit import open_entries
from tests.kits.floor_table import Table
from tools.floor.engine import server_file

STILL_S = 120.0
"""After this without a new record or message nothing more comes."""


class Outcome(NamedTuple):
    """The tables as they ended, what the ledger has of each, and whatever else is amiss."""

    playing: Sequence[Table]
    found: Sequence[Found]
    amiss: Sequence[str]

    @property
    def is_sound(self) -> bool:
        wrong = any(each.lost or each.doubled or each.differing for each in self.found)
        return not self.amiss and not wrong


def program() -> Path:
    """Return the engine's server. Raises SystemExit if there is none."""
    server = server_file()
    if server is None:
        raise SystemExit("no nats-server: tools/floor/engine.sh .venv/engine fetches one")
    return server


def table_names(tables: int) -> list[str]:
    return [f"table-{number}" for number in range(1, tables + 1)]


def run_evening(
    floor: Floor, names: Sequence[str], rate: float, befalling: Iterable[str]
) -> Outcome:
    """Have tables record so many entries a second while things befall the floor; print figures."""
    evening = open_entries("sic-bo", 600)
    os.environ["XDG_CONFIG_HOME"] = str(floor.folder)  # the devices that the keeper knows
    playing = [Table(name, floor.journal(name), evening, rate) for name in names]
    try:
        befallen = _play(floor, playing, befalling)
        lag = _caught_up(floor, playing)
        found = [compare(floor, table) for table in playing]
    finally:
        floor.end()
    say(f"befallen: {dict(befallen)}; caught up {lag:.1f} s after the last record")
    for table, each in zip(playing, found, strict=True):
        say(f"{table.name}: {table.disk.journal.head.records} records, {each}")
        say(f"{table.name}: its slowest commit {1000 * table.slowest:.0f} ms")
        table.disk.close()
    amiss = [*alarms_of(floor), *jackpot_differences(floor, playing)]
    fed = [message for table in playing for message in table.fed]
    hits = sum(isinstance(message, JackpotHit) for message in fed)
    say(f"lot: {len(fed)} messages fed, {hits} of them hits")
    say(f"amiss: {amiss}")
    return Outcome(playing, found, amiss)


def _play(floor: Floor, playing: Sequence[Table], befalling: Iterable[str]) -> Counter[str]:
    """Return how often each thing befell the floor."""
    for process in floor.processes:
        process.begin()
    for table in playing:
        table.start()
    befallen = Counter(befalling)
    for table in playing:
        table.stopping.set()
        table.join()
    return befallen


def _caught_up(floor: Floor, playing: Sequence[Table]) -> float:
    """Wait until the ledger has all facts and released records, or until it has got none for some
    time: a busy machine is slow. Return how long that took.
    """
    begun = moved = time.monotonic()
    wanted, found = wanted_counts(playing), stored_counts(floor)
    while time.monotonic() - moved < STILL_S and not found.includes(wanted):
        for process in floor.processes:
            if process.has_ended:
                process.begin()
        time.sleep(0.5)
        before, found = found, stored_counts(floor)
        if found != before:
            moved = time.monotonic()
    return time.monotonic() - begun
