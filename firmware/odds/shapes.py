"""A decision for each hand of a few cards, as a table that a person can read.

Hands are grouped by their shape, that is by which ranks are alike, and by how many cards are of one
suit. A row of a group has all of its hands, or those from a rank on, or a list of the fewer ones
and then the others. Its text is `shape|suits|ranks`: words have the names of the first two.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.odds.figure import Advice

HIGHEST_FIRST: Final = "AKQJT98765432"
OTHERS: Final = "others"
EVERY_HAND: Final = "||"

Shape = str
"""How many cards are of each rank, most first: `211` is a pair and two other cards."""
Ranks = str
"""The ranks of a hand, most cards first, then the highest first."""
Decisions = dict[Ranks, str]


def tabled(decided: Mapping[Sequence[Card], str]) -> tuple[Advice, ...]:
    """Return the rows; hands whose ranks and suits are alike so far and that are not decided alike
    have all of their decisions.
    """
    if len(set(decided.values())) == 1:
        return (Advice(EVERY_HAND, *set(decided.values())),)
    shapes: dict[Shape, dict[int, Decisions]] = {}
    for hand, do in decided.items():
        ranks, suited = _ranks(hand), max(Counter(card.suit for card in hand).values())
        shape = "".join(str(ranks.count(rank)) for rank in dict.fromkeys(ranks))
        of = shapes.setdefault(shape, {}).setdefault(suited, {})
        of[ranks] = "/".join(sorted({*of.get(ranks, do).split("/"), do}))
    return tuple(row for shape in sorted(shapes, reverse=True) for row in _rows(shape, shapes))


def _ranks(hand: Sequence[Card]) -> Ranks:
    counts = Counter(card.rank for card in hand)
    return "".join(sorted(counts.elements(), key=lambda r: (-counts[r], HIGHEST_FIRST.index(r))))


def _rows(shape: Shape, shapes: Mapping[Shape, Mapping[int, Decisions]]) -> Iterator[Advice]:
    """Yield the rows of a shape; numbers of suited cards that change nothing share theirs."""
    by_suits = shapes[shape]
    for decisions, alike in groupby(sorted(by_suits, reverse=True), by_suits.__getitem__):
        suited = list(alike)
        suits = "" if len(suited) == len(by_suits) else ",".join(map(str, suited))
        for ranks, do in _divided(shape, decisions):
            yield Advice(f"{shape}|{suits}|{ranks}", do)


def _divided(shape: Shape, decisions: Decisions) -> Iterator[tuple[str, str]]:
    """Yield which ranks of a group are decided so, the fewer ones first."""
    groups: dict[str, list[Ranks]] = {}
    for ranks in sorted(decisions, key=lambda each: [HIGHEST_FIRST.index(r) for r in each]):
        groups.setdefault(decisions[ranks], []).append(ranks)
    if len(groups) == 1:
        (do,) = groups
        yield "", do
    elif (bounds := _bounds(shape, groups)) is not None:
        yield from bounds
    else:
        *listed, (most, _) = sorted(groups.items(), key=lambda group: len(group[1]))
        yield from ((" ".join(ranks), do) for do, ranks in listed)
        yield OTHERS, most


def _bounds(shape: Shape, groups: Mapping[str, list[Ranks]]) -> list[tuple[str, str]] | None:
    """Return two groups by the rank of the first cards that divides them, None if none does."""
    size = int(shape[0])
    firsts = {do: [ranks[0] for ranks in of] for do, of in groups.items()}
    (high, above), (low, below), *more = firsts.items()
    if size == 1 or more or _lowest(above) >= _highest(below):
        return None
    least, most = (HIGHEST_FIRST[at] * size for at in (_lowest(above), _highest(below)))
    return [(f"≥ {least}", high), (f"≤ {most}", low)]


def _lowest(ranks: Collection[str]) -> int:
    return max(map(HIGHEST_FIRST.index, ranks))


def _highest(ranks: Collection[str]) -> int:
    return min(map(HIGHEST_FIRST.index, ranks))
