"""The most that Blackjack brings where pairs are split once.

`make campaign NAME=odds-blackjack-split ARGS="UPCARD…"`.

`croupier odds` plays each hand of a split by its own cards, which makes its figure a lower bound.
Here the second hand is played by all the cards of both, and the first one so that both bring most
together. Upon a Blackjack of the dealer's no more than one stake is lost, whatever is busted. So
this is an upper bound. Its sums are of floats; their error is far below the last decimal printed.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack import upcard_chances
from firmware.odds.blackjack_hands import PlayerHands
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import DealerUpcard, Strategy
from firmware.odds.figure import BEST, mean_profit
from firmware.odds.shoe import CARD_VALUE_NAMES, NO_CARDS, Hand, Shoe, hand_of_values, with_card
from firmware.odds.shoe import DealerPath as Drawn
from firmware.shell.rules.rules import open_game

KEPT: Final = Path(".venv/.odds-blackjack-split.json")
BITS: Final = 6
"""Both hands have fewer cards of one value than these count."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Dealers = Mapping[Hand, Drawn]


def most(game: Blackjack, upcard: str) -> tuple[float, float]:
    """Return what the best play brings at least and at most with this card of the dealer's."""
    shown = DealerUpcard(BlackjackRounds(game), CARD_VALUE_NAMES.index(upcard))
    way = Strategy(shown, BEST)
    found = least = 0.0
    for two, chance in shown.hands.starting_hands:
        brings = float(mean_profit(way.chances_of(two)))
        drawn = hand_of_values(two)
        above = brings
        if Key.SPLIT in shown.hands.open_decisions(drawn):
            above = max(brings, Pair(shown.split_hands(two[0])).most())
        least, found = least + float(chance) * brings, found + float(chance) * above
    return least, found


class Pair:
    """Both hands of a pair."""

    def __init__(self, hands: PlayerHands) -> None:
        self._hands = hands
        self._drawn = list(hands._cards_by_drawn)
        self._at = {drawn: at for at, drawn in enumerate(self._drawn)}
        self._compared = [drawn for drawn in self._drawn if hands._needs_comparison(drawn)]

    def most(self) -> float:
        """Return what both bring together, for one stake."""
        second = self._brought(np.array(self._drawn), np.zeros(len(self._drawn)))
        nothing = np.zeros((1, len(CARD_VALUE_NAMES)), np.int64)
        both, blackjack = self._brought(nothing, second), self._after(nothing).blackjack(NO_CARDS)
        return float(both[0] - blackjack[0])

    def _after(self, gone: Ints) -> "After":
        return After(self._hands.shoe, self._hands._dealer_paths, gone, self._compared)

    def _brought(self, gone: Ints, then: Floats) -> Floats:
        """Return for each row of cards gone what a hand brings from its second card on, with what
        follows each finished hand.
        """
        after, found = self._after(gone), dict[Hand, Floats]()

        def finished(drawn: Hand, doubled: Hand | None = None) -> Floats:
            return self._alone(after, drawn, doubled) + then[self._at[drawn]]

        for drawn in sorted(self._drawn, key=sum, reverse=True):
            keys, ways = self._hands.open_decisions(drawn), [finished(drawn)]
            if Key.HIT in keys:
                ways.append(after.one_more(drawn, found.__getitem__))
            if Key.DOUBLE in keys:
                ways.append(after.one_more(drawn, lambda end, of=drawn: finished(end, of)))
            found[drawn] = np.max(ways, axis=0)
        return after.one_more(NO_CARDS, found.__getitem__)

    def _alone(self, after: "After", drawn: Hand, doubled: Hand | None) -> Floats:
        """Return what a finished hand brings where the dealer has no Blackjack."""
        if drawn not in after.place:
            return after.blackjack(drawn) - 1
        spot = [self._hands.finished_hand(drawn, doubled)] * 2
        paths = (self._hands.paths_by_result[result] for result in after.chances.results)
        gains = np.array([float(self._hands.profit(spot, path)) / len(spot) for path in paths])
        return cast("Floats", gains @ after.chances.table[:, after.place[drawn]])


