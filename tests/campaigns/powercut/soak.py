"""A year's play: every game on its own table, on virtual time.

python -m tests.campaigns.powercut.soak --rounds 300000 --seed 1 --processes 2

Loop, ledger, journal, table, meters and recount are those of the service, on real files with
rotation and retention; syncs are counted but not executed, and drivers are left out: a random
generator makes their events, faults, late bets, undone keys and wrong cards included. Services are
stopped, or killed, and restarted on their journals. After each event that no undo can revert the
meters must equal the campaign's own sums. At the end each journal is scanned, and all its kept
records are read and recounted. Each process has all the tables, so that its memory and descriptors
after a tenth of the rounds can be compared with those at the end.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from tests.campaigns.powercut.soak_table import CountedCopy, SoakTable, Wrong
from tests.campaigns.progress import say
from tests.kits.quebec import games_in_pack

LEAST: Final = 2000
"""Rounds of each game; of what is left, each game plays as many as take the same time."""
PACE: Final[Mapping[str, int]] = {
    "baccarat": 340, "casino-war": 340, "red-dog": 270, "super-pan-9": 160, "pai-gow-poker": 60,
    "poker-grand-prix": 220, "caribbean-stud": 120, "three-card-poker": 170, "poker-3-5-7": 370,
    "boston-poker": 230, "four-card-poker": 140, "crazy-four-poker": 140, "blackjack": 170,
    "blackjack-multi-action": 80, "roulette": 320, "sic-bo": 300, "wheel-of-fortune": 330,
    "craps": 580, "keno": 1140, "pai-gow": 100,
}  # fmt: skip
"""Rounds a second, about."""
STRETCHES: Final = 40
"""In so many parts the tables take turns; a tenth of them is when the first look is taken."""
MOST_GROWN: Final = 8 << 20
"""Octets by which a process may grow after a tenth: its caches fill, the allocator is no clerk."""


class Held(NamedTuple):
    """What a process holds."""

    resident: int
    """Octets."""
    descriptors: int


@dataclass(frozen=True)
class Report:
    """What a campaign came to."""

    seed: int
    processes: int
    seconds: float
    games: Mapping[str, int]
    """Rounds that were settled, by game."""
    counts: Mapping[str, int]
    """By name, of all tables: events, restarts, syncs, octets, rulings and findings by kind."""
    tenth: tuple[Held, ...]
    """Of each process, when a tenth was played."""
    end: tuple[Held, ...]
    differences: tuple[str, ...]

    @property
    def rounds(self) -> int:
        return sum(self.games.values())

    @property
    def grown(self) -> int:
        """Octets by which the process grew that grew most."""
        return max(b.resident - a.resident for a, b in zip(self.tenth, self.end, strict=True))

    @property
    def descriptors_lost(self) -> int:
        return max(b.descriptors - a.descriptors for a, b in zip(self.tenth, self.end, strict=True))

    @property
    def failures(self) -> tuple[str, ...]:
        """What must not be, in words."""
        found = list(self.differences)
        if self.grown > MOST_GROWN:
            found.append(f"a process has grown by {self.grown:,} octets")
        if self.descriptors_lost > 0:
            found.append(f"{self.descriptors_lost} descriptors were never closed")
        return tuple(found)

    def lines(self) -> list[str]:
        """Return the report to print."""
        n, rounds = Counter(self.counts), self.rounds
        held = [
            f"process {number}: {a.resident >> 20} MiB at a tenth, {b.resident >> 20} at the end "
            f"({b.resident - a.resident:+,} octets); descriptors {a.descriptors}, {b.descriptors}"
            for number, (a, b) in enumerate(zip(self.tenth, self.end, strict=True), start=1)
        ]
        return [
            ", ".join(f"{game} {count:,}" for game, count in self.games.items()),
            f"a year: {rounds:,} rounds of {len(self.games)} games, {n['events']:,} events; "
            f"seed {self.seed}, {self.processes} processes, {self.seconds:.0f} s",
            f"{n['Undone']:,} undone keys, {n['RoundVoided']:,} voided rounds, "
            f"{n['LateBet']:,} late bets, {n['FaultShown']:,} faults, {n['Refused']:,} refusals",
            f"{n['restarts']:,} restarts in order, {n['power cuts']:,} after a power cut, "
            f"{n['copies torn']:,} with a torn copy: {n['CopyRepaired']:,} repaired",
            *held,
            f"journal, one copy: {n['octets of records'] / 2 / rounds:,.0f} octets a round, "
            f"{n['octets of records'] / 2 / n['events']:,.0f} an event; written to both "
            f"{n['octets written'] / rounds:,.0f} a round",
            f"{n['segments made'] // 2:,} segments made, {n['segments retired'] // 2:,} retired, "
            f"in each copy; {n['syncs'] / rounds:.1f} syncs a round and "
            f"{n['flushes']:,} of new segments and directories",
            f"{n['openings recounted']:,} openings recounted from what is kept",
            f"{len(self.differences)} differences",
            *(f"FAILED: {failure}" for failure in self.failures),
        ]


class Share(NamedTuple):
    """What one process plays."""

    number: int
    seed: int
    rounds: Mapping[str, int]
    kind: type[CountedCopy]


class Outcome(NamedTuple):
    """What a share came to."""

    rounds: Counter[str]
    counts: Counter[str]
    tenth: Held
    end: Held
    differences: list[str]


def shared_out(rounds: int, names: Sequence[str]) -> dict[str, int]:
    """Return how many rounds of each game make so many, or a few more."""
    least = min(LEAST, rounds // len(names))
    rest, pace = rounds - least * len(names), sum(PACE[name] for name in names)
    return {name: least + -(-rest * PACE[name] // pace) for name in names}


def run(
    rounds: int = 300_000,
    seed: int = 1,
    processes: int = 2,
    names: Sequence[str] = (),
    kind: type[CountedCopy] = CountedCopy,
) -> Report:
    """Play so many rounds; `kind` is what the journals are written to."""
    began = time.monotonic()
    each = {
        name: -(-n // processes) for name, n in shared_out(rounds, names or games_in_pack()).items()
    }
    shares = [Share(number, seed, each, kind) for number in range(processes)]
    if processes == 1:
        outcomes = [work(shares[0])]
    else:
        with ProcessPoolExecutor(processes) as pool:
            outcomes = list(pool.map(work, shares))
    return Report(
        seed=seed,
        processes=processes,
        seconds=time.monotonic() - began,
        games=dict(sum((outcome.rounds for outcome in outcomes), Counter[str]())),
        counts=dict(sum((outcome.counts for outcome in outcomes), Counter[str]())),
        tenth=tuple(outcome.tenth for outcome in outcomes),
        end=tuple(outcome.end for outcome in outcomes),
        differences=tuple(difference for outcome in outcomes for difference in outcome.differences),
    )


def work(share: Share) -> Outcome:
    """Play a share, all tables in turn; one that went wrong plays no further."""
    with tempfile.TemporaryDirectory(prefix="croupier-soak-") as room:
        return _Worker(share, Path(room)).run()


class _Worker:
    def __init__(self, share: Share, room: Path) -> None:
        self._share = share
        self._wrong: dict[str, str] = {}
        seed = f"{share.seed} {share.number}"
        self._tables = {
            game: SoakTable(game, seed, rounds, room, share.kind)
            for game, rounds in share.rounds.items()
        }

    def run(self) -> Outcome:
        tenth, began = held(), time.monotonic()
        for stretch in range(1, STRETCHES + 1):
            for game, rounds in self._share.rounds.items():
                self._try(game, lambda t, r=rounds: t.play(r * stretch // STRETCHES))  # noqa: B023
            done = f"{self._share.number + 1}: {stretch}/{STRETCHES}"
            say(f"{done}, {len(self._wrong)} differences, {time.monotonic() - began:.0f} s")
            if stretch == STRETCHES // 10:
                tenth = held()
        end = held()
        for game in self._share.rounds:
            self._try(game, SoakTable.finish)
        tables = self._tables.values()
        rounds = Counter({table.game: table.table.state.meters.rounds for table in tables})
        counts = sum((table.counts for table in tables), Counter[str]())
        return Outcome(rounds, counts, tenth, end, list(self._wrong.values()))

    def _try(self, game: str, act) -> None:
        if game in self._wrong:
            return
        try:
            act(self._tables[game])
        except Exception as error:  # noqa: BLE001 - a difference, whatever it is
            what = "" if isinstance(error, Wrong) else f"{game}: {type(error).__name__}: "
            self._wrong[game] = f"{what}{error}"


def held() -> Held:
    """Return what this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Held(pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir("/proc/self/fd")))


def main() -> int:
    """Read the command line; return 1 where anything differed or leaked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    report = run(options.rounds, options.seed, options.processes, options.games)
    say("\n".join(report.lines()))
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
