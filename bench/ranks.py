"""(g) Poker hands ranked a second, beside the evaluators of others; how long a whole table takes.

Every peer gets its own cards, made beforehand. treys and pokerkit are Python throughout;
phevaluator is written in C. None ranks three or four cards by the regulation's articles.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bench.sample import Sample, verdict
from firmware.core.ranks import Rank
from firmware.core.ranks.hands import FIVE_CARD_SCALE, FOUR_CARD_SCALE, THREE_CARD_SCALE
from firmware.core.ranks.rank_tables import make_ranking
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, FULL_PACK, Card

SCALES = {3: THREE_CARD_SCALE, 4: FOUR_CARD_SCALE, 5: FIVE_CARD_SCALE, 7: FIVE_CARD_SCALE}
IN_PYTHON = ("treys", "pokerkit")
AIM = 2.0

BARE = "firmware.core.game.card_game"
"""What every game of cards loads."""
LOADING = """\
import time
import {bare}
from firmware.core.vocabulary.cards import FULL_PACK
start = time.process_time()
from firmware.core import ranks
loaded = time.process_time()
ranks.five_cards(FULL_PACK[:5])
print((loaded - start) * 1e3, (time.process_time() - loaded) * 1e6)
"""
"""In a fresh interpreter: milliseconds to load the ranks, microseconds for the first hand."""
PEER_SECONDS = 0.2
"""How long a peer is measured at most in one batch: some rank only thousands a second."""


class Peer(NamedTuple):
    """Another's evaluator of five and seven cards."""

    name: str
    card: Callable[[str], Any]
    rank: Callable[[Any], Any]


def _treys() -> Peer:
    from treys import Card as Theirs
    from treys import Evaluator

    evaluator = Evaluator()
    return Peer("treys", Theirs.new, partial(evaluator.evaluate, []))


def _phevaluator() -> Peer:
    from phevaluator import Card as Theirs
    from phevaluator import evaluate_cards

    return Peer("phevaluator", Theirs.to_id, lambda cards: evaluate_cards(*cards))


def _pokerkit() -> Peer:
    from pokerkit import Card as Theirs
    from pokerkit import StandardHighHand

    return Peer("pokerkit", lambda name: next(Theirs.parse(name)), StandardHighHand.from_game)


def peers() -> Iterator[Peer]:
    """Give those that are installed."""
    for peer in (_treys, _phevaluator, _pokerkit):
        try:
            yield peer()
        except ImportError:
            continue


def rate(rank: Callable[[Any], Any], hands: Sequence[Any], seconds: float) -> float:
    """Return the hands ranked a second, all of these unless that takes longer."""
    done, start = 0, time.process_time()
    took = 0.0
    for first in range(0, len(hands), 100):
        for hand in hands[first : first + 100]:
            rank(hand)
        done, took = min(first + 100, len(hands)), time.process_time() - start
        if took > seconds:
            break
    return done / took


def dealt(size: int, number: int, seed: int = 1) -> list[tuple[Card, ...]]:
    chance = Random(seed)
    return [tuple(chance.sample(FULL_PACK, size)) for _ in range(number)]


def every_kind(size: int) -> Iterator[Collection[Card]]:
    """Give a hand of every set of ranks, and every hand of spades."""
    for ranks in combinations_with_replacement(CARD_RANKS, size):
        if all(ranks.count(rank) <= len(CARD_SUITS) for rank in ranks):
            yield [
                CARDS_BY_NAME[rank + CARD_SUITS[nth % len(CARD_SUITS)]]
                for nth, rank in enumerate(ranks)
            ]
    yield from combinations((card for card in FULL_PACK if card.suit == "S"), size)


class Built(NamedTuple):
    """A ranking whose table is whole, and how long it took to ask it for every kind of hand."""

    rank: Callable[[Collection[Card]], Rank]
    ms: float


def built(size: int) -> Built:
    hands, rank = list(every_kind(size)), make_ranking(SCALES[size], size)
    start = time.process_time()
    for hand in hands:
        rank(hand)
    return Built(rank, (time.process_time() - start) * 1000)


def start_up() -> tuple[float, float]:
    """Return the milliseconds to load the ranks and the microseconds that a first hand takes."""
    command = [sys.executable, "-c", LOADING.format(bare=BARE)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    loading, first = map(float, done.stdout.split())
    return loading, first


def _rates(size: int, own: Callable[[Any], Any], hands: int, batches: int) -> dict[str, float]:
    """Ours and the peers take turns over the same hands."""
    cards = dealt(size, hands)
    runs: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]] = {"own": (own, cards)}
    for peer in peers() if size >= FIVE_CARD_SCALE.hand_size else ():
        theirs = {card: peer.card(card.rank + card.suit.lower()) for card in FULL_PACK}
        runs[peer.name] = peer.rank, [[theirs[card] for card in hand] for hand in cards]
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(batches):
        for name, (rank, prepared) in runs.items():
            found[name].append(rate(rank, prepared, PEER_SECONDS))
    return {name: median(rates) for name, rates in found.items()}


def measure(folder: Path, hands: int = 50_000, batches: int = 5) -> Sample:
    """Rank the same hands with each, size by size."""
    del folder
    loading, first = map(median, zip(*(start_up() for _ in range(batches)), strict=True))
    fields: dict[str, Any] = {"start": {"import_ms": loading, "first_us": first}}
    lines = [f"the ranks are loaded in {loading:.1f} ms; the first hand takes {first:.0f} µs;"]
    least: list[float] = []
    for size in SCALES:
        rank, ms = built(size)
        build = median([ms, *(built(size).ms for _ in range(batches - 1))])
        rates = _rates(size, rank, hands, batches)
        own = rates.pop("own")
        ratios = {name: own / peer_name for name, peer_name in rates.items()}
        fields[f"{size}_cards"] = {"own_per_s": own, "build_ms": build, "peers_per_s": rates,
                                   "ratios": ratios}  # fmt: skip
        lines.append(f"{size} cards: {own:,.0f} hands a second, the whole table in {build:.0f} ms;")
        lines += [f"  {name} {version(name)} {other:,.0f}, ratio {ratios[name]:.2f};"
                  for name, other in rates.items()]  # fmt: skip
        least += [ratios[name] for name in IN_PYTHON if name in ratios]
    if not least:
        return Sample("ranks", [*lines, "no peer in Python can be had here."], fields)
    aim = f"{AIM:g} times any in Python"
    return Sample("ranks", [*lines, verdict(met=min(least) >= AIM, aim=aim)], fields)
