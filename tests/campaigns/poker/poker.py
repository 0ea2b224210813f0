"""Random evenings at the poker table against a second formulation and pokerkit: campaign `poker`.

python -m tests.campaigns.poker.poker --hands 200000 --seed 1 --processes 2 [POKER ...]

An evening is a few games with short stacks, refused steps, keys taken back, hands thrown in,
premature cards, voids, and mistakes that are put right: a wrong hand, card, count or decision, a
fourth card on the flop. One evening of three has many games and players who come and go, sit out
and in. Every printed line and the chips after every step must be those of
`tests/kits/games/poker_room`, and the power fails once: what is played again must be the same
table. For ten such hands one evening has mistakes alone, and each of its games must end as if there
had been none; for twenty one plain game is played by pokerkit too, and the stacks must be equal
where the rules are. The games take turns, a share of the hands each. Each share that was played is
kept in the file of `--out`, and not played again unless the table or the second formulation has
changed.
`--minutes` ends a run early.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.campaigns.poker.poker_shares import Share, Shares
from tests.kits.games.poker_room.chance import POKERS, Habits, evening
from tests.kits.games.poker_room.core import core_lines, play_core
from tests.kits.games.poker_room.peer import Differs, is_split_apart, plain_game, stacks_by_peer
from tests.kits.games.poker_room.said import in_order
from tests.kits.games.poker_room.table import Line
from tests.kits.paths import ROOT

SHARE = 500
"""Hands that are played with one seed."""
TENTH, TWENTIETH = 10, 20
"""Of so many hands one has mistakes alone, one is pokerkit's, which takes longer."""
ORBITS = Habits(wrong=1, mishap=1, seldom=5, mistakes=2, games=10, between=60, folds=85)
HABITS = (Habits(), Habits(), ORBITS)
MISTAKEN = Habits(wrong=0, mishap=0, seldom=0, mistakes=20)

Job = tuple[str, int]
"""A game, and the seed of a share of its hands."""


class Found(NamedTuple):
    """What hands came to."""

    counted: Counter[str]
    difference: str | None
    """The first script that came to something else, with both accounts."""


def compare(poker: str, hands: int, seed: int, habits: Habits | None = None) -> Found:
    """Play evenings until so many hands are over; stop at the first difference."""
    chance, counted = Random(f"{poker} {seed}"), Counter[str]()
    while counted["hands"] < hands:
        made = evening(poker, chance, habits or chance.choice(HABITS))
        cut = chance.randint(2, max(2, len(made.script["steps"])))
        wanted, run = in_order(made.lines), play_core(made.script, [cut])
        counted.update(hands=hands_of(wanted), evenings=1, lines=len(wanted))
        if run.lines != wanted or not is_conserved(wanted):
            return Found(
                counted, _script_text(made.script, cut=cut, wanted=wanted, found=run.lines)
            )
        if [run.chips[step] for step in sorted(run.chips)] != made.chips:
            return Found(counted, _script_text(made.script, wanted=made.chips, found=run.chips))
    return Found(counted, None)


def compare_with_facts(poker: str, hands: int, seed: int) -> Found:
    """Play evenings whose mistakes are put right; each game must end as if there were none."""
    chance, counted = Random(f"facts {poker} {seed}"), Counter[str]()
    while counted["hands"] < hands:
        made = evening(poker, chance, MISTAKEN)
        found, facts = play_core(made.script), play_core(made.facts)
        mistakes = len(made.script["steps"]) - len(made.facts["steps"])
        counted.update(hands=len(facts.ends), steps=mistakes)
        if found.ends != facts.ends or in_order(made.lines) != found.lines:
            script_text = _script_text(
                made.script, facts=made.facts, wanted=facts.ends, found=found.ends
            )
            return Found(counted, script_text)
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
            return Found(counted, _script_text(script, peer=peer, found=stacks))
        else:
            counted["equal"] += 1
    return Found(counted, None)


def hands_of(lines: list[Line]) -> int:
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


def _script_text(script: dict[str, Any], **accounts: Any) -> str:
    return json.dumps({"script": script, **accounts})


def share_of(code: str, job: Job) -> Share:
    """Play a share of the hands of one game against both."""
    poker, seed = job
    began = time.process_time()
    ours, peers = compare(poker, SHARE, seed), compare_with_peer(poker, SHARE // TWENTIETH, seed)
    mistakes = compare_with_facts(poker, SHARE // TENTH, seed)
    counted = ours.counted + named("pokerkit", peers) + named("mistakes", mistakes)
    difference = ours.difference or mistakes.difference or peers.difference
    return Share(code, poker, seed, counted, difference, time.process_time() - began)


def named(of: str, found: Found) -> Counter[str]:
    return Counter({f"{of}: {name}": count for name, count in found.counted.items()})


def played(code: str, jobs: Sequence[Job], processes: int) -> Iterator[Share]:
    """Play shares in this order; a generator that is closed begins no more."""
    play = partial(share_of, code)
    if processes == 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, jobs)


def main() -> int:
    """Play what is asked for and not kept yet; return 1 where a hand came to something else."""
    options = _options()
    ends = time.monotonic() + 60 * options.minutes
    shares = Shares(options.out)
    seeds = [options.seed * 1_000_000 + at for at in range(0, options.hands, SHARE)]
    jobs = [(poker, seed) for seed in seeds for poker in options.pokers or POKERS]
    for share in played(shares.code, list(filter(shares.lacks, jobs)), options.processes):
        shares.store(share)
        if time.monotonic() >= ends:
            break
    return _tell(list(shares.of(jobs)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("pokers", nargs="*", metavar="POKER", help=", ".join(POKERS))
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--out", type=Path, default=ROOT / "poker.jsonl")
    return parser.parse_args()


def _tell(shares: Sequence[Share]) -> int:
    counted = {share.poker: Counter[str]() for share in shares}
    seconds: Counter[str] = Counter()
    for share in shares:
        counted[share.poker].update(share.counted)
        seconds[share.poker] += share.seconds  # type: ignore[assignment]
    for poker, of in counted.items():
        summary = ", ".join(f"{name}: {count:,}" for name, count in of.most_common())
        rate = of["hands"] / seconds[poker]
        print(f"{poker:12} {summary}; {rate:.0f} hands a processor second")  # noqa: T201
    wrong = [share.difference for share in shares if share.difference]
    print(f"differences: {len(wrong)}", *wrong[:2], sep="\n")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
