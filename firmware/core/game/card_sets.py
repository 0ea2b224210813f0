"""The sets of cards on which a declared bet may be decided, counted as coarsely as its facts allow.

Every set is a choice of ranks, and of a suit for each card. Ranks are gone through one by one. Of
the suits, those choices are one that no fact distinguishes, and a bet that looks at ranks alone
has a single one for each choice of ranks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Final, NamedTuple

from firmware.core.game.card_facts import HAND_SIZE, RED_SUITS, SUIT_FACTS, card_facts
from firmware.core.game.conditions import Facts
from firmware.core.vocabulary.cards import CARD_SUITS, CARDS_BY_NAME, Card

Suits = tuple[str, ...]
"""The suit of each card."""


class CardSets(NamedTuple):
    """Sets of cards that no fact distinguishes."""

    ranks: tuple[str, ...]
    cards: Sequence[Card]
    """One of the sets."""
    facts: Facts
    number: int
    """How many sets of single cards they are."""


def card_sets(
    ranks: Iterable[str], count: int, names: frozenset[str], decks: int
) -> Iterator[CardSets]:
    """Yield every set of so many cards of these ranks, with its facts of these names."""
    suits_seen = names & SUIT_FACTS
    for chosen in combinations_with_replacement(ranks, count):
        copies = (*Counter(chosen).values(),)
        for suits, number in suit_choices(copies, suits_seen, decks).items():
            cards = [CARDS_BY_NAME[rank + suit] for rank, suit in zip(chosen, suits, strict=True)]
            yield CardSets(chosen, cards, card_facts(cards, names), number)


@cache
def suit_choices(
    copies: tuple[int, ...], suits_seen: frozenset[str], decks: int
) -> Mapping[Suits, int]:
    """Return one choice of suits for each that the facts distinguish, with how many sets of
    cards it represents. `copies` are the cards of each rank.
    """
    found: dict[object, tuple[Suits, int]] = {}
    of_each_rank = (combinations_with_replacement(CARD_SUITS, number) for number in copies)
    for by_rank in product(*of_each_rank):
        set_count = prod(comb(decks, same) for suits in by_rank for same in Counter(suits).values())
        if set_count:
            every_suit = tuple(suit for suits in by_rank for suit in suits)
            look = tuple(SUIT_LOOKS[fact](every_suit) for fact in sorted(suits_seen))
            representative, before = found.get(look, (every_suit, 0))
            found[look] = representative, before + set_count
    return dict(found.values())


def _flushes(suits: Suits) -> frozenset[tuple[int, ...]]:
    """Return the cards of each suit that has enough for a flush."""
    size = min(len(suits), HAND_SIZE)
    by_suit = (tuple(n for n, each in enumerate(suits) if each == suit) for suit in CARD_SUITS)
    return frozenset(cards for cards in by_suit if len(cards) >= size)


SUIT_LOOKS: Final[Mapping[str, Callable[[Suits], object]]] = {
    "suits": lambda suits: len(set(suits)),
    "colours": lambda suits: len({suit in RED_SUITS for suit in suits}),
    "hand": _flushes,
}
"""By fact: all that it sees of the suits."""
