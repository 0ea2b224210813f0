"""Who wins a pot: 67.102, 67.103."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.kits.games.poker_room.options import Options
from tests.kits.games.poker_room.pots import shares
from tests.kits.games.poker_room.ranks import (
    HIGH_NAMES,
    SUITS,
    Five,
    fives,
    high,
    is_eight_low,
    low,
    low_value,
    value,
)

Won = tuple[int, int, str | None, str | None]
"""Spot, cents, the hand's name if it was shown, and which half."""


@dataclass
class Hands:
    """The hands that were shown, and the cards that are everybody's."""

    options: Options
    shown: Mapping[int, Sequence[str]]
    """All cards of a hand's own: in stud those that lay face up too."""
    board: Sequence[str]
    from_left: Sequence[int]
    """All hands, the first on the left of the button first."""

    def fives(self, spot: int) -> list[Five]:
        omaha = self.options.poker.startswith("omaha")
        return fives(self.shown[spot], self.board, two_of_hand=omaha)

    def name(self, spot: int) -> str | None:
        if spot not in self.shown or not self.fives(spot):
            return None
        if self.options.poker == "razz":
            return "low"
        return HIGH_NAMES[max(map(high, self.fives(spot)))[0]]

    def won(self, cents: int, spots: Sequence[int]) -> list[Won]:
        """Return who gets what of a pot, of which the commission has been taken."""
        if len(spots) == 1:
            return [(spots[0], cents, self.name(spots[0]), None)]
        if self.options.poker == "razz":
            return self._shared(cents, self._lowest(spots, lambda five: True), None)
        best = {spot: max(map(high, self.fives(spot))) for spot in spots}
        top = max(best.values())
        highs = {
            spot: [five for five in self.fives(spot) if high(five) == top]
            for spot in spots
            if best[spot] == top
        }
        lows = self._lowest(spots, is_eight_low) if self.options.split else {}
        if not lows:
            return self._shared(cents, highs, None)
        half = shares(cents, [1, 2], self.options.chip)
        return self._shared(half[1], highs, "high") + self._shared(half[2], lows, "low")

    def _lowest(
        self, spots: Sequence[int], counts: Callable[[Five], bool]
    ) -> dict[int, list[Five]]:
        able = {spot: [five for five in self.fives(spot) if counts(five)] for spot in spots}
        best = min((low(five) for held in able.values() for five in held), default=None)
        kept = {spot: [five for five in held if low(five) == best] for spot, held in able.items()}
        return {spot: held for spot, held in kept.items() if held}

    def _shared(self, cents: int, best: Mapping[int, list[Five]], half: str | None) -> list[Won]:
        """Share among hands that are equal, each with the five cards that count."""
        is_low = half == "low" or self.options.poker == "razz"
        if self.options.stud:
            order = sorted(best, key=lambda spot: top_card(best[spot], is_low), reverse=True)
        else:
            order = sorted(best, key=self.from_left.index)
        parts = shares(cents, order, self.options.chip)
        if self.options.tournament:  # an odd chip is nobody's
            parts = dict.fromkeys(order, min(parts.values()))
        name = (lambda spot: "low") if is_low else self.name
        return [(spot, parts[spot], name(spot), half) for spot in order]


def top_card(held: list[Five], is_low: bool) -> list[tuple[int, int]]:
    """Return the highest card of the five that count, then its suit, for an odd chip."""
    rank = low_value if is_low else value
    return max(
        sorted(((rank(card), SUITS.index(card[1])) for card in five), reverse=True) for five in held
    )
