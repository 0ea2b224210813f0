"""Counts of all deals of a player's hand against the dealer's, by how the two compare.

The settlement depends on the player's payment line and on the case: the dealer does not open, or
his hand is lower, equal or higher. The game itself settles one example of each pair; `DealerHands`
counts the dealer's hands of each case.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import CARD_SUITS, FULL_PACK, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.dealer_hands import (
    DealerHands,
    IntArray,
    RowArray,
    canonical_numbers,
    cards_at,
    suit_classes,
)
from firmware.odds.hand_strengths import HandStrengths, sum_hands
from firmware.odds.scripted_round import bet_profit, play_round

ForcedDecision = tuple[Key, bool]
"""A decision's key, and whether it lays the most chips allowed."""


class Duel(NamedTuple):
    """The description of a game of the player's hand against the dealer's."""

    required_bets: Sequence[str]
    """The bets that are required, in the game's own proportion."""
    counted_bets: Mapping[str, Sequence[str]]
    """By figure: the bets counted, in units of the bet that names it."""
    player_cards: int
    """The number of the player's cards."""
    dealer_cards: int
    """The number of the dealer's cards."""
    rank_hand: Callable[[Sequence[Card]], Rank]
    ranked_cards: int
    """The number of cards of a hand that are ranked."""
    decisions: Mapping[str, ForcedDecision]
    """The decisions by name."""
    known_cards: int | None = None
    """The number of cards that the player has at his decision; None: all."""


GainTable = list[list[Fraction | None]]
"""The gains by payment line and case; None where the case cannot be or the decision is not allowed.
"""