class After:
    """What may come after rows of cards that have gone, and a hand."""

    def __init__(self, shoe: Shoe, dealers: Dealers, gone: Ints, hands: Sequence[Hand]) -> None:
        self._left, self._cards = (
            np.array(shoe.cards_left) - gone,
            shoe.card_count - gone.sum(axis=1),
        )
        self._completing = [
            hand.index(1) for hand, path in dealers.items() if path.dealer_result[1]
        ]
        keys = _packed(gone)[:, None] + _packed(np.array(hands))[None, :]
        every, at = np.unique(keys.ravel(), return_inverse=True)
        self.place = dict(zip(hands, at.reshape(keys.shape).T, strict=True))
        """By hand: the column of its chances for each row."""
        self.chances = Chances(shoe, dealers, _unpacked(every))

    def one_more(self, drawn: Hand, worth: Callable[[Hand], Floats]) -> Floats:
        """Return the mean of what the hands of one more card are worth."""
        found = np.zeros(len(self._cards))
        for value, left in enumerate(self._left.T):
            share = np.maximum(left - drawn[value], 0) / (self._cards - sum(drawn))
            if share.any():
                found += share * worth(with_card(drawn, value))
        return found

    def blackjack(self, drawn: Hand) -> Floats:
        """Return how probable a Blackjack of the dealer's is."""
        found = np.zeros(len(self._cards))
        for value in self._completing:
            found += np.maximum(self._left[:, value] - drawn[value], 0)
        return found / (self._cards - sum(drawn))


class Chances:
    """How probable each result of the dealer's but a Blackjack is, after rows of cards."""

    def __init__(self, shoe: Shoe, dealers: Dealers, gone: Ints) -> None:
        self._left, self._cards = (
            np.array(shoe.cards_left) - gone,
            shoe.card_count - gone.sum(axis=1),
        )
        self._falling: dict[tuple[int, int], Floats] = {}
        paths = {hand: path for hand, path in dealers.items() if not path.dealer_result[1]}
        self.results = sorted({path.dealer_result for path in paths.values()})
        self.table = np.zeros((len(self.results), len(gone)))
        for hand, path in paths.items():
            self.table[self.results.index(path.dealer_result)] += path.order_count * self._of(hand)

    def _of(self, hand: Hand) -> Floats:
        """Return how probable these cards are, in one order."""
        found = 1 / self._orders(sum(hand))
        for value, count in enumerate(hand):
            if count:
                found *= self._drawn(value, count)
        return cast("Floats", found)

    def _drawn(self, value: int, count: int) -> Floats:
        if (value, count) not in self._falling:
            before = self._drawn(value, count - 1) if count > 1 else 1.0
            last = np.maximum(self._left[:, value] - (count - 1), 0)
            self._falling[value, count] = before * last
        return self._falling[value, count]

    def _orders(self, drawn: int) -> Floats:
        """Return in how many ways so many cards are drawn."""
        return np.prod([self._cards - float(nth) for nth in range(drawn)], axis=0)


def _packed(hands: Ints) -> Ints:
    return hands @ (1 << BITS * np.arange(len(CARD_VALUE_NAMES)))


def _unpacked(packed: Ints) -> Ints:
    return np.array(
        [packed >> BITS * value & (1 << BITS) - 1 for value in range(len(CARD_VALUE_NAMES))]
    ).T


def main(arguments: Sequence[str]) -> int:
    """Print both bounds for each card of the dealer's, and for all when all are known."""
    parser = argparse.ArgumentParser(prog="odds-blackjack-split", description=__doc__)
    parser.add_argument("upcards", nargs="*", choices=[[], *CARD_VALUE_NAMES], metavar="UPCARD")
    parser.add_argument("--kept", type=Path, default=KEPT, help="the file of the bounds so far")
    options = parser.parse_args(arguments)
    kept, game = options.kept, cast("Blackjack", open_game("blackjack", {}))
    found = msgspec.json.decode(kept.read_bytes()) if kept.exists() else {}
    for upcard in options.upcards or CARD_VALUE_NAMES:
        if upcard not in found:
            found[upcard] = most(game, upcard)
            kept.write_bytes(msgspec.json.encode(found))
        sys.stdout.write("{}: {:+.8f} to {:+.8f}\n".format(upcard, *found[upcard]))
    if len(found) == len(CARD_VALUE_NAMES):
        shares = upcard_chances(game)
        ends = (sum(float(shares[each]) * found[each][at] for each in found) for at in (0, 1))
        sys.stdout.write("all: {:+.8f} to {:+.8f}\n".format(*ends))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
