"""Random evenings at the poker table against a second formulation and pokerkit: `make poker`.

python -m tests.campaigns.poker --games 200000 --seed 1 --processes 2 [POKER ...]

An evening is a few games with short stacks, refused steps, keys taken back, hands thrown in,
premature cards and voids; every printed line must be that of `tests/kits/games/poker_room`. Beside
each, one plain game is played by pokerkit too, and the stacks must be equal where the rules are.
"""

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from tests.kits.games.poker_room.chance import POKERS, Habits, evening
from tests.kits.games.poker_room.core import core_lines
from tests.kits.games.poker_room.peer import Differs, is_split_apart, plain_game, stacks_by_peer
from tests.kits.games.poker_room.said import in_order
from tests.kits.games.poker_room.table import Line

SHARE = 1000
"""Games that are played with one seed."""


class Found(NamedTuple):
    """What a share of the games came to."""

    counted: Counter[str]
    difference: str | None
    """The first script that came to something else, with both accounts."""


def compare(poker: str, games: int, seed: int, habits: Habits | None = None) -> Found:
    """Play evenings until there were so many games; stop at the first difference."""
    chance, counted = Random(f"{poker} {seed}"), Counter[str]()
    while counted["games"] < games:
        script, lines = evening(poker, chance, habits or Habits())
        wanted, found = in_order(lines), core_lines(script)
        counted.update(games=max(games_of(wanted), 1), lines=len(wanted))
        if found != wanted or not is_conserved(wanted):
            return Found(counted, _told(script, wanted=wanted, found=found))
    return Found(counted, None)


def compare_with_peer(poker: str, games: int, seed: int) -> Found:
    """Play plain games; one that pokerkit refuses is counted by its reason."""
    chance, counted = Random(f"peer {poker} {seed}"), Counter[str]()
    for _ in range(games):
        script = plain_game(poker, chance)
        script["options"]["chip"] = 100
        found = core_lines(script)
        stacks = {line[1]: line[2] for line in found if line[0] == "stack"}
        try:
            peer = stacks_by_peer(script)
        except Differs as rule:
            counted[str(rule)] += 1
            continue
        if is_split_apart(found):
            counted["a low in one pot only"] += 1
        elif peer != stacks:
            return Found(counted, _told(script, peer=peer, found=stacks))
        else:
            counted["equal"] += 1
    return Found(counted, None)


def games_of(lines: list[Line]) -> int:
    return sum(line[:2] == ["pot", 1] for line in lines)


def is_conserved(lines: list[Line]) -> bool:
    """Say whether each pot is shared to the last cent, its commission apart."""
    due: Counter[int] = Counter()
    for line in lines:
        if line[0] == "pot":
            due[line[1]] += line[2] - line[3]
        elif line[0] == "won":
            due[line[1]] -= line[3]
    return not any(due.values())


def _told(script: dict[str, Any], **accounts: Any) -> str:
    return json.dumps({"script": script, **accounts})


def main() -> int:
    """Play what is asked for; return 1 where a game came to something else."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pokers", nargs="*", metavar="POKER", help=", ".join(POKERS))
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        return max(
            _campaign(pool, poker, options.games, options.seed)
            for poker in options.pokers or POKERS
        )


def _campaign(pool: ProcessPoolExecutor, poker: str, games: int, seed: int) -> int:
    began = time.monotonic()
    shares = [(min(SHARE, games - at), seed * 1000 + at) for at in range(0, games, SHARE)]
    jobs = [
        pool.submit(play, poker, *share)
        for play in (compare, compare_with_peer)
        for share in shares
    ]
    found = [job.result() for job in jobs]
    wrong = [share.difference for share in found if share.difference]
    counted = sum((share.counted for share in found), Counter[str]())
    told = ", ".join(f"{name}: {count:,}" for name, count in counted.most_common())
    print(f"{poker:12} {told}; differences: {len(wrong)}; {time.monotonic() - began:.0f} s")  # noqa: T201
    for difference in wrong[:2]:
        print(difference)  # noqa: T201
    sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
