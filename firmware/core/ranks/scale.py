"""A ranking scale: the order of hands, from an article's order of combinations and of straights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.ranks.rank import Combination, Rank

RANKS_ASCENDING: Final = "23456789TJQKA"
"""Articles 39, 67.1, 67.22: the ace is the highest."""

GROUP_COMBINATIONS: Final[Mapping[tuple[int, ...], Combination]] = {
    (5,): Combination.FIVE_ACES,
    (4,): Combination.FOUR_OF_A_KIND,
    (4, 1): Combination.FOUR_OF_A_KIND,
    (3, 2): Combination.FULL_HOUSE,
    (3,): Combination.THREE_OF_A_KIND,
    (3, 1): Combination.THREE_OF_A_KIND,
    (2, 2): Combination.TWO_PAIRS,
    (2,): Combination.PAIR,
    (2, 1): Combination.PAIR,
}
"""The combination by the sizes of the two largest groups of equal cards."""


def straights(card_count: int) -> list[str]:
    """Return the straights, lowest first: the ace begins the lowest and ends the highest."""
    ranks = "A" + RANKS_ASCENDING
    return [
        ranks[lowest_place : lowest_place + card_count]
        for lowest_place in range(len(ranks) - card_count + 1)
    ]


class RankingScale:
    """Combinations, highest first, and straights, lowest first."""

    def __init__(
        self, combinations: Sequence[Combination], ordered_straights: Sequence[str]
    ) -> None:
        self.hand_size = len(ordered_straights[0])
        """How many cards make a hand."""
        self._combination_value = {
            combination: combination_value
            for combination_value, combination in enumerate(reversed(combinations))
        }
        self._straights = {
            frozenset(straight): (straight[-1], [straight_index])
            for straight_index, straight in enumerate(ordered_straights)
        }

    def rank(self, hand_ranks: str, *, is_suited: bool) -> Rank:
        """Rank a hand of these ranks: its combination first, then the combination's own ranks,
        then the other cards downwards.
        """
        rank_counts = Counter(RANKS_ASCENDING.index(rank) for rank in hand_ranks)
        ranks_by_count = sorted(
            rank_counts, key=lambda rank_place: (rank_counts[rank_place], rank_place), reverse=True
        )
        group_counts = tuple(rank_counts[rank_place] for rank_place in ranks_by_count[:2])
        straight = self._straights.get(frozenset(hand_ranks))
        high_rank, order_key = straight or (
            RANKS_ASCENDING[ranks_by_count[0]],
            [rank_place + 1 for rank_place in ranks_by_count],
        )
        combination = GROUP_COMBINATIONS.get(group_counts) or self._distinct_combination(
            high_rank, straight=straight is not None, is_suited=is_suited
        )
        return Rank(self._strength_value(combination, order_key), combination, high_rank)

    def _distinct_combination(
        self, high_rank: str, *, straight: bool, is_suited: bool
    ) -> Combination:
        """Return the combination of cards that are all different."""
        match straight, is_suited:
            case False, False:
                return Combination.HIGH_CARD
            case False, True:
                return Combination.FLUSH
            case True, False:
                return Combination.STRAIGHT
        is_royal = high_rank == "A" and Combination.ROYAL_FLUSH in self._combination_value
        return Combination.ROYAL_FLUSH if is_royal else Combination.STRAIGHT_FLUSH

    def _strength_value(self, combination: Combination, order_key: Sequence[int]) -> int:
        """Return a strength that compares digit by digit; a two-card hand is padded with zeros,
        below a longer one with the same beginning.
        """
        strength_octets = bytes([self._combination_value[combination], *order_key])
        return int.from_bytes(strength_octets.ljust(self.hand_size + 1, b"\0"), "big")