class DuelDeals:
    """All deals with one card of the dealer face up, or with none."""

    def __init__(self, game: Game, duel: Duel, upcard: Card | None) -> None:
        self.duel, self.upcard = duel, upcard
        self._odds_game = game
        self.card_pool = [card for card in FULL_PACK if card is not upcard]
        self._shown_cards = [upcard] if upcard else []
        dealer_table = HandStrengths(duel.rank_hand, duel.ranked_cards, duel.dealer_cards)
        shown_sums = sum_hands(self._shown_cards, np.zeros((1, len(self._shown_cards)), np.uint8))
        self._dealer_hands = DealerHands(
            self.card_pool,
            duel.dealer_cards - len(self._shown_cards),
            lambda hands: dealer_table.strengths_of(sum_hands(self.card_pool, hands) + shown_sums),
        )
        free_suits = "".join(suit for suit in CARD_SUITS if not upcard or suit != upcard.suit)
        self.hands, self.class_sizes = suit_classes(self.card_pool, duel.player_cards, free_suits)
        """One hand of the player for each class, and the class sizes."""
        player_table = HandStrengths(duel.rank_hand, duel.ranked_cards, duel.player_cards)
        strength_codes = player_table.codes_of(sum_hands(self.card_pool, self.hands))
        self.hand_strengths = player_table.strength_by_code[strength_codes]
        self.opening_strength = self._find_opening_strength()
        """The lowest strength with which the dealer opens."""
        self.case_counts = self._count_cases()
        self.payment_lines, self.line_index = (
            player_table.payment_lines,
            player_table.line_by_code[strength_codes],
        )
        self.knowledge_groups = self._knowledge_groups(free_suits)
        """The player's knowledge of each hand, as group numbers: hands of one number look the same
        to him.
        """
        self._example_hands = [self._first_hands(case_sizes) for case_sizes in self.case_counts]

    def _knowledge_groups(self, free_suits: str) -> IntArray:
        if self.duel.known_cards is None:
            return np.arange(len(self.hands)).reshape(-1, 1)
        known_subsets = combinations(range(self.duel.player_cards), self.duel.known_cards)
        canonical_views = [
            canonical_numbers(self.card_pool, self.hands[:, list(known_subset)], free_suits)
            for known_subset in known_subsets
        ]
        _, group_numbers = np.unique(np.array(canonical_views).T, return_inverse=True)
        return group_numbers.reshape(len(self.hands), -1)

    def _find_opening_strength(self) -> int:
        hand_strengths = self._dealer_hands.hand_strengths
        low_code, high_code = 0, len(hand_strengths) - 1
        # opening is monotonic in strength, so few rounds must be played
        while low_code < high_code:
            middle_code = (low_code + high_code) // 2
            low_code, high_code = (
                (low_code, middle_code)
                if self._dealer_opens(middle_code)
                else (middle_code + 1, high_code)
            )
        return int(hand_strengths[low_code]) if low_code else 0

    def _dealer_opens(self, strength_code: int) -> bool:
        dealer_cards = self._dealer_hands.hands[
            int(np.argmax(self._dealer_hands.strength_codes == strength_code))
        ]
        # the player's hand does not matter, but its cards must be others than the dealer's
        free_places = [
            card_place
            for card_place in range(len(self.card_pool))
            if card_place not in dealer_cards
        ]
        hand = np.array(free_places[: self.duel.player_cards], np.uint8)
        raise_decision = next(iter(self.duel.decisions.values()))
        self._play_round(
            hand, cards_at(self.card_pool, dealer_cards), raise_decision, NOMINAL_STAKE
        )
        return self._odds_game.result().key != "result.not_open"

    def _count_cases(self) -> list[IntArray]:
        """Return for each hand how many hands of the dealer do not open, are lower, equal,
        higher.
        """
        count_below = partial(self._dealer_hands.count_below, self.hands)
        opening_strengths = np.full_like(self.hand_strengths, self.opening_strength)
        not_open = count_below(opening_strengths, or_equal=False)
        # a hand below the opening strength counts as not open, also if it is above the player's
        lower_or_not_open = np.maximum(count_below(self.hand_strengths, or_equal=False), not_open)
        equal_or_lower = np.maximum(count_below(self.hand_strengths, or_equal=True), not_open)
        all_hands_count = count_below(
            np.full_like(self.hand_strengths, self._dealer_hands.hand_strengths[-1]), or_equal=True
        )
        return [
            not_open,
            lower_or_not_open - not_open,
            equal_or_lower - lower_or_not_open,
            all_hands_count - equal_or_lower,
        ]

    def _strength_ranges(self, player_strength: int) -> list[tuple[int, int]]:
        """Return the range of the dealer's strengths in each of these cases."""
        min_strength, max_strength = 0, int(self._dealer_hands.hand_strengths[-1])
        return [
            (min_strength, self.opening_strength - 1),
            (self.opening_strength, player_strength - 1),
            (max(player_strength, self.opening_strength), player_strength),
            (max(player_strength + 1, self.opening_strength), max_strength),
        ]

    def _first_hands(self, case_sizes: IntArray) -> dict[int, int]:
        """Return, by payment line, a hand for which the case is possible."""
        hands_present = np.flatnonzero(case_sizes)
        lines_present, first_indices = np.unique(self.line_index[hands_present], return_index=True)
        return dict(zip(lines_present.tolist(), hands_present[first_indices].tolist(), strict=True))

    # the game

    def _play_round(
        self,
        hand: RowArray,
        dealer_cards: Sequence[Card],
        forced_decision: ForcedDecision,
        stake: Cents,
    ) -> Sequence[BetSettled]:
        bets = [
            Bet(Place(1, bet_name), self.stake_on(bet_name, stake))
            for bet_name in self.duel.required_bets
        ]
        cards = {1: cards_at(self.card_pool, hand), DEALER: [*dealer_cards, *self._shown_cards]}
        return play_round(self._odds_game, bets, cards, partial(_make_decision, forced_decision))

    def stake_on(self, bet_name: str, stake: Cents) -> Cents:
        """Return a bet's stake, in proportion to this stake on the first bet."""
        nominal_stake = self._odds_game.nominal_stake
        return Cents(stake * nominal_stake(bet_name) // nominal_stake(self.duel.required_bets[0]))

    def gain_table(
        self, forced_decision: ForcedDecision, figure_name: str, stake: Cents
    ) -> GainTable:
        """Return the gain of each payment line in each case; None for impossible cases and
        forbidden decisions.
        """
        return [
            [
                self._example_gain(
                    hand_by_line.get(line_index), case_index, forced_decision, figure_name, stake
                )
                for case_index, hand_by_line in enumerate(self._example_hands)
            ]
            for line_index in range(len(self.payment_lines))
        ]

    def _example_gain(
        self,
        example_index: int | None,
        case_index: int,
        forced_decision: ForcedDecision,
        figure_name: str,
        stake: Cents,
    ) -> Fraction | None:
        if example_index is None:
            return None
        hand = self.hands[example_index]
        min_strength, max_strength = self._strength_ranges(int(self.hand_strengths[example_index]))[
            case_index
        ]
        dealer_cards = self._dealer_hands.example_hand(hand, min_strength, max_strength)
        if dealer_cards is None:
            raise AssertionError(f"no hand of the dealer's from {min_strength} to {max_strength}")
        try:
            settled_lines = self._play_round(hand, dealer_cards, forced_decision, stake)
        # the game refuses this decision with this hand, such as a raise of three antes without aces
        except Forbidden:
            return None
        return bet_profit(
            settled_lines, self.duel.counted_bets[figure_name], self.stake_on(figure_name, stake)
        )


def _make_decision(forced_decision: ForcedDecision, choices: Sequence[Choice]) -> Decision:
    decision_key, takes_maximum = forced_decision
    choice = next(choice_of_key for choice_of_key in choices if choice_of_key.do is decision_key)
    return Decision(
        choice,
        {
            chip_stake.on: chip_stake.most if takes_maximum else chip_stake.least
            for chip_stake in choice.stakes
        },
    )
