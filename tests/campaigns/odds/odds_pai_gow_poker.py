"""The main bet of Pai gow poker by chance, by a second formulation that shares no code with the
game: articles 39 to 46 and the house way of `docs/en/odds.md`.

Seven hands of a shuffled pack are set; every two of them are a player's and a dealer's. A card is a
number: its rank from the twos up, and thirteen times its suit; 52 is the joker.
"""

import argparse
import sys
from itertools import combinations
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[Any]

RANKS, JOKER, ACE, NO_SUIT = 13, 52, 12, 9
HANDS, SIZE = 7, 7
AT_ONCE: Final = 5000
"""Deals that are set together."""
PLACE: Final = 5
"""Each card of a worth, and its combination above them, has so many bits."""
(NOTHING, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL,
 FIVE) = range(11)  # fmt: skip
WHEEL: Final = [12, 3, 2, 1, 0]
SECOND_STRAIGHT: Final = 2 * ACE - 1
"""Between those of the king and of the ace, which count double."""
STAKE_WON: Final = 0.95
"""Of a stake that is a multiple of 10 $."""


def packed(combination: Cells, cards: Cells) -> Cells:
    """Return the worths: the combination, then the cards one by one."""
    worth = combination.astype(np.int64)
    for at in range(5):
        worth = worth << PLACE | (cards[:, at] if at < cards.shape[1] else 0)
    return worth


def high_worth(ranks: Cells, suits: Cells) -> Cells:
    """Article 40, without a joker; a suit that is none makes no flush."""
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    by_count = -np.sort(-(alike * 16 + ranks), axis=1)
    counts, ordered = by_count >> 4, by_count & 15
    flush = (suits == suits[:, :1]).all(axis=1) & (suits[:, 0] != NO_SUIT)
    wheel = (ordered == WHEEL).all(axis=1)
    run = ((ordered[:, 0] - ordered[:, 4] == 4) | wheel) & (counts[:, 0] == 1)
    found = np.select(
        [counts[:, 0] == 5, counts[:, 0] == 4, (counts[:, 0] == 3) & (counts[:, 3] == 2),
         counts[:, 0] == 3, (counts[:, 0] == 2) & (counts[:, 2] == 2), counts[:, 0] == 2,
         run & flush & (ordered[:, 0] == ACE) & ~wheel, run & flush, flush, run],
        [FIVE, FOUR, FULL, THREE, TWO_PAIRS, PAIR, ROYAL, STRAIGHT_FLUSH, FLUSH, STRAIGHT],
        NOTHING,
    )  # fmt: skip
    straights = np.where(wheel, SECOND_STRAIGHT, 2 * ordered[:, 0])
    tops = np.zeros_like(ordered)
    tops[:, 0] = straights
    return packed(found, np.where(run[:, None], tops, ordered + 1))


def high_hands(cards: Cells) -> Cells:
    """Article 39: the joker is an ace or completes a straight or a flush, whichever is best."""
    ranks, suits = cards % RANKS, cards // RANKS
    worth = high_worth(ranks, suits)
    held = np.flatnonzero((cards == JOKER).any(axis=1))
    others = cards[held][cards[held] != JOKER].reshape(-1, 4)
    own, of = others % RANKS, others // RANKS
    suit = np.where((of == of[:, :1]).all(axis=1), of[:, 0], NO_SUIT)[:, None]
    best = np.zeros(len(held), np.int64)
    for rank in range(RANKS):
        hand = np.hstack([own, np.full_like(own[:, :1], rank)])
        worths = high_worth(hand, np.hstack([of, suit]))
        makes = worths >> 5 * PLACE
        completes = np.isin(makes, (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL))
        best = np.where((rank == ACE) | completes, np.maximum(best, worths), best)
    worth[held] = best
    return worth


def low_hands(cards: Cells) -> Cells:
    """Article 40, 10°; the joker is an ace."""
    ranks = -np.sort(-np.where(cards == JOKER, ACE, cards % RANKS), axis=1) + 1
    pair = ranks[:, 0] == ranks[:, 1]
    return packed(pair * PAIR, np.where(pair[:, None], ranks * [1, 0], ranks))


