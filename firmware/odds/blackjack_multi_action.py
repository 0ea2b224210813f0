"""Multi-Action at a table where the dealer takes his second card at once (22, 26.7).

If that card makes a Blackjack, no hand is played: the first bet is lost, or pushed by a Blackjack,
and the other bets continue with two cards against his next hands. If not, the player decides with
that knowledge. The best decisions maximize the sum of all bets, three of one amount.

The dealer's later hands are drawn from what is left after all these cards. The order of drawing
makes no card more probable, so they are counted as if they were drawn before his first hand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.keys import Key
from firmware.odds import blackjack
from firmware.odds.blackjack_hands import DecisionGains, PlayerHands
from firmware.odds.blackjack_rounds import NINE_VALUE, TEN_VALUE, BlackjackRounds, DealtHand
from firmware.odds.blackjack_strategies import ALL_PLAYS, DealerUpcard, Strategy
from firmware.odds.figure import BEST, Chances, Figure, mix_chances
from firmware.odds.played_hands import PlayedHands
from firmware.odds.shoe import (
    CARD_VALUE_NAMES,
    CountArray,
    DealerPath,
    Hand,
    Shoe,
    hand_of_values,
    with_card,
)

ACE_VALUE: Final = CARD_VALUE_NAMES.index("A")
COMPLETING_CARD: Final[Mapping[int, int]] = {ACE_VALUE: TEN_VALUE, TEN_VALUE: ACE_VALUE}
"""By the dealer's first card: the second card that completes a Blackjack."""
NO_BLACKJACK_CARD: Final = (NINE_VALUE,)
"""A second card that makes no Blackjack, and to which he does not draw."""

PARTS = {"main": blackjack.upcard_chances}


FirstTwo = tuple[int, ...]
"""The first two cards of a hand."""


class CountedBets(NamedTuple):
    """The number of bets counted on the first hand and on later ones."""

    first_bets: int
    later_bets: int


class ShoeWithoutBlackjack(Shoe):
    """The shoe if the dealer's second card completes no Blackjack."""

    def __init__(
        self, pack_count: int, known_cards: Hand, completing_card: int, counted_bets: CountedBets
    ) -> None:
        super().__init__(pack_count, known_cards)
        self._completing_card, self._counted_bets = completing_card, counted_bets
        self._shoe_upon_it = Shoe(pack_count, with_card(known_cards, completing_card))

    def deal_counts(
        self,
        removed_cards: NDArray[np.int64],
        dealer_paths: Mapping[Hand, DealerPath],
        cards_ahead: int,
    ) -> dict[Any, CountArray]:
        """Return the deals of all counted hands of the dealer: of the first one without a
        Blackjack; of a later one those of any second card, minus those of the completing card.
        """
        first_bets, later_bets = self._counted_bets
        deals_of_any_card = super().deal_counts(removed_cards, dealer_paths, cards_ahead)
        deals_upon_it = self._shoe_upon_it.deal_counts(removed_cards, dealer_paths, cards_ahead)
        # Python's integers: the products of numbers of deals exceed 64 bits
        remaining = (
            self.cards_left[self._completing_card] - removed_cards[:, self._completing_card]
        ).astype(object)
        return {
            (hand_total, blackjack): (later_bets + first_bets * (not blackjack))
            # scaled to one more card, so that both terms count the same deals
            * (self.card_count - cards_ahead)
            * total_deals
            - later_bets * remaining * deals_upon_it[hand_total, blackjack]
            for (hand_total, blackjack), total_deals in deals_of_any_card.items()
        }

    def every_order(self, removed_cards: Hand, cards_ahead: int) -> int:
        non_completing = (
            self.card_count
            - sum(removed_cards)
            - (self.cards_left[self._completing_card] - removed_cards[self._completing_card])
        )
        return (
            sum(self._counted_bets)
            * non_completing
            * self._shoe_upon_it.every_order(removed_cards, cards_ahead)
        )


class RepeatedStrategy:
    """Hands decided by a strategy, while other bets are counted."""

    def __init__(self, dealer_upcard: DealerUpcard, strategy: Strategy) -> None:
        self._dealer_upcard, self._strategy = dealer_upcard, strategy
        self._unsplit_hands = PlayedHands(
            dealer_upcard.hands,
            lambda cards, _: cast("Key", strategy.decision_unsplit(tuple(cards))),
        )

    def chances_of(self, first_two: FirstTwo) -> Chances:
        """Return the chances for these first two cards."""
        if self._strategy.decision_with(first_two) is Key.SPLIT:
            return PlayedHands(
                self._dealer_upcard.split_hands(first_two[0]), self._decide_split
            ).both_split_hands()
        drawn_cards = hand_of_values(first_two)
        return self._dealer_upcard.hands.gain_chances(
            self._unsplit_hands.decision_at(drawn_cards)[1], drawn_cards
        )

    def _decide_split(self, cards: Sequence[int], _: DecisionGains) -> Key:
        return cast("Key", self._strategy.decision_with(tuple(cards), is_split=True))


