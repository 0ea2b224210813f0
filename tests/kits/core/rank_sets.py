"""How often each combination comes: hand by hand, or by sets of ranks."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from firmware.core.vocabulary.cards import CARD_SUITS, CARDS_BY_NAME, FULL_PACK, Card

Named = Callable[[Sequence[Card]], str]
"""Names the combination of a hand."""
RANKS = "23456789TJQKA"
SPADES = [card for card in FULL_PACK if card.suit == "S"]


def alike_counts(size: int) -> list[Counter[str]]:
    drawn = (Counter(ranks) for ranks in combinations_with_replacement(RANKS, size))
    return [counts for counts in drawn if max(counts.values()) <= 4]


def of_several_suits(counts: Counter[str]) -> list[Card]:
    """Return such cards, their suits in turn: two of seven at most twice the same."""
    ranks = sorted(counts.elements())
    return [CARDS_BY_NAME[rank + CARD_SUITS[nth % 4]] for nth, rank in enumerate(ranks)]


def one_by_one(name: Named, _enough: int, size: int) -> Counter[str]:
    return Counter(name(cards) for cards in combinations(FULL_PACK, size))


def by_sets_of_ranks(name: Named, enough: int, size: int) -> Counter[str]:
    """Of each set of ranks, one hand without a flush stands for all; of each flush, its cards."""
    found: Counter[str] = Counter()
    for counts in alike_counts(size):
        found[name(of_several_suits(counts))] += without_flush(counts, enough)
    for in_suit in range(enough, size + 1):
        for cards in combinations(SPADES, in_suit):
            found[name(cards)] += 4 * comb(39, size - in_suit)
    return found


def without_flush(counts: Counter[str], enough: int) -> int:
    """Return how many hands of these ranks have fewer cards than `enough` of every suit."""
    in_suit = [1]
    for count in counts.values():
        out, into = comb(3, count), comb(3, count - 1)
        in_suit = [
            out * stay + into * come
            for stay, come in zip([*in_suit, 0], [0, *in_suit], strict=True)
        ]
    return prod(comb(4, count) for count in counts.values()) - 4 * sum(in_suit[enough:])
