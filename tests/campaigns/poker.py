"""Random evenings at the poker table against a second formulation and pokerkit: `make poker`.

python -m tests.campaigns.poker --games 200000 --seed 1 --processes 2 [POKER ...]

An evening is a few games with short stacks, refused steps, keys taken back, hands thrown in,
premature cards and voids; every printed line must be that of `tests/kits/games/poker_room`. For ten
such games one plain game is played by pokerkit too, and the stacks must be equal where the rules
are: pokerkit takes longer than all the rest. `--minutes` ends a run early; it then says how many
games of each there were, since the games take turns.
"""

import argparse
import json
import math
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

SHARE = 500
"""Games that are played with one seed."""
TENTH = 10
"""Of so many games one is pokerkit's."""


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
    """Say whether the pots are shared to the last cent, commission and removed chips apart."""
    due: Counter[int] = Counter()
    removed = sum(line[1] for line in lines if line[0] == "removed")
    for line in lines:
        if line[0] == "pot":
            due[line[1]] += line[2] - line[3]
        elif line[0] == "won":
            due[line[1]] -= line[3]
    return min(due.values(), default=0) >= 0 and due.total() == removed


def _told(script: dict[str, Any], **accounts: Any) -> str:
    return json.dumps({"script": script, **accounts})


def share_of(poker: str, seed: int) -> Found:
    """Play a share of the games of one kind against both."""
    ours, peers = compare(poker, SHARE, seed), compare_with_peer(poker, SHARE // TENTH, seed)
    return Found(ours.counted + peers.counted, ours.difference or peers.difference)


def main() -> int:
    """Play what is asked for; return 1 where a game came to something else."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pokers", nargs="*", metavar="POKER", help=", ".join(POKERS))
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=math.inf)
    options = parser.parse_args()
    ends = time.monotonic() + 60 * options.minutes
    pokers = options.pokers or POKERS
    counted = {poker: Counter[str]() for poker in pokers}
    wrong: list[str] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for at in range(0, options.games, SHARE * options.processes):
            if time.monotonic() >= ends:
                break
            seeds = [options.seed * 1_000_000 + at + SHARE * n for n in range(options.processes)]
            for poker in pokers:
                for found in pool.map(share_of, [poker] * len(seeds), seeds):
                    counted[poker] += found.counted
                    wrong += [found.difference] if found.difference else []
    for poker, of in counted.items():
        told = ", ".join(f"{name}: {count:,}" for name, count in of.most_common())
        print(f"{poker:12} {told}")  # noqa: T201
    print(f"differences: {len(wrong)}", *wrong[:2], sep="\n")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
