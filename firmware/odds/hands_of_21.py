"""Every hand that a player may draw at Blackjack against one card of the dealer's, and what follows
from each decision with it. A hand of a split is drawn to the card that was split off.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from firmware.core.games.blackjack.hand import MOST
from firmware.core.vocabulary.keys import Key
from firmware.odds.against import Ints
from firmware.odds.figure import Chances
from firmware.odds.rounds_of_21 import SUITED, Dealt, Made, Rounds
from firmware.odds.shoe import NO_CARDS, Hand, Path, Shoe, Ways, of_values, total, with_card

Ends = Mapping[Fraction, int | Fraction]
"""In how many ways each profit comes; a part of one if it takes three cards of one suit."""
Options = Mapping[Key, Ends]
"""What each decision brings."""
Choose = Callable[[Sequence[int], Options], Key]
"""A way to play: its decision with these cards."""

UNDOUBLED: Final = 4
"""A doubled hand has fewer cards."""
BITS: Final = 5
"""A hand has fewer cards of one value than these count."""


class Finished(NamedTuple):
    """A finished hand: what it counts as, an example of it, and in how many orders it comes."""

    made: Made
    dealt: Dealt
    drawn: Hand
    orders: int


class Hands:
    """All hands that the shoe has cards for: from two cards on, or from one that was split off."""

    def __init__(
        self, rounds: Rounds, shoe: Shoe, dealers: Mapping[Hand, Path], root: tuple[int, ...] = ()
    ) -> None:
        self._rounds, self.shoe, self._dealers, self._root = rounds, shoe, dealers, root
        self._cards: dict[Hand, tuple[int, ...]] = {}
        """By what was drawn: the cards of a hand in one order in which they may come."""
        self._open: dict[Hand, frozenset[Key]] = {}
        self._find()
        compared = [hand for hand in self._cards if self._is_compared(hand)]
        self._at = {hand: at for at, hand in enumerate(compared)}
        drawn = np.array(compared, np.int64)
        self.ahead = max(map(sum, self._cards)) + max(map(sum, dealers))
        self._ways = shoe.ways(drawn, dealers, self.ahead)
        self.known: dict[object, Chances] = {}
        """What both hands of a split bring, by how they are played."""
        self.results = {path.result: path for path in dealers.values()}

    @property
    def starts(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Every two first cards, and how probable they are."""
        left, every = self.shoe.left, self.shoe.cards
        for one, there in enumerate(left):
            for other in range(one, len(left)):
                orders = there * (left[other] - (one == other)) * (1 if one == other else 2)
                if orders:
                    yield (one, other), Fraction(orders, every * (every - 1))

    def _asked(self, drawn: Hand) -> frozenset[Key]:
        if self._busted(drawn):
            return frozenset()
        return self._rounds.open_to(self._cards[drawn], split=bool(self._root))

    def cards(self, drawn: Hand) -> tuple[int, ...]:
        return self._cards[drawn]

    def open_to(self, drawn: Hand) -> frozenset[Key]:
        """Return the decisions that are open to a hand."""
        return self._open[drawn]

    def _find(self) -> None:
        if self._root:
            second = (value for value, there in enumerate(self.shoe.left) if there)
            ahead = {of_values([value]): (*self._root, value) for value in second}
        else:
            ahead = {of_values(two): two for two, _ in self.starts}
        while ahead:
            self._cards |= ahead
            self._open |= {drawn: self._asked(drawn) for drawn in ahead}
            later: dict[Hand, tuple[int, ...]] = {}
            for drawn, cards in ahead.items():
                if self._open[drawn] & {Key.HIT, Key.DOUBLE}:
                    for value, there in enumerate(self.shoe.left):
                        if there > drawn[value]:
                            later.setdefault(with_card(drawn, value), (*cards, value))
            ahead = {hand: cards for hand, cards in later.items() if hand not in self._cards}

    def _is_compared(self, drawn: Hand) -> bool:
        """Return whether the dealer's result may matter to a hand: not to one above 21 that was not
        doubled, and so may not have been played at all.
        """
        return sum(drawn) < UNDOUBLED or not self._busted(drawn)

    def _busted(self, drawn: Hand) -> bool:
        return total(of_values(self._cards[drawn])) > MOST

    def next(self, drawn: Hand) -> Iterator[tuple[Hand, int]]:
        """Yield the hands of one more card, and how many cards of it are left."""
        for value, there in enumerate(self.shoe.left):
            if there > drawn[value]:
                yield with_card(drawn, value), there - drawn[value]

    def finished(self, drawn: Hand, doubled: Hand | None = None) -> tuple[Made, Dealt]:
        """Return a hand as it is when it stands, or when it was doubled with these cards."""
        dealt = Dealt(self._cards[drawn])
        if doubled is not None:
            (value,) = (at for at, n in enumerate(drawn) if n > doubled[at])
            dealt = Dealt((*self._cards[doubled], value), doubled=True)
        return self._rounds.made(dealt, split=bool(self._root)), dealt

    def ends(self, drawn: Hand, doubled: Hand | None = None) -> Ends:
        """Return what a finished hand brings; one of a split, beside another like it."""
        made, dealt = self.finished(drawn, doubled)
        ends = self._ends(drawn, made, dealt)
        if not self._rounds.may_be_suited(dealt, split=bool(self._root)):
            return ends
        suited = dealt._replace(suited=True)
        special = self._ends(drawn, self._rounds.made(suited, split=False), suited)
        return _weighed([(ends, 1 - SUITED), (special, SUITED)])

    def _ends(self, drawn: Hand, made: Made, dealt: Dealt) -> Ends:
        spot = [(made, dealt)] * (2 if self._root else 1)
        if drawn not in self._at:
            played_out = next(p for (_, blackjack), p in self.results.items() if not blackjack)
            gain = self._rounds.profit(spot, played_out) / len(spot)
            return {gain: self.shoe.every(drawn, self.ahead)}
        found: dict[Fraction, int] = {}
        for result, ways in self._ways.items():
            gain = self._rounds.profit(spot, self.results[result]) / len(spot)
            found[gain] = found.get(gain, 0) + ways[self._at[drawn]]
        return found

    def together(self, drawn: Ints, shoe: Shoe | None = None) -> Mapping[object, Ways]:
        """Return by the dealer's result in how many ways cards are drawn in one order, and it comes
        after them; from this shoe, or from their own.
        """
        left = shoe or self.shoe
        ways = left.ways(drawn, self._dealers, self.ahead_of(drawn))
        before = left.drawn(drawn)
        return {result: before * after for result, after in ways.items()}

    def ahead_of(self, drawn: Ints) -> int:
        """Return how many cards are counted if these are drawn, the dealer's with them."""
        return int(drawn.sum(axis=1).max()) + max(map(sum, self._dealers))

    def profit(self, spot: Sequence[tuple[Made, Dealt]], dealers: Path) -> Fraction:
        return self._rounds.profit(spot, dealers)

    def chances(self, ends: Ends, drawn: Hand) -> Chances:
        """Return how probable each end is of a hand to which these cards were drawn."""
        every = self.shoe.every(drawn, self.ahead)
        return {gain: Fraction(ways, every) for gain, ways in ends.items() if ways}


