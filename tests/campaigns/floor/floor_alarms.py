"""An evening of fifty tables with nothing really wrong: how many alarms the pit has of it.

    python -m tests.campaigns.floor.floor_alarms --tables 50 --minutes 240 --seed 1

Simulated people play at human pace on virtual time, with the mistakes of `croupier run`. A ledger
stores the facts as they come; a pit looks once a second, as its process does. A supervisor
acknowledges what waits, a minute after it came. ISA-18.2 has the bound: an operator can work fewer
than ten alarms in ten minutes. The changes that a screen receives are counted in octets too.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.store import insert_missing
from tests.campaigns.progress import say
from tests.kits.floor.evening_floor import EveningFloor, EveningPlace, EveningTable
from tests.kits.floor.played_evening import GAMES, PlayedEvening, played_evening
from tests.kits.floor.stores import empty_store

BOUND = 10
WINDOW_MS = 600_000
LOOK_MS = 1_000
HEARTBEATS_EACH = 5
"""Looks between two heartbeats of a table."""
ACKNOWLEDGED_AFTER_MS = 60_000
SCREEN_BOUND = 20 << 10
"""Octets a second of one screen."""
PITS = ("A", "B", "VIP")


class Coming(NamedTuple):
    """An alarm as a person sees it come: a group, with the kind of its most urgent alarm."""

    at_ms: int
    group: str
    kind: str


class EveningFigures:
    """What is counted in an evening."""

    def __init__(self) -> None:
        self.comings: list[Coming] = []
        self.octets_by_second: list[int] = []
        self.most_standing = 0
        self.look_s = 0.0

    def windows(self) -> Counter[int]:
        """Return how many alarms came in each ten minutes."""
        return Counter(coming.at_ms // WINDOW_MS for coming in self.comings)


def evenings_of(asked: argparse.Namespace) -> list[PlayedEvening]:
    """Return an evening for each table; fewer of them are played by several tables each."""
    count = min(asked.evenings or asked.tables, asked.tables)
    games = [GAMES[number % len(GAMES)] for number in range(count)]
    seeds = [asked.seed * 1_000 + number for number in range(count)]
    with ProcessPoolExecutor(asked.processes) as pool:
        played = [*pool.map(played_evening, games, seeds, [asked.minutes] * count)]
    return [played[number % count] for number in range(asked.tables)]


def placed(evenings: Sequence[PlayedEvening]) -> list[EveningTable]:
    return [
        EveningTable(
            EveningPlace(f"TBL-{number + 1}", PITS[number * 3 // len(evenings)]), number, one
        )
        for number, one in enumerate(evenings)
    ]


async def follow(floor: EveningFloor, monitor: FloorMonitor, minutes: int) -> EveningFigures:
    """Let the evening pass, with a look each second and one screen."""
    figures, standing, since = EveningFigures(), set[str](), dict[str, int]()
    page = monitor.changes.events()
    while floor.now_ms < minutes * 60_000:
        floor.advance(LOOK_MS, is_beating=floor.now_ms // LOOK_MS % HEARTBEATS_EACH == 0)
        began_s = time.process_time()
        monitor.refresh()
        figures.look_s += time.process_time() - began_s
        figures.octets_by_second.append(len(await anext(page)))
        standing = _note_comings(floor, monitor, figures, standing)
        _acknowledge_waiting(floor, monitor, since)
    return figures


def _note_comings(
    floor: EveningFloor, monitor: FloorMonitor, figures: EveningFigures, before: set[str]
) -> set[str]:
    assert monitor.screen is not None
    kinds = {shown.alarm.id: shown.alarm.alarm_kind for shown in monitor.screen.alarms}
    waiting = {group.id: group for group in monitor.screen.groups if not group.seen}
    figures.comings += [
        Coming(floor.now_ms, group_id, kinds[waiting[group_id].alarms[0]])
        for group_id in waiting.keys() - before
    ]
    figures.most_standing = max(figures.most_standing, len(waiting))
    return set(waiting)


def _acknowledge_waiting(floor: EveningFloor, monitor: FloorMonitor, since: dict[str, int]) -> None:
    assert monitor.screen is not None
    waiting = [shown.alarm.id for shown in monitor.screen.alarms if shown.seen is None]
    due = [
        alarm_id
        for alarm_id in waiting
        if floor.now_ms - since.setdefault(alarm_id, floor.now_ms) >= ACKNOWLEDGED_AFTER_MS
    ]
    if due:
        acknowledge_all(floor, due)


def acknowledge_all(floor: EveningFloor, alarm_ids: Iterable[str]) -> None:
    at_ms = floor.wall_clock()
    common = {"acknowledged_by": "anne", "acknowledged_ms": at_ms, "note": ""}
    with floor.store.begin() as connection:
        rows = [{"alarm_id": alarm_id, **common} for alarm_id in alarm_ids]
        insert_missing(connection, ACKNOWLEDGEMENT_TABLE, rows)


def report(figures: EveningFigures, asked: argparse.Namespace, rounds: int) -> bool:
    """Print the figures; return whether the bounds are met."""
    windows = figures.windows()
    counts = sorted(windows[number] for number in range(asked.minutes // 10))
    octets = sorted(figures.octets_by_second[1:])
    mean = sum(octets) / len(octets)
    say(f"{asked.tables} tables, {asked.minutes} minutes, {rounds:,} rounds, seed {asked.seed}")
    say(f"alarms in ten minutes: median {counts[len(counts) // 2]}, most {counts[-1]}")
    say(f"all {len(figures.comings)}: {dict(Counter(one.kind for one in figures.comings))}")
    say(f"most at once: {figures.most_standing}")
    say(f"a screen: the whole {figures.octets_by_second[0]:,} octets, then a second {mean:,.0f}")
    say(f"  p99 {octets[len(octets) * 99 // 100]:,}, most {octets[-1]:,}")
    looks = len(figures.octets_by_second)
    say(f"a look: {1000 * figures.look_s / looks:.1f} ms of processor")
    return counts[-1] < BOUND and mean < SCREEN_BOUND


def main(arguments: Sequence[str]) -> int:
    """Return 1 if a bound is missed."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=floor-alarms", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--evenings", type=int, help="that are played; as many as tables if not given"
    )
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    evenings = evenings_of(asked)
    with tempfile.TemporaryDirectory() as folder:
        store = empty_store(Path(folder) / "ledger.db")
        floor = EveningFloor(store, placed(evenings))
        monitor = FloorMonitor(store, (6, 14, 22), floor.wall_clock, floor.heartbeats)
        figures = asyncio.run(follow(floor, monitor, asked.minutes))
        store.dispose()
    return int(not report(figures, asked, sum(evening.rounds for evening in evenings)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
