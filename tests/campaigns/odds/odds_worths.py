"""Hands of Blackjack by the worth of their cards, for the second reckoning."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from tests.campaigns.odds.odds_lines import Ints

PACK: Final = (*(4,) * 9, 16)
"""By the worth of cards, from the ace up."""
ACE, TEN = 0, 9
MOST, STANDS_ON = 21, 17
BUSTED: Final = 22
NATURAL: Final = "natural"
TO_DOUBLE: Final = (9, 10, 11)

Hand = tuple[int, ...]
"""How many cards of each worth."""
MOST_DRAWN: Final = 45
NO_CARD: Final[Hand] = (0,) * len(PACK)
HELD: Final = 2
"""How many cards a hand has when its first decision is made."""


def total(hand: Sequence[int]) -> tuple[int, bool]:
    """Return what a hand counts, and whether an ace of it counts eleven (13, 14)."""
    hard = sum(worth * count for worth, count in enumerate(hand, start=1))
    soft = hand[ACE] > 0 and hard + 10 <= MOST
    return hard + 10 * soft, bool(soft)


def draws(hand: Sequence[int]) -> bool:
    """Article 26."""
    worth, soft = total(hand)
    return worth < STANDS_ON + soft


def with_card(hand: Hand, at: int) -> Hand:
    return (*hand[:at], hand[at] + 1, *hand[at + 1 :])


def every_hand() -> Iterator[Hand]:
    """Yield every hand that is not above 21, with no card or more."""
    ahead = {NO_CARD}
    while ahead:
        yield from ahead
        more = {with_card(hand, at) for hand in ahead for at in range(len(PACK))}
        ahead = {hand for hand in more if total(hand)[0] <= MOST}


def falling(left: Ints) -> Ints:
    """Return for each number of cards in how many ways so many of them come in order."""
    ways = [np.ones(len(left))]
    for drawn in range(MOST_DRAWN):
        ways.append(ways[-1] * np.maximum(left - drawn, 0))
    return np.array(ways).T
