"""The hands of Pai gow poker, reckoned the long way (articles 39 to 41, 44 (3)).

A card is its name ("AS", "TD", "JK"). `high` and `low` return a key that compares hands of their
kind: the combination, its own ranks, then the other cards downwards.
"""

from tests.kits.games.naive.table import RANKS

ACE = RANKS.index("A")
JOKER = "JK"
COMBINATIONS = (
    *("high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house"),
    *("four_of_a_kind", "straight_flush", "royal_flush", "five_aces"),
)
"""Article 40, the lowest first."""
ALIKE = {
    (5,): "five_aces",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "pair",
    (2,): "pair",
}
"""What it is to have so many of one rank, so many of the next, and so on."""
STRAIGHTS = [
    {RANKS.index(rank) for rank in ranks}
    for ranks in (*(RANKS[first : first + 5] for first in range(8)), "A2345", "TJQKA")
]
"""The lowest first; ace to five is the second highest (40, 3° and 7°)."""

Key = tuple[int, ...]


def low(cards: list[str]) -> Key:
    """Return what two cards are; the joker is an ace."""
    return _of_ranks(cards)


def high(cards: list[str]) -> Key:
    """Return what five cards are; the joker is an ace, or what completes a straight or a flush."""
    others = [card for card in cards if card != JOKER]
    if len(others) == len(cards):
        return _five(cards)
    completed = (_five([*others, rank + others[0][1]]) for rank in RANKS if _lacks(others, rank))
    runs = [key for key in completed if "straight" in name(key) or "flush" in name(key)]
    return max([_of_ranks(cards), *runs])


def name(key: Key) -> str:
    """Return the name of a combination."""
    return COMBINATIONS[key[0]]


def is_right(weak: list[str], strong: list[str]) -> bool:
    """Say whether a player's two hands are composed correctly (44 (3), 50)."""
    return (len(weak), len(strong)) == (2, 5) and high(strong)[:3] >= low(weak)


def _lacks(cards: list[str], rank: str) -> bool:
    return rank + cards[0][1] not in cards


def _of_ranks(cards: list[str]) -> Key:
    return _key([_rank(card) for card in cards], suited=False)


def _rank(card: str) -> int:
    return ACE if card == JOKER else RANKS.index(card[0])


def _five(cards: list[str]) -> Key:
    return _key([_rank(card) for card in cards], suited=len({card[1] for card in cards}) == 1)


def _key(ranks: list[int], *, suited: bool) -> Key:
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    alike = tuple(ordered.count(rank) for rank in dict.fromkeys(ordered))
    if alike in ALIKE:
        return COMBINATIONS.index(ALIKE[alike]), *ordered
    if set(ranks) in STRAIGHTS:
        return _straight(STRAIGHTS.index(set(ranks)), suited=suited)
    return COMBINATIONS.index("flush" if suited else "high_card"), *ordered


def _straight(height: int, *, suited: bool) -> Key:
    is_royal = suited and height == len(STRAIGHTS) - 1
    named = "royal_flush" if is_royal else "straight_flush" if suited else "straight"
    return COMBINATIONS.index(named), height, height
