"""Blackjack's main bet by every deal of the whole shoe, a second time: to draw or stand as brings
most, to draw as the dealer does, and the best play where the dealer can have no Blackjack.

All hands of the player's are rows; the dealer's cards are dealt in every order beside all of them
at once. The sums are of floats, and right to twelve decimals.
"""

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
PAID: Final = 1.5
TO_DOUBLE: Final = (9, 10, 11)
BEST: Final = "best"
PLAIN: Final = ("hit_or_stand", "mimic")

Hand = tuple[int, ...]
"""How many cards of each worth."""
NO_CARD: Final[Hand] = (0,) * len(PACK)
HELD: Final = 2
"""How many cards a hand has when its first decision is made."""


def plain(decks: int) -> Iterator[tuple[str, float]]:
    """Yield the plain plays, and what each brings."""
    found = dict.fromkeys(PLAIN, 0.0)
    for shown, there in enumerate(PACK):
        against = Against(decks, shown)
        for play in found:
            found[play] += there / sum(PACK) * against.brings(play)
    yield from found.items()


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


class Against:
    """All hands of the player's, or of one half of a pair, against one card of the dealer's."""

    def __init__(self, decks: int, shown: int, pair: int | None = None) -> None:
        self._of, self._pair = (decks, shown), pair
        self._hands = list(_hands())
        self._at = {hand: at for at, hand in enumerate(self._hands)}
        left = decks * np.array(PACK, float) - np.array(self._hands)
        left[:, [shown] if pair is None else [shown, pair]] -= 1
        if shown == pair:
            left[:, shown] -= 1
        self._left, self._cards = left.copy(), left.sum(axis=1)
        self._ends: dict[int | str, Ints] = {}
        self._deal(with_card(NO_CARD, shown), left, np.ones(len(left)))

    def brings(self, play: str) -> float:
        """Return what a play brings on average."""
        found = np.zeros(len(self._hands))
        for at in sorted(range(len(found)), key=lambda at: -sum(self._hands[at])):
            found[at] = self._decided(at, play, found)
        first = NO_CARD if self._pair is None else with_card(NO_CARD, self._pair)
        return float(found[self._at[first]])

    def _decided(self, at: int, play: str, found: Ints) -> float:
        hand = self._hands[at]
        drawn = self._drawn(at, found)
        if sum(hand) < HELD:
            return drawn
        stood = self._stood(at)
        if play == "mimic":
            return drawn if draws(hand) else stood
        if self._pair == ACE:
            return stood
        more = self._more(at, hand) if play == BEST and sum(hand) == HELD else []
        return max(stood, drawn, *more)

    def _more(self, at: int, hand: Hand) -> Iterator[float]:
        """Yield what it brings to double and to split (23, 24), which no half of a pair does."""
        if self._pair is not None:
            return
        if sum(worth * count for worth, count in enumerate(hand, start=1)) in TO_DOUBLE:
            stood = np.array([self._stood(each) for each in range(len(self._hands))])
            yield 2 * self._drawn(at, stood)
        if max(hand) == HELD:
            yield 2 * Against(*self._of, pair=hand.index(HELD)).brings(BEST)

    def _drawn(self, at: int, found: Ints) -> float:
        """Return what one more card brings."""
        brings = 0.0
        for value, left in enumerate(self._left[at]):
            then = self._at.get(with_card(self._hands[at], value))
            brings += max(left, 0) / self._cards[at] * (-1 if then is None else found[then])
        return brings

    def _stood(self, at: int) -> float:
        """Return what a finished hand brings (18 to 20)."""
        hand = self._hands[at]
        worth, _ = total(hand)
        natural = self._pair is None and sum(hand) == HELD and worth == MOST
        brings = 0.0
        for end, chances in self._ends.items():
            chance = chances[at]
            if end == NATURAL:
                brings -= 0 if natural else chance
            elif natural:
                brings += PAID * chance
            else:
                brings += chance * (1 if end == BUSTED else np.sign(worth - int(end)))
        return float(brings)

    def _deal(self, dealers: Hand, left: Ints, chances: Ints) -> None:
        """Add up by the dealer's end how probable it is beside each hand."""
        worth, _ = total(dealers)
        if sum(dealers) >= HELD and not draws(dealers):
            natural = sum(dealers) == HELD and worth == MOST
            end = NATURAL if natural else min(worth, BUSTED)
            self._ends[end] = self._ends.get(end, np.zeros(len(chances))) + chances
            return
        cards = self._cards - sum(dealers) + 1
        for value in range(len(PACK)):
            drawn = chances * np.maximum(left[:, value], 0) / cards
            left[:, value] -= 1
            self._deal(with_card(dealers, value), left, drawn)
            left[:, value] += 1


def _hands() -> Iterator[Hand]:
    """Yield every hand that is not above 21, with no card or more."""
    ahead = {NO_CARD}
    while ahead:
        yield from ahead
        more = {with_card(hand, at) for hand in ahead for at in range(len(PACK))}
        ahead = {hand for hand in more if total(hand)[0] <= MOST}
