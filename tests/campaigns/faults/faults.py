"""Two to four faults at once, drawn at random, at any moment of a round of any kind of game.

    python -m tests.campaigns.faults.faults --cases 10000 --seed 1 --processes 2
    python -m tests.campaigns.faults.faults --seed 7 --case 3   # that table again, to that case

Parts are lost, reset, silent, slow or send garbage, disks fail or fill, the power is cut, chips are
moved, cards drawn and doors opened at the wrong time, the supervisor is away; between a stop and a
start a disk is exchanged, or the configuration changed. The causes end in any order; then people
who follow the display must bring the table back and play a further round. At every turn lights,
figures and payouts are compared with the chips, cards and results, every round with an independent
reckoning, and every start with the acknowledged events.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from tests.campaigns.faults.faults_befall import Case, Scene, befall, draw
from tests.campaigns.faults.faults_people import CarefulCroupier
from tests.campaigns.faults.faults_service import FaultyService
from tests.campaigns.faults.faults_witness import Witness
from tests.campaigns.kill.history import Difference
from tests.kits.paths import EXAMPLES

TABLES: Final = (
    "baccarat",
    "baccarat rfid",
    "three-card-poker",
    "casino-war",
    "blackjack",
    "roulette",
    "sic-bo",
    "craps",
    "wheel-of-fortune",
    "keno",
)
AT_ONE_TABLE: Final = 20
"""Cases that follow one another at one table, with a seed of their own."""
TABLES_PER_LINE: Final = 10
"""Of the progress that is printed."""
MOST_STEPS: Final = 400
MOST_MS: Final = 900_000
"""Things that people do, and time, after which a table must have come back and played a round."""


def config_of(name: str) -> Config:
    """Return the table of that name."""
    if name == "baccarat rfid":
        config = load_config(EXAMPLES / "rfid.toml")
        return replace(config, table=replace(config.table, late_entry="allow"))
    config = default_table(name)
    if name == "blackjack":  # its side bets wait for a lot
        options = dict(config.game_options) | {"side_bets": []}
        return replace(config, game_options=options)
    return config


class Report(NamedTuple):
    """What the cases came to."""

    cases: int
    counts: Counter[str]
    pairs: Counter[tuple[str, str]]
    """How often two faults came together, by where and what they were."""
    seeds: tuple[int, int]
    failures: tuple[str, ...]
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Yield the report as it is read."""
        first, last = self.seeds
        yield f"{self.cases:,} cases in {self.seconds:.0f} s, seeds {first} to {last}"
        yield f"pairs of faults that came together: {len(self.pairs):,} different ones"
        yield from (f"{name}: {count:,}" for name, count in sorted(self.counts.items()))
        yield from self.failures
        yield f"failures: {len(self.failures)}"


