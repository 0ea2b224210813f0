"""Low hands of poker (67.88 (13), (15)): the ace is low, straights and flushes don't count.

The same order, by groups of equal ranks, decides which player shows the higher cards in stud. As in
`rank_tables` the sum of the cards' rank keys identifies them, in any order.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware.core.ranks.rank_tables import ranks_in_sum
from firmware.core.vocabulary.cards import FULL_PACK, RANK_KEYS, Card

ACE_HIGH: Final = "23456789TJQKA"
ACE_LOW: Final = "A23456789TJQK"
RANK_PLACES: Final[Mapping[str, Mapping[Card, int]]] = {
    rank_order: {card: rank_order.index(card.rank) for card in FULL_PACK}
    for rank_order in (ACE_HIGH, ACE_LOW)
}
"""The place of each card's rank, in either order."""
LOW_HAND_SIZE: Final = 5
EIGHT_PLACE: Final = ACE_LOW.index("8")


class RankGroups(NamedTuple):
    """Cards grouped by equal ranks: pairs above single cards, and so on; greater is higher."""

    group_counts: tuple[int, ...]
    ranks: tuple[int, ...]
    """The places of the ranks, in the order of the counts, then downwards."""


class RankGroupTable(dict[int, RankGroups]):
    """The groups of equal ranks by the sum of rank keys, each computed at its first use."""

    def __init__(self, rank_order: str) -> None:
        super().__init__()
        self._rank_order = rank_order

    def __missing__(self, rank_key_sum: int) -> RankGroups:
        rank_counts = Counter(map(self._rank_order.index, ranks_in_sum(rank_key_sum)))
        groups_by_count = sorted(
            [(equal_cards, rank_place) for rank_place, equal_cards in rank_counts.items()],
            reverse=True,
        )
        self[rank_key_sum] = rank_groups = RankGroups(*zip(*groups_by_count, strict=True))
        return rank_groups


RANK_GROUPS: Final[Mapping[str, RankGroupTable]] = {
    order: RankGroupTable(order) for order in (ACE_HIGH, ACE_LOW)
}


class LowHand(NamedTuple):
    """A low hand of five cards."""

    strength: int
    """Greater is better, that is, a lower hand."""
    ranks: tuple[int, ...]
    """The places of the ranks."""


class LowestHandTable(dict[int, LowHand]):
    """The lowest hand within five or more cards, by the sum of rank keys."""

    def __missing__(self, rank_key_sum: int) -> LowHand:
        group_counts, ranks = RANK_GROUPS[ACE_LOW][rank_key_sum]
        if sum(group_counts) == LOW_HAND_SIZE:
            strength_octets = bytes(
                (*group_counts, *[0] * (LOW_HAND_SIZE - len(group_counts)), *ranks)
            )
            low_hand = LowHand(
                -int.from_bytes(strength_octets.ljust(2 * LOW_HAND_SIZE, b"\0"), "big"), ranks
            )
        else:
            low_hand = max(
                [self[rank_key_sum - RANK_KEYS[ACE_LOW[rank_place]]] for rank_place in ranks]
            )
        self[rank_key_sum] = low_hand
        return low_hand


LOWEST_HANDS: Final = LowestHandTable()


def is_eight_or_better(low_hand: LowHand) -> bool:
    """Return whether a hand is five different ranks of eight or less, aces included."""
    return len(low_hand.ranks) == LOW_HAND_SIZE and low_hand.ranks[0] <= EIGHT_PLACE
