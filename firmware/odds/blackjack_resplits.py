"""Pairs at Blackjack that are resplit (26.1): a lower bound of the best play.

A pair that may be resplit always is, and every hand is played by its own cards, as if there were
one other hand. The mean of all hands is then a sum of the means of each: since the next cards of a
shoe are equally probable after any that were drawn, each hand may be taken as the first one, from a
shoe without the cards of this value that have split other hands. That no further second card splits
a hand is counted by inclusion and exclusion over the deals in which one does.

Against a dealer's Blackjack one stake is lost if no hand is lost alone (20). With more than two
hands that stake is taken as lost whenever one certain hand is not, which makes the sum a bound at
aces and tens; the deals with two hands are counted exactly.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Final, NamedTuple

import numpy as np

from firmware.core.games.blackjack.switches import HANDS_AFTER_SPLIT
from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack_strategies import DealerUpcard, Strategy
from firmware.odds.dealer_hands import IntArray
from firmware.odds.figure import mean_profit
from firmware.odds.played_hands import FinishedHand, PlayedHands
from firmware.odds.shoe import NO_CARDS, CountArray, DealerPath, Shoe, hand_of_values

SINGLE_STAKE_LOST: Final = -1
"""The gain of both hands of a split against a Blackjack, if neither is lost alone."""


class SplitRole(NamedTuple):
    """A hand's role in a split."""

    resplit_count: int
    """The number of second cards that have split a hand."""
    is_second_free: bool
    """Whether its second card may have any value; otherwise not the pair's."""


class RoleWeight(NamedTuple):
    """How often a hand of a role counts: with its own gain, and as the certain hand."""

    hand_count: int
    certain_count: int


class SplitGains(NamedTuple):
    """The gains of hands, in halves of a stake."""

    own_gains: CountArray
    certain_losses: CountArray
    """The loss against a Blackjack if this is the certain hand."""


class FinishedHands(NamedTuple):
    """Every finished hand, its drawn cards, and its number of orders."""

    finished_hands: Sequence[FinishedHand]
    drawn_cards: IntArray
    order_count: CountArray


def resplit_minimum(dealer_upcard: DealerUpcard, strategy: Strategy) -> Fraction:
    """Return a lower bound of a strategy's mean if the pairs that it splits are resplit."""
    total_gain = Fraction(0)
    for first_two, chance in dealer_upcard.hands.starting_hands:
        mean_gain = mean_profit(strategy.chances_of(first_two))
        if _is_resplit(dealer_upcard, strategy, first_two):
            mean_gain = max(
                mean_gain,
                SplitPair(
                    dealer_upcard, first_two[0], strategy.split_hand_played(first_two[0])
                ).mean_total(),
            )
        total_gain += chance * mean_gain
    return total_gain


def _is_resplit(
    dealer_upcard: DealerUpcard, strategy: Strategy, first_two: tuple[int, ...]
) -> bool:
    second_card = hand_of_values(first_two[1:])
    return strategy.decision_with(
        first_two
    ) is Key.SPLIT and Key.SPLIT in dealer_upcard.split_hands(first_two[0]).open_decisions(
        second_card
    )