def kept(cards: Cells, straight: Cells) -> Cells:
    """Return the least combination that the high hand keeps; `straight` says which may have one."""
    ranks = np.where(cards == JOKER, ACE, cards % RANKS)
    counts = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    alike = -np.sort(-counts, axis=1)
    small = counts[:, :5].max(axis=1) == 4
    paired = (counts == 2) * np.arange(RANKS)
    plain = (paired.max(axis=1) <= 8) & (counts[:, ACE] == 1)
    first, second, third = alike[:, 0], alike[:, 1], alike[:, 2]
    return np.select(
        [first == 5, (first == 4) & small, first == 4, (first == 3) & (second > 1),
         third == 2, (second == 2) & plain, second == 2, straight,
         (first == 3) & (counts[:, ACE] == 3), first == 3, first == 2],
        [THREE, FOUR, PAIR, THREE, TWO_PAIRS, TWO_PAIRS, PAIR, STRAIGHT, PAIR, THREE, PAIR],
        NOTHING,
    )  # fmt: skip


def house_way(cards: Cells) -> tuple[Cells, Cells]:
    """Return the worths of the low and of the high hands of seven cards each, as the house sets
    them.
    """
    lows, highs = [], []
    for low in combinations(range(SIZE), 2):
        high = [at for at in range(SIZE) if at not in low]
        lows.append(low_hands(cards[:, low]))
        highs.append(high_hands(cards[:, high]))
    low, high = np.array(lows), np.array(highs)
    made, allowed = high >> 5 * PLACE, low <= high
    least = kept(cards, (allowed & (made >= STRAIGHT)).any(axis=0))
    order = np.where(allowed & (made >= least), low << 31 | high, -1)
    best, every = order.argmax(axis=0), np.arange(len(cards))
    return low[best, every], high[best, every]


class Pairs(NamedTuple):
    """What all pairs of hands of a number of deals have brought."""

    deals: int = 0
    both: float = 0.0
    """Hands that won both, of a deal's 42 pairs."""
    neither: float = 0.0
    squares: float = 0.0
    """Of the mean gain of each deal."""

    def and_deals(self, low: Cells, high: Cells) -> "Pairs":
        """Return the sums with more deals, a row each."""
        won = [(own[:, :, None] > own[:, None, :]).astype(int) for own in (low, high)]
        pairs, every = won[0] + won[1], HANDS * (HANDS - 1)
        both = (pairs == 2).sum(axis=(1, 2)) / every
        neither = ((pairs == 0).sum(axis=(1, 2)) - HANDS) / every
        gains = STAKE_WON * both - neither
        return Pairs(
            self.deals + len(low),
            self.both + both.sum(),
            self.neither + neither.sum(),
            self.squares + (gains**2).sum(),
        )

    @property
    def gain(self) -> float:
        return (STAKE_WON * self.both - self.neither) / self.deals

    @property
    def spread(self) -> float:
        """The standard deviation of the gain."""
        return sqrt((self.squares / self.deals - self.gain**2) / self.deals)


def dealt(deals: int, seed: int) -> Pairs:
    """Return what so many deals by chance bring."""
    chance, found = np.random.default_rng(seed), Pairs()
    while found.deals < deals:
        many = min(AT_ONCE, deals - found.deals)
        order = chance.permuted(np.tile(np.arange(JOKER + 1), (many, 1)), axis=1)
        low, high = house_way(order[:, : HANDS * SIZE].reshape(-1, SIZE))
        found = found.and_deals(low.reshape(-1, HANDS), high.reshape(-1, HANDS))
    return found


def main() -> None:
    """Print the probabilities and the gain at 10 $ for one of the stake."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", nargs="?", type=int, default=100_000)
    options = parser.parse_args()
    found = dealt(options.deals, seed=options.deals)
    both, neither = found.both / found.deals, found.neither / found.deals
    sys.stdout.write(
        f"{found.deals:,} deals of {HANDS} hands: won {both:.6f}, lost {neither:.6f}, "
        f"gain {found.gain:+.6f} ± {found.spread:.6f}\n"
    )


if __name__ == "__main__":
    main()
