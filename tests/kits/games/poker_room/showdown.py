"""Who wins a pot: 67.102, 67.103."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.kits.games.poker_room.options import Options
from tests.kits.games.poker_room.pots import shares
from tests.kits.games.poker_room.ranks import (
    HIGH_NAMES,
    SUITS,
    Five,
    Rank,
    fives,
    high,
    is_eight_low,
    low,
    low_value,
    value,
)

Won = tuple[int, int, str | None, str | None]
"""Spot, cents, the hand's name if it was shown, and which half."""
Best = tuple[Rank, list[Five]]
"""The best rank of a hand, and every five of its cards that have it."""


@dataclass
class Hands:
    """The hands that were shown, and the cards that are everybody's."""

    options: Options
    shown: Mapping[int, Sequence[str]]
    """All cards of a hand's own: in stud those that lay face up too."""
    board: Sequence[str]
    from_left: Sequence[int]
    """All hands, the first on the left of the button first."""
    _high: dict[int, Best] = field(default_factory=dict)
    _low: dict[int, Best | None] = field(default_factory=dict)

    def fives(self, spot: int) -> list[Five]:
        omaha = self.options.poker.startswith("omaha")
        return fives(self.shown[spot], self.board, two_of_hand=omaha)

    def high(self, spot: int) -> Best:
        if spot not in self._high:
            ranked = [(high(five), five) for five in self.fives(spot)]
            self._high[spot] = _all_with(max(ranked)[0], ranked)
        return self._high[spot]

    def low(self, spot: int) -> Best | None:
        """Return the best low of a hand; None if no low hand of it wins anything."""
        if spot not in self._low:
            counted = filter(self._counts_as_low, self.fives(spot))
            ranked = [(low(five), five) for five in counted]
            self._low[spot] = _all_with(min(ranked)[0], ranked) if ranked else None
        return self._low[spot]

    def _counts_as_low(self, five: Five) -> bool:
        return self.options.poker == "razz" or (self.options.split and is_eight_low(five))

    def name(self, spot: int) -> str | None:
        if spot not in self.shown or not self.fives(spot):
            return None
        if self.options.poker == "razz":
            return "low"
        return HIGH_NAMES[self.high(spot)[0][0]]

    def won(self, cents: int, spots: Sequence[int]) -> list[Won]:
        """Return who gets what of a pot, of which the commission has been taken."""
        if len(spots) == 1:
            return [(spots[0], cents, self.name(spots[0]), None)]
        lows = {spot: best for spot in spots if (best := self.low(spot))}
        if self.options.poker == "razz":
            return self._shared(cents, _best(lows, min), None)
        highs = _best({spot: self.high(spot) for spot in spots}, max)
        if not lows:
            return self._shared(cents, highs, None)
        half = shares(cents, [1, 2], self.options.chip)
        low_half = self._shared(half[2], _best(lows, min), "low")
        return self._shared(half[1], highs, "high") + low_half

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


def _all_with(rank: Rank, ranked: Iterable[tuple[Rank, Five]]) -> Best:
    return rank, [five for mine, five in ranked if mine == rank]


def _best(held: Mapping[int, Best], of: Callable[..., Rank]) -> dict[int, list[Five]]:
    """Return the hands whose rank is the greatest or the least of all."""
    top = of(rank for rank, _ in held.values())
    return {spot: five for spot, (rank, five) in held.items() if rank == top}


def top_card(held: list[Five], is_low: bool) -> list[tuple[int, int]]:
    """Return the highest card of the five that count, then its suit, for an odd chip."""
    rank = low_value if is_low else value
    return max(
        sorted(((rank(card), SUITS.index(card[1])) for card in five), reverse=True) for five in held
    )
