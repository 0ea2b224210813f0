"""Poker 3 Cartes, articles 67.22 to 67.32: three cards against a dealer who must open."""

from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Course
from firmware.core.game.traits import card_names
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import exact_raise, raise_or_fold
from firmware.core.ranks import Combination, Rank, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS
from firmware.core.vocabulary.panel import Text

OPENING_RANKS: Final = "QKA"
"""Article 67.29: with no combination the dealer opens on one of these."""


class ThreeCardPoker(CardGame):
    """One table's game of Poker 3 Cartes, round after round."""

    BETS = ("ante", "raise", "pair_plus")
    SIDE_BETS = ("pair_plus",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=3, dealer=3)
    DECISION_PLACES = ("raise",)
    SOLE_BETTOR_ARTICLE = "67.25"
    ALTERNATE_PACKS_ARTICLE = "67.22"
    DECISIONS = (Key.RAISE, Key.FOLD)
    BETS_WITH_ODDS = ("ante", "raise", "not_open")
    PAID_AS = MappingProxyType({"ante": ("ante", "not_open")})
    STAKES_BY_MAIN = MappingProxyType({"ante": {"raise": EVEN_ODDS}})
    """Article 67.28."""
    PAY_TABLES = MappingProxyType(
        {
            "ante": ("straight_flush", "three_of_a_kind", "straight"),
            "pair_plus": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
        }
    )

    def play_round(self) -> Course:
        """Deal (67.27), take the raises (67.28), compare (67.29, 67.30), pay hands (67.31 on)."""
        bettor_spots = self.spots()
        yield from self.deal(*bettor_spots, DEALER, cards=3)
        for spot in self.spots("ante"):
            yield from self._raises_or_folds(spot)
        self.face_up_spots = {DEALER, *self.spots("raise", "pair_plus")}
        for spot in bettor_spots:
            self._settle_spot(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.28: raise by as much as the ante, or lose the ante."""
        return raise_or_fold(self, spot, exact_raise(self, spot, "raise"), ("ante",), "67.28")

    def _spot_rank(self, spot: int) -> Rank:
        return three_cards(self.hands[spot])

    def _dealer_opens(self) -> bool:
        """Article 67.29."""
        dealer_rank = self._spot_rank(DEALER)
        return (
            dealer_rank.combination is not Combination.HIGH_CARD
            or dealer_rank.high_rank in OPENING_RANKS
        )

    def _settle_spot(self, spot: int) -> None:
        """A raise is compared and may win a bonus; pair plus is settled with or without a raise."""
        hand = self._spot_rank(spot)
        if self.laid_amount(spot, "raise"):
            self._compare(spot, hand)
            self._pay_bonus(spot, hand)
        if self.laid_amount(spot, "pair_plus"):
            self.pay_by_table(self.bet(spot, "pair_plus"), "pair_plus", hand.combination)

    def _compare(self, spot: int, hand: Rank) -> None:
        """Articles 67.29 and 67.30; equal hands push."""
        ante_bet, raise_bet = self.bet(spot, "ante"), self.bet(spot, "raise")
        dealer_rank = self._spot_rank(DEALER)
        if not self._dealer_opens():
            self.pay(ante_bet, "not_open")
            self.push(raise_bet, "67.29")
        elif hand > dealer_rank:
            self.pay(ante_bet, "ante")
            self.pay(raise_bet, "raise")
        elif hand == dealer_rank:
            self.push(ante_bet, "67.30")
            self.push(raise_bet, "67.30")
        else:
            self.lose(ante_bet, "67.30")
            self.lose(raise_bet, "67.30")

    def _pay_bonus(self, spot: int, hand: Rank) -> None:
        """Article 67.31: the ante bonus is paid for any hand of the dealer."""
        pay_table = self.rules.tables["ante"]
        if pay_table.pays(hand.combination):
            self.bonus(self.bet(spot, "ante"), pay_table.odds[hand.combination], pay_table.article)

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand."""
        return combination_text(self._spot_rank(int(hand)), 3)

    def result(self) -> Text:
        """Return the dealer's hand, if he opens (67.29)."""
        if not self._dealer_opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": combination_text(self._spot_rank(DEALER), 3)})


GAME = ThreeCardPoker
