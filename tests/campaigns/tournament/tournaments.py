"""Whole tournaments by chance, of 400 players at 40 tables: `make campaign NAME=tournaments`.

python -m tests.campaigns.tournament.tournaments --tournaments 1000 --seed 1 --processes 2

Each has random terms: levels and breaks, rebuys, prizes, seats, the hour at which it ends. At every
game the chips are those that were sold; after every balancing no table has two players more than
another, and nobody sits where somebody sits; prizes and places are those of a second formulation.
One of ten is served with a journal, and its power is cut within one act of a hundred, at any octet
that is written: either all of the act has come back or nothing of it. Wrong entries, rebuys and
eliminations are corrected while play goes on; at the end nothing of them is left.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.kits.tournament.chance_terms import any_terms
from tests.kits.tournament.evening_of_chance import Bare, Evening
from tests.kits.tournament.evening_sums import Sums
from tests.kits.tournament.powered import Powered

PLAYERS = 400
SERVED_OF = 10
"""One tournament of so many has a journal."""
CUT_SHARE = 0.01
ERRS = 0.02
"""How often a person errs; two people correct it some games later."""
SHARE = 10
"""Tournaments that one process plays in turn."""


def played(seed: int) -> Sums:
    """Play a tournament by its number."""
    chance = Random(seed)
    terms = any_terms(chance)
    players = PLAYERS - seed % 2  # else there is no place for an entry that never was
    if seed % SERVED_OF:
        return Evening(served=Bare(terms), players=players, chance=chance, errs=ERRS).play()
    powered = Powered(terms, chance, CUT_SHARE)
    sums = Evening(served=powered, players=players, chance=chance, errs=ERRS).play()
    sums.cuts = powered.cuts
    return sums


def share(seeds: range) -> Sums:
    sums = Sums()
    for seed in seeds:
        try:
            sums.add(played(seed))
        except AssertionError as error:
            raise AssertionError(f"tournament {seed}: {error}") from error
    return sums


def shares(first: int, count: int) -> Iterator[range]:
    for begin in range(first, first + count, SHARE):
        yield range(begin, min(begin + SHARE, first + count))


def main() -> int:
    """Play what is asked for; an assertion names the tournament that broke a rule."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="the number of the first tournament")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    sums, begun = Sums(), time.monotonic()
    with ProcessPoolExecutor(asked.processes) as pool:
        for one in pool.map(share, shares(asked.seed, asked.tournaments)):
            sums.add(one)
    summary = ", ".join(f"{name} {value:,}" for name, value in vars(sums).items())
    sys.stdout.write(
        f"{asked.tournaments} tournaments in {time.monotonic() - begun:.0f} s: {summary}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
