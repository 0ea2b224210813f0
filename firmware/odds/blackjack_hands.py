"""All hands that a player may draw at Blackjack against one card of the dealer, and their gains. A
hand of a split is drawn to the card that was split off.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from firmware.core.games.blackjack.hand import MAX_TOTAL
from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack_rounds import SUITED_CHANCE, BlackjackRounds, DealtHand, HandValue
from firmware.odds.dealer_hands import IntArray
from firmware.odds.figure import Chances
from firmware.odds.shoe import (
    CountArray,
    DealerPath,
    Hand,
    Shoe,
    hand_of_values,
    hand_total,
    with_card,
)

GainCounts = Mapping[Fraction, int | Fraction]
"""The number of deals of each gain; a fraction if it needs three cards of one suit."""
DecisionGains = Mapping[Key, GainCounts]
"""The gain counts of each decision."""
MAX_DOUBLED_CARDS: Final = 4
"""A doubled hand has fewer cards than this."""


class PlayerHands:
    """All hands that the shoe allows, from two cards on, or from one card that was split off."""

    def __init__(
        self,
        blackjack_rounds: BlackjackRounds,
        shoe: Shoe,
        dealer_paths: Mapping[Hand, DealerPath],
        split_card: tuple[int, ...] = (),
    ) -> None:
        self._blackjack_rounds, self.shoe, self._dealer_paths, self._split_card = (
            blackjack_rounds,
            shoe,
            dealer_paths,
            split_card,
        )
        self._cards_by_drawn: dict[Hand, tuple[int, ...]] = {}
        """By drawn cards: the cards of a hand in one possible order."""
        self._open_decisions: dict[Hand, frozenset[Key]] = {}
        self._enumerate_hands()
        compared_hands = [
            drawn_hand for drawn_hand in self._cards_by_drawn if self._needs_comparison(drawn_hand)
        ]
        self._compared_index = {
            drawn_hand: index for index, drawn_hand in enumerate(compared_hands)
        }
        drawn_cards = np.array(compared_hands, np.int64)
        self.cards_ahead = max(map(sum, self._cards_by_drawn)) + max(map(sum, dealer_paths))
        self._deal_counts = shoe.deal_counts(drawn_cards, dealer_paths, self.cards_ahead)
        self.split_chances: dict[object, Chances] = {}
        """The chances of both hands of a split, by their finished hands."""
        self.paths_by_result = {path.dealer_result: path for path in dealer_paths.values()}

    @property
    def starting_hands(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """The two first cards, and their probability."""
        counts_left, cards_left = self.shoe.cards_left, self.shoe.card_count
        for first_value, remaining in enumerate(counts_left):
            for second_value in range(first_value, len(counts_left)):
                # two different values come in two orders
                order_count = (
                    remaining
                    * (counts_left[second_value] - (first_value == second_value))
                    * (1 if first_value == second_value else 2)
                )
                if order_count:
                    yield (
                        (first_value, second_value),
                        Fraction(order_count, cards_left * (cards_left - 1)),
                    )

    def _find_open_decisions(self, drawn_cards: Hand) -> frozenset[Key]:
        if self._is_busted(drawn_cards):
            return frozenset()
        return self._blackjack_rounds.open_decisions(
            self._cards_by_drawn[drawn_cards], is_split=bool(self._split_card)
        )

    def cards_of_hand(self, drawn_cards: Hand) -> tuple[int, ...]:
        return self._cards_by_drawn[drawn_cards]

    def open_decisions(self, drawn_cards: Hand) -> frozenset[Key]:
        """Return the open decisions of a hand."""
        return self._open_decisions[drawn_cards]

    def _enumerate_hands(self) -> None:
        if self._split_card:
            second_values = (
                value for value, remaining in enumerate(self.shoe.cards_left) if remaining
            )
            frontier = {
                hand_of_values([value]): (*self._split_card, value) for value in second_values
            }
        else:
            frontier = {
                hand_of_values(first_two): first_two for first_two, _ in self.starting_hands
            }
        while frontier:
            self._cards_by_drawn |= frontier
            self._open_decisions |= {
                drawn_cards: self._find_open_decisions(drawn_cards) for drawn_cards in frontier
            }
            next_frontier: dict[Hand, tuple[int, ...]] = {}
            for drawn_cards, cards in frontier.items():
                if self._open_decisions[drawn_cards] & {Key.HIT, Key.DOUBLE}:
                    for value, remaining in enumerate(self.shoe.cards_left):
                        if remaining > drawn_cards[value]:
                            next_frontier.setdefault(with_card(drawn_cards, value), (*cards, value))
            frontier = {
                drawn_hand: cards
                for drawn_hand, cards in next_frontier.items()
                if drawn_hand not in self._cards_by_drawn
            }

    def _needs_comparison(self, drawn_cards: Hand) -> bool:
        """Return whether the dealer's result matters: not for a hand above 21 that was not doubled.

        A hand of few cards may have been doubled, so it is compared even above 21.
        """
        return sum(drawn_cards) < MAX_DOUBLED_CARDS or not self._is_busted(drawn_cards)

    def _is_busted(self, drawn_cards: Hand) -> bool:
        return hand_total(hand_of_values(self._cards_by_drawn[drawn_cards])) > MAX_TOTAL

    def next_hands(self, drawn_cards: Hand) -> Iterator[tuple[Hand, int]]:
        """Yield the hands of one more card, and the number of such cards left."""
        for value, remaining in enumerate(self.shoe.cards_left):
            if remaining > drawn_cards[value]:
                yield with_card(drawn_cards, value), remaining - drawn_cards[value]

    def finished_hand(
        self, drawn_cards: Hand, doubled_from: Hand | None = None
    ) -> tuple[HandValue, DealtHand]:
        """Return a finished hand, as it is when the player stands, or when it was doubled from
        these cards.
        """
        dealt_hand = DealtHand(self._cards_by_drawn[drawn_cards])
        if doubled_from is not None:
            (value,) = (
                index for index, count in enumerate(drawn_cards) if count > doubled_from[index]
            )
            dealt_hand = DealtHand((*self._cards_by_drawn[doubled_from], value), is_doubled=True)
        return self._blackjack_rounds.value_hand(
            dealt_hand, is_split=bool(self._split_card)
        ), dealt_hand

    def gain_counts(self, drawn_cards: Hand, doubled_from: Hand | None = None) -> GainCounts:
        """Return the gain counts of a finished hand; of a split, with an equal second hand."""
        hand_value, dealt_hand = self.finished_hand(drawn_cards, doubled_from)
        gain_counts = self._gain_counts(drawn_cards, hand_value, dealt_hand)
        if not self._blackjack_rounds.may_be_suited(dealt_hand, is_split=bool(self._split_card)):
            return gain_counts
        # only a hand of three ranks may be suited and special, in a sixteenth of its deals
        suited_hand = dealt_hand._replace(is_suited=True)
        special_gains = self._gain_counts(
            drawn_cards, self._blackjack_rounds.value_hand(suited_hand, is_split=False), suited_hand
        )
        return weighted_sum([(gain_counts, 1 - SUITED_CHANCE), (special_gains, SUITED_CHANCE)])

    def surrendered_gain_counts(self, drawn_cards: Hand) -> GainCounts:
        """Return the gain counts of a hand that is given up."""
        dealt_hand = DealtHand(self._cards_by_drawn[drawn_cards], is_surrendered=True)
        hand_value = self._blackjack_rounds.value_hand(dealt_hand, is_split=False)
        return self._gain_counts(drawn_cards, hand_value, dealt_hand)

    def _gain_counts(
        self, drawn_cards: Hand, hand_value: HandValue, dealt_hand: DealtHand
    ) -> GainCounts:
        spot_hands = [(hand_value, dealt_hand)] * (2 if self._split_card else 1)
        # lost against every hand of the dealer, so one of his results is enough
        if drawn_cards not in self._compared_index:
            path_without_blackjack = next(
                path for (_, is_blackjack), path in self.paths_by_result.items() if not is_blackjack
            )
            spot_gain = self._blackjack_rounds.profit(spot_hands, path_without_blackjack) / len(
                spot_hands
            )
            return {spot_gain: self.shoe.every_order(drawn_cards, self.cards_ahead)}
        counts_by_gain: dict[Fraction, int] = {}
        for dealer_result, deal_count in self._deal_counts.items():
            spot_gain = self._blackjack_rounds.profit(
                spot_hands, self.paths_by_result[dealer_result]
            ) / len(spot_hands)
            counts_by_gain[spot_gain] = (
                counts_by_gain.get(spot_gain, 0) + deal_count[self._compared_index[drawn_cards]]
            )
        return counts_by_gain

    def joint_deal_counts(
        self, drawn_cards: IntArray, shoe: Shoe | None = None
    ) -> Mapping[object, CountArray]:
        """Return, by the dealer's result, the number of deals in which cards are drawn in one given
        order and the result follows; from another shoe if one is given.
        """
        remaining_shoe = shoe or self.shoe
        deal_count = remaining_shoe.deal_counts(
            drawn_cards, self._dealer_paths, self.cards_ahead_of(drawn_cards)
        )
        orders_of_drawn = remaining_shoe.order_counts(drawn_cards)
        return {
            dealer_result: orders_of_drawn * deals_after
            for dealer_result, deals_after in deal_count.items()
        }

    def cards_ahead_of(self, drawn_cards: IntArray) -> int:
        """Return how many cards are counted if these are drawn, the dealer's included."""
        return int(drawn_cards.sum(axis=1).max()) + max(map(sum, self._dealer_paths))

    def profit(
        self, spot_hands: Sequence[tuple[HandValue, DealtHand]], dealer_path: DealerPath
    ) -> Fraction:
        return self._blackjack_rounds.profit(spot_hands, dealer_path)

    def gain_chances(self, gain_counts: GainCounts, drawn_cards: Hand) -> Chances:
        """Return the probability of each gain of a hand to which these cards were drawn."""
        total_orders = self.shoe.every_order(drawn_cards, self.cards_ahead)
        return {
            spot_gain: Fraction(deal_count, total_orders)
            for spot_gain, deal_count in gain_counts.items()
            if deal_count
        }


def weighted_sum(weighted_parts: Iterable[tuple[GainCounts, int | Fraction]]) -> GainCounts:
    """Return the sum of gain counts, each multiplied by its weight."""
    counts_by_gain: dict[Fraction, int | Fraction] = {}
    for gain_counts, count in weighted_parts:
        for spot_gain, deal_count in gain_counts.items():
            counts_by_gain[spot_gain] = counts_by_gain.get(spot_gain, 0) + count * deal_count
    return counts_by_gain