class SplitPair:
    """The hands of a split pair, each played by one strategy."""

    def __init__(self, dealer_upcard: DealerUpcard, value: int, split_hand: PlayedHands) -> None:
        self._dealer_upcard, self._pair_value, self._split_hand, self._split_hands = (
            dealer_upcard,
            value,
            split_hand,
            split_hand.hands,
        )
        self._finished_hands = {
            is_second_free: _finished_hands(split_hand, None if is_second_free else value)
            for is_second_free in (False, True)
        }

    def mean_total(self) -> Fraction:
        """Return the mean gain of all hands together, for one stake."""
        shoe_left = self._shoe_after(0)
        non_pair_cards = shoe_left.card_count - shoe_left.cards_left[self._pair_value]
        chance_of_two_hands = Fraction(
            perm(non_pair_cards, HANDS_AFTER_SPLIT), perm(shoe_left.card_count, HANDS_AFTER_SPLIT)
        )
        # exact for two hands; the roles add the courses with three and more
        total_gain = chance_of_two_hands * mean_profit(
            self._split_hand.both_split_hands(excluded_value=self._pair_value)
        )
        for split_role, role_weight in role_weights(self._dealer_upcard.most_hands).items():
            resplit_count = split_role.resplit_count
            deal_count = perm(max(shoe_left.cards_left[self._pair_value], 0), resplit_count)
            if deal_count:
                mean_gain, certain_loss = self._single_hand_gain(split_role)
                probability = Fraction(deal_count, perm(shoe_left.card_count, resplit_count))
                total_gain += probability * (
                    role_weight.hand_count * mean_gain + role_weight.certain_count * certain_loss
                )
        return total_gain

    def _shoe_after(self, resplit_count: int) -> Shoe:
        return self._dealer_upcard.shoe_without(
            *[self._pair_value] * (HANDS_AFTER_SPLIT + resplit_count)
        )

    def _single_hand_gain(self, split_role: SplitRole) -> tuple[Fraction, Fraction]:
        """Return the mean gain of a hand, and the mean loss against a Blackjack if it is the
        certain one.
        """
        finished_hands, shoe_left = (
            self._finished_hands[split_role.is_second_free],
            self._shoe_after(split_role.resplit_count),
        )
        total_deals = HANDS_AFTER_SPLIT * shoe_left.every_order(
            NO_CARDS, self._split_hands.cards_ahead_of(finished_hands.drawn_cards)
        )
        mean_gain, certain_loss = 0, 0
        deals_by_result = self._split_hands.joint_deal_counts(finished_hands.drawn_cards, shoe_left)
        for dealer_path in self._split_hands.paths_by_result.values():
            deal_count, split_gains = (
                deals_by_result[dealer_path.dealer_result] * finished_hands.order_count,
                self._gains_on_path(finished_hands.finished_hands, dealer_path),
            )
            mean_gain += int(deal_count @ split_gains.own_gains)
            certain_loss += int(deal_count @ split_gains.certain_losses)
        return Fraction(mean_gain, total_deals), Fraction(certain_loss, total_deals)

    def _gains_on_path(
        self, finished_hands: Sequence[FinishedHand], dealer_path: DealerPath
    ) -> SplitGains:
        """Return the gain of each hand against a result of the dealer."""
        joint_gains = [
            int(
                self._split_hands.profit(
                    [(finished_hand.hand_value, finished_hand.dealt_hand)] * HANDS_AFTER_SPLIT,
                    dealer_path,
                )
            )
            for finished_hand in finished_hands
        ]
        _, blackjack = dealer_path.dealer_result
        is_stake_saved = [
            blackjack and joint_gain == SINGLE_STAKE_LOST for joint_gain in joint_gains
        ]
        own_gains = [
            0 if is_saved else joint_gain
            for joint_gain, is_saved in zip(joint_gains, is_stake_saved, strict=True)
        ]
        return SplitGains(
            np.array(own_gains, object),
            np.array(
                [HANDS_AFTER_SPLIT * SINGLE_STAKE_LOST * is_saved for is_saved in is_stake_saved],
                object,
            ),
        )


def _finished_hands(split_hand: PlayedHands, excluded_value: int | None) -> FinishedHands:
    finished_hands = split_hand.finished_hands(excluded_value)
    drawn_cards = np.array(
        [finished_hand.drawn_cards for finished_hand in finished_hands], np.int64
    )
    return FinishedHands(
        finished_hands,
        drawn_cards,
        np.array([finished_hand.order_count for finished_hand in finished_hands], object),
    )


@cache
def role_weights(hand_limit: int) -> Mapping[SplitRole, RoleWeight]:
    """Return the weights of the roles over all courses with more than two hands, up to a limit."""
    weight_by_role: dict[SplitRole, RoleWeight] = {}

    def add_weight(split_role: SplitRole, hand_count: int, certain_count: int) -> None:
        former_weight = weight_by_role.get(split_role, RoleWeight(0, 0))
        weight_by_role[split_role] = RoleWeight(
            former_weight.hand_count + hand_count, former_weight.certain_count + certain_count
        )

    counts_by_course = Counter(
        course
        for course in _split_courses(hand_limit, HANDS_AFTER_SPLIT, HANDS_AFTER_SPLIT, 0)
        if course[0]
    )
    for (resplit_count, closed_hands, is_second_free), course_count in counts_by_course.items():
        # excludes the deals in which a closed hand's second card would have split it
        for exclusion_size in range(closed_hands):
            signed_count = (
                course_count * comb(closed_hands - 1, exclusion_size) * (-1) ** exclusion_size
            )
            add_weight(
                SplitRole(resplit_count + exclusion_size, is_second_free=False),
                closed_hands * signed_count,
                0 if is_second_free else signed_count,
            )
        for exclusion_size in range(closed_hands + 1) if is_second_free else ():
            signed_count = (
                course_count * comb(closed_hands, exclusion_size) * (-1) ** exclusion_size
            )
            add_weight(
                SplitRole(resplit_count + exclusion_size, is_second_free=True),
                is_second_free * signed_count,
                signed_count,
            )
    return weight_by_role


def _split_courses(
    hand_limit: int, hand_count: int, waiting_hands: int, closed_hands: int
) -> Iterator[tuple[int, int, int]]:
    """Yield for each course: the second cards that split a hand, the hands whose second card did
    not, and the hands with any second card, since the maximum of hands is reached.
    """
    if hand_count == hand_limit or not waiting_hands:
        yield hand_count - HANDS_AFTER_SPLIT, closed_hands, waiting_hands
        return
    yield from _split_courses(hand_limit, hand_count + 1, waiting_hands + 1, closed_hands)
    yield from _split_courses(hand_limit, hand_count, waiting_hands - 1, closed_hands + 1)
