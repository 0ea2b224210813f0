"""Poker hands of three, four and five cards, reckoned the long way: count, sort, compare.

A card is its name ("AS", "TD"). Each function returns the name of the combination and a key that
compares hands of one size: the combination, then its own ranks, then the other cards downwards.
"""

from itertools import combinations

from tests.kits.games.naive.table import RANKS

ORDERS = {
    3: ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"),
    4: (
        *("high_card", "pair", "two_pairs", "straight", "flush", "three_of_a_kind"),
        *("straight_flush", "four_of_a_kind"),
    ),
    5: (
        *("high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush"),
        *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
    ),
}
"""The combinations of articles 67.23, 67.65 and 67.11, the lowest first."""
ALIKE = {
    (4,): "four_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3,): "three_of_a_kind",
    (3, 1): "three_of_a_kind",
    (3, 1, 1): "three_of_a_kind",
    (2, 2): "two_pairs",
    (2, 2, 1): "two_pairs",
    (2, 1): "pair",
    (2, 1, 1): "pair",
    (2, 1, 1, 1): "pair",
}
"""What it is to have so many of one rank, so many of the next, and so on."""
STRAIGHT, FLUSH = 1, 2
UNLIKE = {
    0: "high_card",
    STRAIGHT: "straight",
    FLUSH: "flush",
    STRAIGHT + FLUSH: "straight_flush",
}
"""What cards of different ranks are."""

Hand = tuple[str, tuple[int, ...]]


def three(cards: list[str]) -> Hand:
    """Return what three cards are by article 67.23."""
    return _read_hand(cards, 3)


def four(cards: list[str]) -> Hand:
    """Return what four cards are by article 67.65."""
    return _read_hand(cards, 4)


def five(cards: list[str]) -> Hand:
    """Return what five cards are by article 67.11."""
    return _read_hand(cards, 5)


def best_four(cards: list[str]) -> Hand:
    """Return the best that four of the cards make."""
    return max((four(list(some)) for some in combinations(cards, 4)), key=_key)


def best_five(cards: list[str]) -> Hand:
    """Return the best that five of the cards make."""
    return max((five(list(some)) for some in combinations(cards, 5)), key=_key)


def _key(hand: Hand) -> tuple[int, ...]:
    return hand[1]


def _read_hand(cards: list[str], size: int) -> Hand:
    if len(cards) != size:
        raise ValueError(cards)
    held = [RANKS.index(card[0]) for card in cards]
    ranks = _ace_low(sorted(held, key=lambda rank: (held.count(rank), rank), reverse=True))
    name = _name(ranks, suited=len({card[1] for card in cards}) == 1)
    return name, (ORDERS[size].index(name), *ranks)


def _ace_low(ranks: list[int]) -> list[int]:
    """Put the ace last, below the two, where it completes the lowest straight."""
    low = [*range(len(ranks) - 2, -1, -1)]
    return [*low, -1] if ranks == [RANKS.index("A"), *low] else ranks


def _name(ranks: list[int], *, suited: bool) -> str:
    alike = tuple(ranks.count(rank) for rank in dict.fromkeys(ranks))
    if alike in ALIKE:
        return ALIKE[alike]
    successive = ranks[0] - ranks[-1] == len(ranks) - 1
    name = UNLIKE[STRAIGHT * successive + FLUSH * suited]
    royal = name == "straight_flush" and len(ranks) == 5 and RANKS[ranks[0]] == "A"
    return "royal_flush" if royal else name
