"""Random rounds of every game against its independent reckoning: `make campaign NAME=rounds`.

python -m tests.campaigns.rounds --rounds 200000 --seed 1 --processes 2 [GAME ...]

Each round is a script made by the game's reckoning (`tests/kits/games/reckoning/NAME.py`), with
random bets and legal decisions, played on the core's table; of roulette, dice and Keno it is a few
spins, throws or draws, of craps an evening. Every settled line and every carried-over bet must
equal the reckoning's, nothing may be refused, and the house's and the players' money must balance.

With `--chips` each round is played at a table with a smallest chip: stakes are made of the steps of
their places, or the table rounds for the player; just what makes no step must be refused.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

from firmware.core.table.table import Table
from firmware.shell.rules.pack_files import program_games
from tests.kits.games.bare_table import BareTable, Line, seat
from tests.kits.games.chance.chips import with_chips, without
from tests.kits.games.reckoning.checks import reckoning

LONG = {"craps": 25}
"""The games of which a script is a whole evening: so many times fewer are played."""
SHARE = 5000
"""Rounds that are played with one seed, so that a difference is soon found again."""


class Found(NamedTuple):
    """What a share of the rounds came to."""

    rounds: int
    counts: Counter[str]
    difference: str | None = None
    """The first script that came to something else, with both accounts."""


Compare = Callable[[str, int, int], Found]
"""Plays a share of a game's rounds with a seed."""


def compare(game: str, rounds: int, seed: int, *, chips: bool = False) -> Found:
    """Play a share of a game's rounds; stop at the first difference."""
    second, chance, counts = reckoning(game), Random(f"{game} {seed}"), Counter[str]()
    tables: dict[str, Table] = {}
    for number in range(1, rounds + 1):
        script, refused = second.random_script(chance), list[int]()
        if chips:
            script, refused = with_chips(chance, script)
        rules = json.dumps([script.get(name) for name in ("options", "limits", "spots")])
        if rules not in tables:
            tables[rules] = seat(script)
        played = BareTable(script, tables[rules]).play(script["steps"])
        legal = script if game == "keno" else without(script, refused)
        wanted = in_order(second.reckon(legal))
        found = in_order(played.settled)
        counts["lines"] += len(found)
        over = in_order(getattr(second, "standing", _nothing)(legal))
        agreed = found == wanted and in_order(played.standing) == over
        agreed &= played.refused == refused and not played.alarm
        if not agreed or not all(map(balanced, found)):
            report = {"script": script, "wanted": wanted, "found": found}
            report |= {"refused": refused, "found_refused": played.refused}
            report |= {"over": over, "standing": played.standing}
            return Found(number, counts, json.dumps(report))
    return Found(rounds, counts)


def _nothing(_: Any) -> list[Line]:
    return []


def in_order(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: json.dumps(line, sort_keys=True))


def balanced(line: Line) -> bool:
    """Say whether no more than the stake goes back, and only a win is paid."""
    is_balanced = 0 <= line["returned"] <= line["stake"] and line["paid"] >= 0 <= line["commission"]
    return is_balanced and (line["outcome"] == "win" or not line["paid"])


def argument_parser(rounds: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=rounds, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    return parser


def campaign(
    options: argparse.Namespace, compare: Compare, share: int, long: Mapping[str, int]
) -> int:
    """Play what is asked for in shares; return 1 where a round came to something else."""
    failed = False
    with ProcessPoolExecutor(options.processes) as pool:
        for game in options.games or program_games():
            began, rounds = time.monotonic(), options.rounds // long.get(game, 1)
            shares = [min(share, rounds - at) for at in range(0, rounds, share)]
            seeds = [options.seed * 1000 + at for at in range(len(shares))]
            found = list(pool.map(compare, [game] * len(shares), shares, seeds))
            wrong = [of.difference for of in found if of.difference]
            counts = sum((of.counts for of in found), Counter[str]())
            print(  # noqa: T201
                f"{game:24}{sum(of.rounds for of in found):9,} rounds {len(wrong):3} differences",
                *(f"{count:10,} {name}" for name, count in sorted(counts.items())),
                f"{time.monotonic() - began:6.0f} s",
                *(f"\n{report}" for report in wrong[:2]),
                flush=True,
            )
            failed |= bool(wrong)
    return int(failed)


def main() -> int:
    parser = argument_parser(200_000)
    parser.add_argument("--chips", action="store_true", help="at tables with a smallest chip")
    options = parser.parse_args()
    return campaign(options, partial(compare, chips=options.chips), SHARE, LONG)


if __name__ == "__main__":
    sys.exit(main())
