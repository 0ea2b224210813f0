"""Poker 3-5-7, articles 67.41 to 67.50: three cards, then with two and four of the dealer."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.course import DEALER, Choice, Course, next_decision
from firmware.core.game.score_text import comma_list
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import PaidByTable, combination_text
from firmware.core.ranks import Combination, Rank, best_five, five_cards, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

SIXES_OR_BETTER: Final = "6789TJQKA"
"""Article 67.49: the pairs that are paid."""

HIGH_PAIR_RANKS: Final = "TJQKA"
"""Article 67.50: the higher ranks of two pairs that are paid."""


class Poker357(PaidByTable):
    """One table's game of Poker 3-5-7, round after round."""

    BETS = ("three", "five", "seven")
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=3, dealer=4)
    SOLE_BETTOR_ARTICLE = "67.42"
    ALTERNATE_PACKS_ARTICLE = "67.41"
    HALF_GIVEN_UP = MappingProxyType({"seven": "67.47"})
    DECISIONS = (Key.RETAIN_BET, Key.WITHDRAW_BET)
    PAY_TABLES = MappingProxyType(
        {
            "three": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
            "five": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs", "sixes_or_better"),
            ),
            "seven": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs_tens_or_better"),
            ),
        }
    )

    def open(self) -> None:
        """Begin a round: no bet on seven cards is confirmed yet."""
        super().open()
        self._retained_spots: list[int] = []

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Article 67.45: bets on three and on five cards; one on seven may be added."""
        if laid_amounts.keys() >= {"three", "five"}:
            return {}
        return dict.fromkeys(laid_amounts, ("why.other_missing", "67.45"))

    def play_round(self) -> Course:
        """Deal (67.46), let the bets on seven cards be withdrawn (67.47), settle (67.48 to
        67.50).
        """
        bettor_spots = self.spots()
        yield from self.deal(*bettor_spots, cards=3)
        yield from self.deal(DEALER, cards=4)
        yield from self._withdraw_decisions()
        self.face_up_spots = {DEALER, *bettor_spots}
        # bet by bet across the table, in the order of the articles
        for spot in bettor_spots:
            hand = three_cards(self.hands[spot]).combination
            self.pay_by_table(self.bet(spot, "three"), "three", hand)
        for spot in bettor_spots:
            self.pay_by_table(self.bet(spot, "five"), "five", self._five_card_line(spot))
        for spot in self._retained_spots:
            self.pay_by_table(self.bet(spot, "seven"), "seven", self._seven_card_line(spot))

    def _withdraw_decisions(self) -> Course:
        """Article 67.47: a withdrawn bet on seven cards loses half."""
        for spot in self.spots("seven"):
            decision = yield from next_decision(
                Choice(spot, Key.RETAIN_BET, about_bet="seven"),
                Choice(spot, Key.WITHDRAW_BET, about_bet="seven"),
            )
            if decision.do is Key.RETAIN_BET:
                self._retained_spots.append(spot)
            else:
                self.give_up_half(self.bet(spot, "seven"))

    def _five_card_rank(self, spot: int) -> Rank:
        return five_cards([*self.hands[spot], *self.hands[DEALER][:2]])

    def _seven_card_rank(self, spot: int) -> Rank:
        return best_five([*self.hands[spot], *self.hands[DEALER]])

    def score(self, hand: str) -> Text:
        """Return the names of a player's hands of three and five cards, and of seven if that bet
        remains.
        """
        spot = int(hand)
        longer_hands = [
            self._five_card_rank(spot),
            *([self._seven_card_rank(spot)] if spot in self._retained_spots else []),
        ]
        return comma_list(
            [
                combination_text(three_cards(self.hands[spot]), 3),
                *map(combination_text, longer_hands),
            ]
        )

    def _five_card_line(self, spot: int) -> str:
        """Return the line of a spot's cards with two of the dealer's (67.49)."""
        hand_rank = self._five_card_rank(spot)
        is_paid = (
            hand_rank.combination is Combination.PAIR and hand_rank.high_rank in SIXES_OR_BETTER
        )
        return "sixes_or_better" if is_paid else hand_rank.combination

    def _seven_card_line(self, spot: int) -> str:
        """Return the line of the best five of a spot's cards and the dealer's (67.50)."""
        hand_rank = self._seven_card_rank(spot)
        is_paid = (
            hand_rank.combination is Combination.TWO_PAIRS
            and hand_rank.high_rank in HIGH_PAIR_RANKS
        )
        return "two_pairs_tens_or_better" if is_paid else hand_rank.combination


GAME = Poker357
