"""Blackjack's main bet by every deal of the whole shoe, a second time: the best play, to draw or
stand as brings most, and to draw as the dealer does.

All hands of the player's are rows; the dealer's cards are dealt in every order beside all of them
at once. The sums are of floats, and right to twelve decimals.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np

from tests.campaigns.odds.odds_lines import Ints
from tests.campaigns.odds.odds_worths import (
    ACE,
    BUSTED,
    HELD,
    MOST,
    NATURAL,
    NO_CARD,
    PACK,
    TEN,
    TO_DOUBLE,
    Hand,
    draws,
    every_hand,
    falling,
    total,
    with_card,
)

PAID: Final = 1.5
BEST: Final = "best"
MIMIC: Final = "mimic"
PLAYS: Final = (BEST, "hit_or_stand", MIMIC)
COMPLETING: Final = {ACE: TEN, TEN: ACE}
"""By the dealer's card: the one that makes a Blackjack."""


def plays(decks: int) -> Iterator[tuple[str, float]]:
    """Yield the plays, and what each brings."""
    found = dict.fromkeys(PLAYS, 0.0)
    for shown, there in enumerate(PACK):
        against = Against(decks, shown)
        for play in found:
            found[play] += there / sum(PACK) * against.brings(play)
    yield from found.items()


class Against:
    """All hands of the player's against one card of the dealer's."""

    def __init__(self, decks: int, *known: int) -> None:
        """Take the dealer's card, and others that are known not to come."""
        self._known = (decks, *known)
        self._hands = list(every_hand())
        self._at = {hand: at for at, hand in enumerate(self._hands)}
        left = decks * np.array(PACK, float) - np.array(self._hands)
        for value in known:
            left[:, value] -= 1
        self._left, self._cards = left.copy(), left.sum(axis=1)
        self._ends: dict[int | str, Ints] = {}
        self._deal(with_card(NO_CARD, known[0]), left, np.ones(len(left)))

    def brings(self, play: str) -> float:
        """Return what a play brings on average."""
        return float(self._each(play)[self._at[NO_CARD]])

    def _each(self, play: str) -> Ints:
        """Return what each hand brings."""
        found = np.zeros(len(self._hands))
        for at in sorted(range(len(found)), key=lambda at: -sum(self._hands[at])):
            drawn = self._drawn(at, found)
            few = sum(self._hands[at]) < HELD
            found[at] = drawn if few else self._decided(at, play, drawn)
        return found

    def _decided(self, at: int, play: str, drawn: float) -> float:
        hand, stood = self._hands[at], self._stood(at)
        if play == MIMIC:
            return drawn if draws(hand) else stood
        brings = max(stood, drawn)
        if play != BEST or sum(hand) > HELD:
            return brings
        brings = max(brings, self._doubled(at))
        return self._split(hand.index(HELD), brings) if HELD in hand else brings

    def _split(self, value: int, brings: float) -> float:
        """Return what a pair brings that is split if this brings more (24)."""
        half = Half(*self._known, value)
        return half.both() if 2 * half.brings(BEST) > brings else brings

    def _doubled(self, at: int) -> float:
        """Return what it brings to double (23); upon a Blackjack one stake is lost (20)."""
        hand = self._hands[at]
        if sum(worth * count for worth, count in enumerate(hand, start=1)) not in TO_DOUBLE:
            return -2.0
        stood = np.array([self._stood(each) for each in range(len(self._hands))])
        return 2 * self._drawn(at, stood) + float(self._blackjack[at])

    @property
    def _blackjack(self) -> Ints:
        """How probable the dealer's Blackjack is beside each hand."""
        return self._ends.get(NATURAL, np.zeros(len(self._hands)))

    def _drawn(self, at: int, found: Ints) -> float:
        """Return what one more card brings."""
        brings = 0.0
        for value, left in enumerate(self._left[at]):
            then = self._at.get(with_card(self._hands[at], value))
            worth = -1.0 if then is None else found[then]
            brings += max(left, 0) / self._cards[at] * worth
        return brings

    def _stood(self, at: int) -> float:
        """Return what a finished hand brings (18 to 20)."""
        natural = sum(self._hands[at]) == HELD and total(self._hands[at])[0] == MOST
        if natural:
            return PAID * (1 - float(self._blackjack[at]))
        return self._compared(at) - float(self._blackjack[at])

    def _compared(self, at: int) -> float:
        """Return what a hand brings where the dealer has no Blackjack."""
        worth, _ = total(self._hands[at])
        results = ((end, chances[at]) for end, chances in self._ends.items() if end != NATURAL)
        signs = ((1 if end == BUSTED else np.sign(worth - int(end)), p) for end, p in results)
        return float(sum(sign * chance for sign, chance in signs))

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


class Half(Against):
    """The hands of one half of a pair; upon a Blackjack half of the one stake counts (20)."""

    def __init__(self, decks: int, shown: int, pair: int) -> None:
        super().__init__(decks, shown, pair)
        self._first, self._completing = with_card(NO_CARD, pair), COMPLETING.get(shown)
        self._drew: set[Hand] = set()

    def brings(self, play: str) -> float:
        return float(self._each(play)[self._at[self._first]])

    def _decided(self, at: int, play: str, drawn: float) -> float:
        stood = self._compared(at) - float(self._blackjack[at]) / 2
        if drawn <= stood or self._first[ACE]:
            return stood
        self._drew.add(self._hands[at])
        return drawn

    def both(self) -> float:
        """Return what both halves bring. If one of them is busted, no more is lost upon a Blackjack
        than if none is, if both are, twice as much.
        """
        one, two = self._busted_upon_blackjack()
        return 2 * self.brings(BEST) + one - two

    def _busted_upon_blackjack(self) -> tuple[float, float]:
        """Return how probable a Blackjack is, and that a certain half is busted, or both are."""
        busted = self._busted()
        if self._completing is None or not busted:
            return 0.0, 0.0
        drawn = np.array(list(busted)) - np.array(self._first)
        orders = np.array(list(busted.values()), float)
        one = orders @ self._completed(drawn)
        pairs = (drawn[:, None] + drawn[None, :]).reshape(-1, len(PACK))
        two = np.outer(orders, orders).ravel() @ self._completed(pairs)
        return float(one), float(two)

    def _completed(self, drawn: Ints) -> Ints:
        """Return how probable it is that these cards come in one order, then a Blackjack."""
        left = self._left[self._at[self._first]]
        gone = drawn.sum(axis=1)
        every = falling(np.array([left.sum()]))
        chances = (left[self._completing] - drawn[:, self._completing]) / every[0, gone + 1]
        for table, counts in zip(falling(left), drawn.T, strict=True):
            chances = chances * table[counts]
        return np.asarray(chances)

    def _busted(self) -> dict[Hand, int]:
        """Return the hands above 21, and in how many orders each comes."""
        ahead, found = {self._first: 1}, defaultdict[Hand, int](int)
        self.brings(BEST)
        while ahead:
            later = defaultdict[Hand, int](int)
            for hand, orders in ahead.items():
                if sum(hand) < HELD or hand in self._drew:
                    for value in range(len(PACK)):
                        then = with_card(hand, value)
                        (later if then in self._at else found)[then] += orders
            ahead = later
        return found