class Played:
    """Hands as they are played in one way."""

    def __init__(self, hands: Hands, choose: Choose) -> None:
        self.hands, self._choose = hands, choose
        self._found: dict[Hand, tuple[Key | None, Ends]] = {}

    def at(self, drawn: Hand) -> tuple[Key | None, Ends]:
        """Return the decision with a hand, None if there is none, and what it brings."""
        if drawn not in self._found:
            options = self.options(drawn)
            key = self._choose(self.hands.cards(drawn), options) if options else None
            ends = options[key] if key else self.hands.ends(drawn)
            self._found[drawn] = key, ends
        return self._found[drawn]

    def options(self, drawn: Hand) -> Options:
        """Return what each decision brings but for a split; empty if the hand is finished."""
        open_to, hands = self.hands.open_to(drawn), self.hands
        found: dict[Key, Ends] = {}
        if Key.STAND in open_to:
            found[Key.STAND] = hands.ends(drawn)
        if Key.HIT in open_to:
            found[Key.HIT] = _weighed((self.at(then)[1], n) for then, n in hands.next(drawn))
        if Key.DOUBLE in open_to:
            doubled = ((hands.ends(then, drawn), n) for then, n in hands.next(drawn))
            found[Key.DOUBLE] = _weighed(doubled)
        return found

    def first(self) -> Chances:
        """Return what one hand of a split brings, from before its first card."""
        cards = self.hands.shoe.left
        ends = _weighed((self.at(of_values([v]))[1], n) for v, n in enumerate(cards) if n)
        return self.hands.chances(ends, NO_CARDS)

    def finals(self, without: int | None = None) -> list[Finished]:
        """Return every finished hand of a split with the orders in which it may come; `without`
        those whose second card is of this value.
        """
        found: dict[tuple[Hand, Hand | None], int] = {}
        second = (value for value, n in enumerate(self.hands.shoe.left) if n and value != without)
        ahead = {of_values([value]): 1 for value in second}
        while ahead:
            later: dict[Hand, int] = {}
            for drawn, orders in ahead.items():
                key, _ = self.at(drawn)
                for then, _ in self.hands.next(drawn) if key in (Key.HIT, Key.DOUBLE) else ():
                    if key is Key.HIT:
                        later[then] = later.get(then, 0) + orders
                    else:
                        found[then, drawn] = orders
                if key in (Key.STAND, None):
                    found[drawn, None] = orders
            ahead = later
        return [
            Finished(*self.hands.finished(drawn, doubled), drawn, orders)
            for (drawn, doubled), orders in found.items()
        ]

    def both(self, without: int | None = None) -> Chances:
        """Return what both hands of a split bring together, each played in this way; `without`
        second cards of this value.

        Every final hand is dealt beside every other, and the dealer's results after both.
        """
        finals = self.finals(without)
        alike = frozenset((each.made, each.drawn, each.orders) for each in finals)
        if alike not in self.hands.known:
            self.hands.known[alike] = self._both(finals)
        return self.hands.known[alike]

    def _both(self, finals: Sequence[Finished]) -> Chances:
        kinds = list(dict.fromkeys(each.made for each in finals))
        examples = {each.made: each.dealt for each in finals}
        kind = np.array([kinds.index(each.made) for each in finals])
        orders = np.array([each.orders for each in finals], np.int64)
        keys = np.array([_packed(each.drawn) for each in finals], np.int64)
        groups = _grouped(keys, kind, orders, len(kinds))
        results = self.hands.together(_unpacked(groups.drawn))
        found: dict[Fraction, int] = {}
        for result, path in self.hands.results.items():
            ways = results[result][groups.at] * groups.orders
            for pair in np.unique(groups.pair).tolist():
                one, other = (kinds[at] for at in divmod(pair, len(kinds)))
                spot = [(one, examples[one]), (other, examples[other])]
                gain = self.hands.profit(spot, path)
                found[gain] = found.get(gain, 0) + int(ways[groups.pair == pair].sum())
        every = sum(found.values())
        return {gain: Fraction(count, every) for gain, count in found.items() if count}