def main(game: Blackjack, upcard: str) -> Iterator[Figure]:
    """The bets on each of the dealer's hands."""
    upcard_value = CARD_VALUE_NAMES.index(upcard)
    if not game.options["hole_card"] or upcard_value not in COMPLETING_CARD:
        yield from blackjack.main(game, upcard)
        return
    multi_action_deals = MultiActionDeals(game, upcard_value)
    for play in ALL_PLAYS:
        strategy = Strategy(multi_action_deals.all_bets_upcard, play)
        advice_rows = (
            tuple(multi_action_deals.all_bets_upcard.advice(strategy.first_decisions()))
            if play == BEST
            else ()
        )
        figure_bound = "least" if play == BEST else ""
        first_chances, later_chances = (
            multi_action_deals.first_bet_chances(strategy),
            multi_action_deals.later_bet_chances(strategy),
        )
        for bet_name, chances in zip(
            game.MAIN_BETS, (first_chances, later_chances, later_chances), strict=True
        ):
            yield Figure(bet_name, chances, bet_name, play, advice=advice_rows, bound=figure_bound)


class MultiActionDeals:
    """All deals in which the dealer shows an ace or a ten."""

    def __init__(self, game: Blackjack, upcard: int) -> None:
        self._odds_game, self.upcard, self._completing_card = game, upcard, COMPLETING_CARD[upcard]
        self._rounds_without_blackjack = BlackjackRounds(game, dealer_draws_first=NO_BLACKJACK_CARD)
        self.all_bets_upcard = self._upcard_counting(
            CountedBets(first_bets=1, later_bets=len(game.MAIN_BETS) - 1)
        )
        self.first_bet_upcard = self._upcard_counting(CountedBets(first_bets=1, later_bets=0))
        self.later_bets_upcard = self._upcard_counting(CountedBets(first_bets=0, later_bets=1))

    def _upcard_counting(self, counted_bets: CountedBets) -> DealerUpcard:
        def shoe_without(known_cards: Hand) -> Shoe:
            return ShoeWithoutBlackjack(
                self._odds_game.decks, known_cards, self._completing_card, counted_bets
            )

        return DealerUpcard(self._rounds_without_blackjack, self.upcard, shoe_without)

    def first_bet_chances(self, strategy: Strategy) -> Chances:
        """Return the chances of the bet on the dealer's first hand."""
        blackjack_rounds = BlackjackRounds(self._odds_game)
        dealer_paths = blackjack_rounds.dealer_paths(self.upcard)
        blackjack = next(
            blackjack_path
            for blackjack_path in dealer_paths.values()
            if blackjack_path.dealer_result[1]
        )

        def chances_at_blackjack(first_two: FirstTwo) -> Chances:
            dealt_hand = DealtHand(first_two)
            gain = blackjack_rounds.profit(
                [(blackjack_rounds.value_hand(dealt_hand, is_split=False), dealt_hand)], blackjack
            )
            return {gain: Fraction(1)}

        return self._mix_chances(
            RepeatedStrategy(self.first_bet_upcard, strategy), chances_at_blackjack
        )

    def later_bet_chances(self, strategy: Strategy) -> Chances:
        """Return the chances of the bet on a later hand."""
        blackjack_rounds = BlackjackRounds(
            self._odds_game, dealer_draws_first=(self._completing_card,)
        )
        shoe = Shoe(self._odds_game.decks, hand_of_values([self.upcard, self._completing_card]))
        unplayed_hands = PlayerHands(
            blackjack_rounds, shoe, blackjack_rounds.dealer_paths(self.upcard)
        )

        def chances_at_blackjack(first_two: FirstTwo) -> Chances:
            drawn_cards = hand_of_values(first_two)
            return unplayed_hands.gain_chances(unplayed_hands.gain_counts(drawn_cards), drawn_cards)

        return self._mix_chances(
            RepeatedStrategy(self.later_bets_upcard, strategy), chances_at_blackjack
        )

    def _mix_chances(
        self,
        repeated_strategy: RepeatedStrategy,
        chances_at_blackjack: Callable[[FirstTwo], Chances],
    ) -> Chances:
        """Combine a bet's chances with those of a round that a Blackjack ends at once."""
        weighted_cases: list[tuple[Fraction, Chances]] = []
        for first_two, chance in self.all_bets_upcard.hands.starting_hands:
            blackjack_chance = self._blackjack_chance_after(first_two)
            weighted_cases += [
                (chance * blackjack_chance, chances_at_blackjack(first_two)),
                (chance * (1 - blackjack_chance), repeated_strategy.chances_of(first_two)),
            ]
        return mix_chances(weighted_cases)

    def _blackjack_chance_after(self, first_two: FirstTwo) -> Fraction:
        shoe_left = Shoe(self._odds_game.decks, hand_of_values([self.upcard, *first_two]))
        return Fraction(shoe_left.cards_left[self._completing_card], shoe_left.card_count)
