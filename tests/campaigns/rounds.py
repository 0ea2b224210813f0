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
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from firmware.core.table.table import Table
from firmware.shell.rules.rules import games_in_pack
from tests.kits.games.bare_table import BareTable, Line, seat
from tests.kits.games.chance.chips import with_chips, without
from tests.kits.games.reckoning.checks import reckoning

LONG = {"craps": 25}
"""The games of which a script is a whole evening: so many times fewer are played."""
SHARE = 5000
"""Rounds that are played with one seed, so that a difference is soon found again."""


class Found(NamedTuple):
    """What a share of the rounds came to."""

    game: str
    rounds: int
    lines: int
    difference: str | None
    """The first script that came to something else, with both accounts."""


def compare(game: str, rounds: int, seed: int, *, chips: bool = False) -> Found:
    """Play a share of a game's rounds; stop at the first difference."""
    second, chance, lines = reckoning(game), Random(f"{game} {seed}"), 0
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
        lines += len(found)
        over = in_order(getattr(second, "standing", _nothing)(legal))
        agreed = found == wanted and in_order(played.standing) == over
        agreed &= played.refused == refused and not played.alarm
        if not agreed or not all(map(balanced, found)):
            told = {"script": script, "wanted": wanted, "found": found}
            told |= {"refused": refused, "found_refused": played.refused}
            told |= {"over": over, "standing": played.standing}
            return Found(game, number, lines, json.dumps(told))
    return Found(game, rounds, lines, None)


def _nothing(_: Any) -> list[Line]:
    return []


def in_order(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: json.dumps(line, sort_keys=True))


def balanced(line: Line) -> bool:
    """Say whether no more than the stake goes back, and only a win is paid."""
    kept = 0 <= line["returned"] <= line["stake"] and line["paid"] >= 0 <= line["commission"]
    return kept and (line["outcome"] == "win" or not line["paid"])


def main() -> int:
    """Play what is asked for; return 1 where a round came to something else."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--chips", action="store_true", help="at tables with a smallest chip")
    options = parser.parse_args()
    names = options.games or list(games_in_pack())
    with ProcessPoolExecutor(options.processes) as pool:
        return max(
            _campaign(pool, name, options.rounds // LONG.get(name, 1), options.seed, options.chips)
            for name in names
        )


def _campaign(pool: ProcessPoolExecutor, game: str, rounds: int, seed: int, chips: bool) -> int:
    began = time.monotonic()
    shares = [min(SHARE, rounds - at) for at in range(0, rounds, SHARE)]
    jobs = [
        pool.submit(compare, game, n, seed * 1000 + at, chips=chips) for at, n in enumerate(shares)
    ]
    found = [job.result() for job in jobs]
    wrong = [share.difference for share in found if share.difference]
    played, lines = sum(share.rounds for share in found), sum(share.lines for share in found)
    took = time.monotonic() - began
    print(f"{game:24}{played:9,} rounds {lines:10,} lines {len(wrong):3} differences {took:6.0f} s")  # noqa: T201
    for told in wrong[:2]:
        print(told)  # noqa: T201
    sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