class Table:
    """A table, its people and its witness, through case after case."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.name = TABLES[seed % len(TABLES)]
        config = config_of(self.name)
        self.witness = Witness(config)
        self.service = FaultyService(
            config, self.chance, self.witness.take_rulings, self.witness.see
        )
        self.witness.service = self.service
        self.croupier = CarefulCroupier(self.service, self.chance)
        self.witness.cards = self.croupier.cards
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.counts: Counter[str] = Counter()
        self.played = 0
        self.befell: Case | None = None
        """What the last case was."""
        self._scene = Scene(self.service, self.witness, self.croupier, self.chance)
        self._keep_copies()
        self._play_round()
        self._keep_copies()

    def play(self) -> None:
        """Let one case befall the table, and bring it back. Raises Difference."""
        for _ in range(self.chance.randrange(self._steps)):
            self.croupier.step()
        self.befell = case = draw(self._scene)
        gone = befall(self._scene, case)
        began = self.service.clock.now()
        while self.service.clock.now() < gone:
            self.croupier.step()
        self._play_round()
        self._both_copies()
        self._keep_copies()
        self._count(case, self.service.clock.now() - began)
        self.played += 1

    def _play_round(self) -> None:
        """Play until a round more is settled and the next is open."""
        end = self.service.clock.now() + MOST_MS
        rounds, steps = self.witness.rounds + 1, 0
        while not (self.witness.rounds >= rounds and self._is_open()):
            steps += 1
            if steps > MOST_STEPS or self.service.clock.now() > end:
                seen = self.service.look()
                raise Difference(
                    f"no way back: {seen.ask} {seen.dealer} {seen.phase} {seen.faults}"
                )
            self.croupier.step()
        self._steps = max(2, min(steps, 60))

    def _is_open(self) -> bool:
        seen = self.service.look()
        return seen.phase == "open" and not seen.stopped

    def _both_copies(self) -> None:
        """With a copy left out of use the service is started again, which repairs it."""
        if self.service.alone:
            self.counts["a copy out of use, mended by a restart"] += 1
            self.service.restart()
            if self.service.alone:
                raise Difference("a restart on good disks left a copy out of use")

    def _keep_copies(self) -> None:
        for disk in self.service.disks:
            disk.save_image()

    def _count(self, case: Case, took_ms: int) -> None:
        names = sorted(f"{fault.where} {fault.kind}" for fault, _, _ in case.drawn)
        self.pairs.update(combinations(names, 2))
        self.counts.update(f"fault: {name}" for name in names)
        self.counts["ways back"] += 1
        self.counts[f"at {self.name}"] += 1
        self.counts["virtual seconds"] += took_ms // 1000


def play_table(seed: int, cases: int) -> Report:
    """Play some cases at the table of a seed; stop at the first that fails."""
    table, failures = None, []
    try:
        table = Table(seed)
        for _ in range(cases):
            table.play()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is said how to see it again
        befell, number = (table.befell, table.played + 1) if table else ("nothing yet", 0)
        what = f"{TABLES[seed % len(TABLES)]}: {type(error).__name__}: {error}"
        failures.append(f"{what}\n  {befell}\n  again: --seed {seed} --case {number}")
    if table is None:
        return Report(0, Counter(), Counter(), (seed, seed), tuple(failures))
    counts = table.counts + table.service.counts + table.witness.counts
    return Report(table.played, counts, table.pairs, (seed, seed), tuple(failures))


def run(cases: int, seed: int, processes: int) -> Report:
    """Play so many cases, at as many tables as they need, from this seed on."""
    began = time.monotonic()
    tables = -(-cases // AT_ONE_TABLE)
    shares = [min(AT_ONE_TABLE, cases - at * AT_ONE_TABLE) for at in range(tables)]
    seeds = range(seed, seed + tables)
    quiet = {"initializer": logging.disable, "initargs": (logging.CRITICAL,)}
    with ProcessPoolExecutor(processes, **quiet) as pool:
        found = [*_with_progress(pool.map(play_table, seeds, shares), tables, began)]
    return Report(
        sum(one.cases for one in found),
        sum((one.counts for one in found), Counter()),
        sum((one.pairs for one in found), Counter()),
        (seed, seeds[-1]),
        tuple(failure for one in found for failure in one.failures),
        time.monotonic() - began,
    )


def _with_progress(reports: Iterable[Report], tables: int, began: float) -> Iterator[Report]:
    """Yield the reports of the tables, and print now and then how far they are."""
    cases = failures = 0
    for done, report in enumerate(reports, start=1):
        cases, failures = cases + report.cases, failures + len(report.failures)
        if done % TABLES_PER_LINE == 0:
            seconds = time.monotonic() - began
            print(  # noqa: T201
                f"{done} of {tables} tables, {cases:,} cases, {failures} failures, {seconds:.0f} s",
                flush=True,
            )
        yield report


def main() -> int:
    """Play what is asked for; return 1 where a case failed."""
    parser = argparse.ArgumentParser(description="Have faults befall tables together.")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--case", type=int, help="the table of that seed alone, up to this case")
    asked = parser.parse_args()
    if asked.case is None:
        report = run(asked.cases, asked.seed, asked.processes)
    else:
        report = play_table(asked.seed, asked.case)
    print("\n".join(report.lines()))  # noqa: T201
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