class _Groups(NamedTuple):
    """Pairs of final hands, grouped by all the cards drawn to both and by what they count as."""

    drawn: Ints
    """What was drawn, packed, each once."""
    at: Ints
    """By group: the place in `drawn`."""
    pair: Ints
    orders: Ways


def _grouped(keys: Ints, kind: Ints, orders: Ints, kinds: int) -> _Groups:
    drawn, at = np.unique((keys[:, None] + keys[None, :]).ravel(), return_inverse=True)
    pair = (kind[:, None] * kinds + kind[None, :]).ravel()
    weight = (orders[:, None] * orders[None, :]).ravel()
    cells, group = np.unique(at * kinds**2 + pair, return_inverse=True)
    sums = np.zeros(len(cells), np.int64)
    np.add.at(sums, group, weight)
    return _Groups(drawn, cells // kinds**2, cells % kinds**2, sums.astype(object))


def _packed(hand: Hand) -> int:
    return sum(count << BITS * value for value, count in enumerate(hand))


def _unpacked(packed: Ints) -> Ints:
    return np.array([packed >> BITS * value & (1 << BITS) - 1 for value in range(10)]).T


def _weighed(parts: Iterable[tuple[Ends, int | Fraction]]) -> Ends:
    found: dict[Fraction, int | Fraction] = {}
    for ends, count in parts:
        for gain, ways in ends.items():
            found[gain] = found.get(gain, 0) + count * ways
    return found
