"""A scale: the order of hands, from an article's order of combinations and of straights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.ranks.rank import Combination, Rank

UPWARDS: Final = "23456789TJQKA"
"""Articles 39, 67.1, 67.22: the ace is the highest."""

ALIKE: Final[Mapping[tuple[int, ...], Combination]] = {
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
"""The combination of the two largest groups of equal cards."""


def straights(length: int) -> list[str]:
    """Return the straights, lowest first: the ace begins the lowest and ends the highest."""
    ranks = "A" + UPWARDS
    return [ranks[start : start + length] for start in range(len(ranks) - length + 1)]


class Scale:
    """Combinations, highest first, and straights, lowest first."""

    def __init__(self, combinations: Sequence[Combination], runs: Sequence[str]) -> None:
        self.size = len(runs[0])
        """How many cards make a hand."""
        self._worth = {each: worth for worth, each in enumerate(reversed(combinations))}
        self._runs = {frozenset(run): (run[-1], [nth]) for nth, run in enumerate(runs)}

    def rank(self, cards: str, *, suited: bool) -> Rank:
        """Rank a hand of these ranks: its combination first, then the combination's own ranks,
        then the other cards downwards.
        """
        alike = Counter(UPWARDS.index(rank) for rank in cards)
        groups = sorted(alike, key=lambda place: (alike[place], place), reverse=True)
        counts = tuple(alike[place] for place in groups[:2])
        run = self._runs.get(frozenset(cards))
        high, order = run or (UPWARDS[groups[0]], [place + 1 for place in groups])
        combination = ALIKE.get(counts) or self._of_all(high, run=run is not None, suited=suited)
        return Rank(self._strength(combination, order), combination, high)

    def _of_all(self, high: str, *, run: bool, suited: bool) -> Combination:
        """Return the combination of cards that are all different."""
        match run, suited:
            case False, False:
                return Combination.HIGH_CARD
            case False, True:
                return Combination.FLUSH
            case True, False:
                return Combination.STRAIGHT
        royal = high == "A" and Combination.ROYAL_FLUSH in self._worth
        return Combination.ROYAL_FLUSH if royal else Combination.STRAIGHT_FLUSH

    def _strength(self, combination: Combination, order: Sequence[int]) -> int:
        """Compares as digits; a two-card hand ends sooner, below one with the same beginning."""
        digits = bytes([self._worth[combination], *order])
        return int.from_bytes(digits.ljust(self.size + 1, b"\0"), "big")
