"""Kill the service with SIGKILL at random instants of a run, and compare it with its far ends.

python -m tests.campaigns.kill.kill --kills 2000 --seed 1 --processes 2

The far ends (registers, memories, shoe, reader) and the people survive the service. At each kill
the state of the far ends, and the last status of the control socket, must be states that the
journal passes through. Restarted, the table must be in the journal's state, locked until the dealer
has confirmed the felt, and then show itself again. Every round must end with the payments that an
independent reckoning gives for the cards really dealt. The seed chooses the people and the delays;
the instant that a delay hits depends on the machine.

Most starts are forks of a process that has imported the service, the others the command itself. At
least a third of the kills aims at the recovery, up to three in a row.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.refusal import RequestFailed
from tests.campaigns.kill.history import Difference, Lost, WrongAmount
from tests.campaigns.kill.kill_poker import poker_scene
from tests.campaigns.kill.kill_poker_read import read_poker_scene
from tests.campaigns.kill.killing import Killing
from tests.campaigns.kill.scene import Scene, baccarat_scene

SCENES: Final[Mapping[str, Callable[[Path, str], Scene]]] = {
    "baccarat": baccarat_scene,
    "poker-room": poker_scene,
    "poker-room-read": read_poker_scene,
}
"""The tables of the campaign, by game; the last is a poker table with three readers."""
BACCARAT: Final = ("baccarat",)
SWITCH_S: Final = 0.001
"""How soon the threads of the far ends take turns: the chip reader must answer in 60 ms."""


@dataclass(frozen=True)
class Report:
    """What a campaign came to: counts by name, and where a worker stopped at a difference."""

    kills: int
    seed: int
    processes: int
    seconds: float
    counts: Counter[str]
    differences: tuple[str, ...]

    @property
    def losses(self) -> int:
        """How often something shown, reported or acknowledged was lost."""
        return self.counts["losses"]

    @property
    def wrong_amounts(self) -> int:
        """How often money was reported or journaled otherwise than it was owed."""
        return self.counts["wrong amounts"]

    @property
    def recoveries(self) -> int:
        """How often the table came back as the journal has it."""
        return self.counts["back in the journal's last state"]

    @property
    def repairs(self) -> int:
        """How often the journal says that it wrote one copy again from the other."""
        return self.counts["found: journal.repaired"]

    @property
    def flagged_tails(self) -> int:
        """How often the journal says that it kept what nobody was warned of."""
        return self.counts["found: journal.unacknowledged"]

    def lines(self) -> list[str]:
        """Return the report to print."""
        counts = [f"{count:8,} {name}" for name, count in sorted(self.counts.items()) if count]
        return [
            *counts,
            f"{self.counts['kills']:,} kills in {self.seconds:.0f} s, seed {self.seed}, "
            f"{self.processes} at a time, {self.counts['kills in recovery']:,} in recovery: "
            f"{self.recoveries:,} recoveries, {self.repairs:,} repairs, "
            f"{self.flagged_tails:,} flagged tails, {self.losses} losses, "
            f"{self.wrong_amounts} wrong amounts, {len(self.differences)} differences in all",
            *(f"DIFFERENCE: {difference}" for difference in self.differences),
        ]


class Share(NamedTuple):
    """One worker's part of the kills."""

    number: int
    kills: int
    seed: int
    game: str = "baccarat"


class Outcome(NamedTuple):
    """What a share came to."""

    counts: Counter[str]
    difference: str | None


def run(kills: int, seed: int, processes: int = 1, games: Sequence[str] = BACCARAT) -> Report:
    """Run a campaign, the tables of these games in turn.

    Each worker stops at its first difference, and keeps its room.
    """
    each, over = divmod(kills, processes)
    shares = [Share(n, each + (n < over), seed, games[n % len(games)]) for n in range(processes)]
    began = time.monotonic()
    if processes == 1:
        outcomes = [work(shares[0])]
    else:
        with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
            outcomes = list(pool.map(work, shares))
    counts = sum((outcome.counts for outcome in outcomes), Counter[str]())
    found = tuple(outcome.difference for outcome in outcomes if outcome.difference)
    return Report(kills, seed, processes, time.monotonic() - began, counts, found)


def work(share: Share) -> Outcome:
    """Kill the service of one table so many times."""
    sys.setswitchinterval(SWITCH_S)
    room = Path(tempfile.mkdtemp(prefix="croupier-kill-"))
    seed = f"{share.seed} {share.number}"
    killing = Killing(SCENES[share.game](room, seed), seed, partial(_say, share.number))
    difference = _difference(killing, share.kills)
    counts = killing.counts
    if difference is None:
        shutil.rmtree(room)
        return Outcome(counts, None)
    counts["losses"] += isinstance(difference, Lost)
    counts["wrong amounts"] += isinstance(difference, WrongAmount)
    return Outcome(counts, f"{difference}\nthe journal and the log are kept in {room}")


def _difference(killing: Killing, kills: int) -> Difference | None:
    try:
        killing.run(kills)
    except Difference as difference:
        return difference
    except RequestFailed as impossible:
        return Difference(f"the people can't go on: {impossible.why}")
    finally:
        killing.close()
    return None


def _say(number: int, text: str) -> None:
    sys.stdout.write(f"{number}: {text}\n")
    sys.stdout.flush()


def main() -> int:
    """Read the command line. Return 0, or 1 where there was a difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--game", action="append", choices=SCENES, help="this game's table only")
    options = parser.parse_args()
    report = run(options.kills, options.seed, options.processes, options.game or tuple(SCENES))
    sys.stdout.write("\n".join(("", *report.lines(), "")))
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
