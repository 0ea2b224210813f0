"""Poker Grand Prix, articles 67.1 to 67.9: three bets on three cards and two of the dealer."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.course import DEALER, Choice, Course, next_decision
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import PaidByTable, combination_text
from firmware.core.ranks import Combination, Rank, five_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

EQUAL_BETS: Final = ("first", "second", "third")
"""Article 67.4: three distinct and equal bets."""

TENS_OR_BETTER: Final = "TJQKA"
"""Article 67.7: the pairs that win."""

SECOND_CARD: Final = slice(1, 2)
"""Article 67.6: the dealer's second card is turned up first."""


class PokerGrandPrix(PaidByTable):
    """One table's game of Poker Grand Prix, round after round."""

    BETS = (*EQUAL_BETS, "bonus")
    PAID_AS = MappingProxyType(dict.fromkeys(EQUAL_BETS, ("main",)))
    SIDE_BETS = ("bonus",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=3, dealer=2)
    SOLE_BETTOR_ARTICLE = "67.3"
    ALTERNATE_PACKS_ARTICLE = "67.1"
    HAND_SHUFFLED = True
    DECISIONS = (Key.RETAIN_BET, Key.WITHDRAW_BET)
    PAY_TABLES = MappingProxyType(
        {
            "main": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs", "tens_or_better"),
            ),
            "bonus": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                "straight",
            ),
        }
    )

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Articles 67.4 and 67.9: three equal bets; the bonus needs them."""
        equal_stakes = [
            laid_amounts[bet_name] for bet_name in EQUAL_BETS if bet_name in laid_amounts
        ]
        if len(equal_stakes) < len(EQUAL_BETS):
            reason = "why.other_missing", "67.4"
        elif len(set(equal_stakes)) > 1:
            reason = "why.not_equal", "67.4"
        else:
            return {}
        return {
            bet_name: reason if bet_name in EQUAL_BETS else ("why.main_missing", "67.9")
            for bet_name in laid_amounts
        }

    def play_round(self) -> Course:
        """Deal (67.5), let bets be withdrawn (67.6), settle the others (67.7 to 67.9)."""
        bettor_spots = self.spots("third")
        yield from self.deal(*bettor_spots, DEALER, cards=3)
        yield from self._withdraw_decisions("first")
        # the third card is out of play: two of the dealer's cards are common
        self.hands[DEALER].pop()
        self.early_face_up = SECOND_CARD
        yield from self._withdraw_decisions("second")
        self.face_up_spots = {DEALER, *bettor_spots}
        for spot in bettor_spots:
            self._settle_spot(spot)

    def _withdraw_decisions(self, bet_name: str) -> Course:
        """Article 67.6: each player may withdraw this bet."""
        for spot in self.spots(bet_name):
            decision = yield from next_decision(
                Choice(spot, Key.RETAIN_BET, about_bet=bet_name),
                Choice(spot, Key.WITHDRAW_BET, about_bet=bet_name),
            )
            if decision.do is Key.WITHDRAW_BET:
                bet = self.bet(spot, bet_name)
                self.push(bet, "67.6")
                del self.bets[bet.place, bet.bettor]

    def _hand_line(self, spot: int) -> str:
        """Return the line of a spot's three cards with the dealer's two (67.7)."""
        hand_rank = self._spot_rank(spot)
        is_paid = (
            hand_rank.combination is Combination.PAIR and hand_rank.high_rank in TENS_OR_BETTER
        )
        return "tens_or_better" if is_paid else hand_rank.combination

    def _spot_rank(self, spot: int) -> Rank:
        return five_cards([*self.hands[spot], *self.hands[DEALER]])

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand with the dealer's two cards."""
        return combination_text(self._spot_rank(int(hand)))

    def _settle_spot(self, spot: int) -> None:
        """Articles 67.7 to 67.9."""
        hand = self._hand_line(spot)
        for bet in (
            self.bet(spot, bet_name) for bet_name in EQUAL_BETS if self.laid_amount(spot, bet_name)
        ):
            if self.rules.tables["main"].pays(hand):
                self.pay_by_table(bet, "main", hand)
            else:
                self.lose(bet, "67.7")
        if self.laid_amount(spot, "bonus"):
            self.pay_by_table(self.bet(spot, "bonus"), "bonus", hand)


GAME = PokerGrandPrix
