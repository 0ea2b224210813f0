"""(c) Rounds of baccarat a second: the core alone, beside a peer; and the whole stack in `play`."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.peer import played
from bench.sample import Sample, verdict
from firmware.core.cards import PACK
from firmware.core.checkpoint import TableRules
from firmware.core.events import CardRead, Key, KeyPressed, Place, StackRead
from firmware.core.games.baccarat import BANK_DRAWS
from firmware.core.money import Cents
from firmware.core.table import Table
from firmware.shell.rules import open_game

PLACES = (Place(1, "player"), Place(2, "banker"))
CARDS = {card: CardRead(card) for card in PACK}
LAID = tuple(StackRead(place, Cents(2500)) for place in PLACES)
TAKEN = tuple(StackRead(place, Cents(0)) for place in PLACES)
CONFIRM, SHUFFLED = KeyPressed(Key.CONFIRM), KeyPressed(Key.SHUFFLED)


def core_rate(rounds: int, seed: int = 1) -> float:
    """Bets on both hands, the first card that closes them, the cards, settlement, payment."""
    chance, table = Random(seed), Table(open_game("baccarat", {}), TableRules(sensed=False))
    table.handle(CONFIRM, 0)
    shoe: list[CardRead] = []
    took = 0.0
    for _ in range(rounds):
        if len(shoe) < 16:
            shoe = [CARDS[card] for card in PACK] * table.game.decks
            chance.shuffle(shoe)
            table.handle(SHUFFLED, 0)
        start = time.perf_counter()
        _round(table, shoe)
        took += time.perf_counter() - start
    return rounds / took


def _round(table: Table, shoe: list[CardRead]) -> None:
    for event in LAID:
        table.handle(event, 0)
    while not table.bets.settled:
        table.handle(shoe.pop(), 0)
    for event in TAKEN:
        table.handle(event, 0)
    table.handle(CONFIRM, 0)


def stack_rate(folder: Path, rounds: int) -> float:
    """Three bets, the key, the cards and CONFIRM, round after round in one script."""
    bets = [{"bet": {"spot": n, "on": "banker", "cents": 2500}} for n in (1, 4, 7)]
    one = [*bets, {"press": "no_more_bets"}, {"cards": ["4S", "KD", "2H", "7C"]},
           {"press": "confirm"}]  # fmt: skip
    steps: list[Mapping[str, Any]] = []
    for number in range(rounds):
        steps += one if number % 7 else [*one, {"shuffle": True}]
    return rounds / (_play(folder, steps) - _play(folder, []))


def _play(folder: Path, steps: Sequence[Mapping[str, Any]]) -> float:
    """Return the seconds that `croupier play` takes for these steps, start included."""
    path = folder / "rounds.jsonl"
    path.write_text(json.dumps({"game": "baccarat", "steps": steps}))
    command = [sys.executable, "-m", "firmware.cli.main", "play", str(path)]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def wrong_cells(peer: Mapping[str, Any]) -> int:
    """Return in how many cells of article 37's table the peer's Bank does otherwise."""
    return sum((BANK_DRAWS[bank][third] == "T") != draws for bank, third, draws in peer["draws"])


def measure(folder: Path, rounds: int = 20_000, batches: int = 5) -> Sample:
    """The core and the peer take turns."""
    core, peers = [], []
    for _ in range(batches):
        core.append(core_rate(rounds // batches))
        found = played(rounds // batches)
        peers += [found] if found else []
    stack = stack_rate(folder, max(20, rounds // 100))
    fields: dict[str, Any] = {"core_per_s": median(core), "stack_per_s": stack}
    lines = [f"the core alone plays {median(core):,.0f} rounds a second with two bets each,",
             f"the whole stack in `play` {stack:,.0f} with three bets each;"]  # fmt: skip
    if not peers:
        return Sample("rounds", [*lines, "the peer, pybaccarat 0.18, can't be had here."], fields)
    rate = median(peer["rate"] for peer in peers)
    ratio = median(ours / peer["rate"] for ours, peer in zip(core, peers, strict=False))
    wrong = wrong_cells(peers[0])
    fields |= {
        "peer_per_s": rate,
        "ratio": ratio,
        "peer_wrong_cells": wrong,
        "peer_bare_per_s": median(peer["bare"] for peer in peers),
    }
    bare = median(peer["bare"] for peer in peers)
    lines += [f"pybaccarat 0.18 plays {rate:,.0f} hands of whole shoes with no bets,",
              f"{bare:,.0f} of bare hands, with {wrong} of 80 third-card cells wrong.",
              f"Ratio {ratio:.2f}. {verdict(met=ratio > 1, aim='above 1')}"]  # fmt: skip
    return Sample("rounds", lines, fields)
