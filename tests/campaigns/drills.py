"""Questions of the payout drills against the second reckonings: `make campaign NAME=drills`.

python -m tests.campaigns.drills --questions 10000 --seed 1 --processes 2 [GAME ...]

Each question is drawn as a trainee's is. Its amount, which is of the code that settles, must be
that of the game's second reckoning (`tests/kits/games/reckoning`, of poker and of a tournament's
prizes their own), and that to which the steps of its explanation lead.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Final, NamedTuple

from sim.web.drills.game_setup import HOMES
from sim.web.drills.question_source import HIGHEST_LEVEL, QuestionSource
from tests.kits.sim.web.drill_reckoning import difference

SHARE: Final = 250
"""Questions that are drawn with one seed."""


class Found(NamedTuple):
    """What a share of the questions came to."""

    families: Counter[str]
    games: Counter[str]
    differences: list[str]
    longest_s: float
    """The processor's time of the question that took longest to draw and put into words."""

    def with_share(self, share: "Found") -> "Found":
        return Found(
            self.families + share.families,
            self.games + share.games,
            self.differences + share.differences,
            max(self.longest_s, share.longest_s),
        )


def compare(games: tuple[str, ...], seed: int, questions: int = SHARE) -> Found:
    """Draw questions of all levels, and find each amount again."""
    source = QuestionSource(Random(seed))
    found = Found(Counter(), Counter(), [], 0.0)
    longest = 0.0
    for number in range(questions):
        began = time.process_time()
        drawn = source.draw(games, 1 + number % HIGHEST_LEVEL)
        drawn.solve()
        longest = max(longest, time.process_time() - began)
        found.families[drawn.subject.family] += 1
        found.games[drawn.subject.game] += 1
        if wrong := difference(drawn):
            found.differences.append(wrong)
    return found._replace(longest_s=longest)


def main() -> int:
    """Draw what is wanted in shares; return 1 if an amount was another."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(HOMES.games))
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    began = time.monotonic()
    seeds = range(options.seed * 1000, options.seed * 1000 + -(-options.questions // SHARE))
    games = tuple(options.games) or HOMES.games
    total = Found(Counter(), Counter(), [], 0.0)
    with ProcessPoolExecutor(options.processes) as pool:
        for share in pool.map(partial(compare, games), seeds):
            total = total.with_share(share)
            drawn = sum(total.families.values())
            print(  # noqa: T201
                f"{drawn:,} questions, {len(total.differences)} differences,"
                f" {time.monotonic() - began:.0f} s; the longest took {total.longest_s:.1f} s of a"
                " processor",
                *share.differences[:2],
                sep="\n",
                flush=True,
            )
    for counts in (total.families, total.games):
        print(", ".join(f"{name} {count:,}" for name, count in counts.most_common()))  # noqa: T201
    return int(bool(total.differences))


if __name__ == "__main__":
    sys.exit(main())
