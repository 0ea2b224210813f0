"""Cut the power at every act on the journal's disks, and check the restored table.

python -m tests.campaigns.powercut.powercut --rounds 200 --seed 1 --processes 2 [GAME ...]

A table plays at random on a journal whose disks record every act: each write, sync, rename,
directory sync and removal. After each act the power goes, and unsynced data are kept, dropped, torn
by sectors, between records or within them. It goes too while readings wait to share a commit: they
are lost, and nothing has come of them. The restored table must be, in its checkpoint, cards, bets
and panel, in the state after the last turn that had returned, or after an event of the turn in
progress; every earlier event must be there once, with its rulings. A share of the restarts is
itself cut at every act, and a share of those again. The restored table depends only on the disks'
content, so equal octets are opened once.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

from tests.campaigns.powercut.powercut_disk import ModelCopy
from tests.campaigns.powercut.powercut_share import Count, Share
from tests.campaigns.progress import say

GAMES: Final = ("baccarat", "blackjack", "craps", "roulette")
ROUNDS: Final = 20
"""Rounds that are played with one seed, on one table."""


@dataclass(frozen=True)
class Report:
    """What the campaign came to."""

    games: tuple[str, ...]
    seed: int
    rounds: int
    events: int
    turns: int
    restarts: int
    acts: Mapping[str, int]
    """Acts on the disks, by kind: after each the power went."""
    cuts: int
    """Acts, and turns that had returned, times what a disk may do to what was not synced."""
    cuts_in_comebacks: int
    """Cuts while the table came back from a cut, or in its first turn after."""
    comebacks: int
    """Disks that differ, on which a service was started."""
    partial: int
    """Cuts after which the first of the events of the turn under way were there, and not all."""
    waiting: int
    """Turns after which readings waited for others when the power went."""
    recounts: int
    findings: Mapping[str, int]
    """What the journal found and mended in the comebacks, by kind."""
    losses: int
    differences: tuple[str, ...]
    """The first losses, in full."""
    seconds: float

    @property
    def repairs(self) -> int:
        """Copies that were made whole from the other."""
        return self.findings.get("CopyRepaired", 0) + self.findings.get("SegmentRepaired", 0)

    def lines(self) -> list[str]:
        """As a person reads it."""
        acts = ", ".join(f"{count:,} {act}" for act, count in sorted(self.acts.items()))
        found = ", ".join(f"{count:,} {kind}" for kind, count in sorted(self.findings.items()))
        return [
            f"{self.rounds:,} rounds of {', '.join(self.games)}; seed {self.seed}",
            f"{self.events:,} events in {self.turns:,} turns, {self.restarts:,} restarts",
            f"{sum(self.acts.values()):,} acts on the disks: {acts}",
            f"{self.cuts:,} cuts, {self.cuts_in_comebacks:,} more in comebacks",
            f"{self.comebacks:,} comebacks, {self.recounts:,} recounts, {self.repairs:,} repairs",
            f"{self.partial:,} cuts kept the first of a turn's events and not the last",
            f"{self.waiting:,} turns were cut while readings waited for a commit",
            f"found and mended: {found}",
            f"{self.losses:,} losses",
            f"{self.seconds:.0f} s, {self.cuts / self.seconds:.0f} cuts a second",
            *self.differences,
        ]


def run(
    rounds: int = 200,
    seed: int = 1,
    processes: int = 2,
    games: Sequence[str] = GAMES,
    disk: type[ModelCopy] = ModelCopy,
) -> Report:
    """Play `rounds` of each game, cut at every act; `disk` is what the journal is written to."""
    began = time.monotonic()
    sizes = [min(ROUNDS, rounds - at) for at in range(0, rounds, ROUNDS)]
    jobs = [(game, size, seed * 1000 + at, disk) for game in games for at, size in enumerate(sizes)]
    counts = []
    for done, count in enumerate(_shares(jobs, processes), start=1):
        counts.append(count)
        say(f"{done} of {len(jobs)} tables, {time.monotonic() - began:.0f} s")
    return _summed(counts, tuple(games), seed, time.monotonic() - began)


def _shares(jobs: list[tuple[str, int, int, type[ModelCopy]]], processes: int):
    if processes == 1:
        yield from (_share(*job) for job in jobs)
        return
    with ProcessPoolExecutor(
        processes, initializer=logging.disable, initargs=(logging.CRITICAL,)
    ) as pool:
        for future in as_completed([pool.submit(_share, *job) for job in jobs]):
            yield future.result()


def _share(game: str, rounds: int, seed: int, disk: type[ModelCopy]) -> Count:
    return Share(game, rounds, seed, disk).run()


def _summed(counts: list[Count], games: tuple[str, ...], seed: int, seconds: float) -> Report:
    total, acts, findings = Counter[str](), Counter[str](), Counter[str]()
    for count in counts:
        total += count.counts
        acts += count.acts
        findings += count.findings
    return Report(
        games=games,
        seed=seed,
        **{name: total[name] for name in ("rounds", "events", "turns", "restarts", "cuts")},
        acts=dict(acts),
        cuts_in_comebacks=total["cuts in a comeback"],
        comebacks=total["comebacks"],
        partial=total["cuts that kept the first of a turn's events"],
        waiting=total["cuts with readings waiting"],
        recounts=total["recounts"],
        findings=dict(findings),
        losses=total["losses"],
        differences=tuple(text for count in counts for text in count.differences),
        seconds=seconds,
    )


def main() -> int:
    """Read the command line; return 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=200, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    games = options.games or GAMES
    report = run(options.rounds, options.seed, options.processes, games)
    say("\n" + "\n".join(report.lines()))
    return 1 if report.losses else 0


if __name__ == "__main__":
    sys.exit(main())
