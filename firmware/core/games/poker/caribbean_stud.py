"""Poker des Caraïbes, articles 67.10 to 67.21: five cards against a dealer who must open."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Course
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import exact_raise, raise_or_fold
from firmware.core.ranks import Combination, Rank, five_cards
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import TWICE, Cents
from firmware.core.vocabulary.panel import Text

OPENING_RANKS: Final = frozenset("AK")
"""Article 67.17: with no combination the dealer opens on an ace and a king."""

FACE_UP: Final = slice(4, 5)
"""Article 67.15: the dealer's fifth card is dealt face up."""


class CaribbeanStud(CardGame):
    """One table's game of Poker des Caraïbes, round after round."""

    BETS = ("ante", "raise", "progressive")
    HIDDEN_SIDE_BETS = ("progressive",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=5, dealer=5)
    DECISION_PLACES = ("raise",)
    SOLE_BETTOR_ARTICLE = "67.13"
    ALTERNATE_PACKS_ARTICLE = "67.10"
    HAND_SHUFFLED = True
    DECISIONS = (Key.RAISE, Key.FOLD)
    BETS_WITH_ODDS = ("ante", "not_open")
    PAID_AS = MappingProxyType({"ante": BETS_WITH_ODDS})
    STAKES_BY_MAIN = MappingProxyType({"ante": {"raise": TWICE}})
    """Article 67.16."""
    PAY_TABLES = MappingProxyType(
        {
            "raise": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs", "pair", "high_card"),
            ),
            "progressive": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
            ),
        }
    )

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Article 67.21: the progressive bet needs an ante."""
        return (
            {}
            if "ante" in laid_amounts
            else dict.fromkeys(laid_amounts, ("why.main_missing", "67.21"))
        )

    def play_round(self) -> Course:
        """Deal (67.15), take the raises (67.16), compare (67.17 to 67.20), pay the jackpot
        (67.21).
        """
        bettor_spots = self.spots("ante")
        self.early_face_up = FACE_UP
        yield from self.deal(*bettor_spots, DEALER, cards=5)
        for spot in bettor_spots:
            yield from self._raises_or_folds(spot)
        self.face_up_spots = {DEALER, *self.spots("raise", "progressive")}
        # all winners share one jackpot, so their parts are known before any is paid
        jackpot_shares = self._jackpot_shares()
        for spot in bettor_spots:
            if self.laid_amount(spot, "raise"):
                self._compare(spot)
            if self.laid_amount(spot, "progressive"):
                self._settle_progressive(spot, jackpot_shares)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.16: raise by twice the ante, or lose the ante."""
        return raise_or_fold(self, spot, exact_raise(self, spot, "raise"), ("ante",), "67.16")

    def _spot_rank(self, spot: int) -> Rank:
        return five_cards(self.hands[spot])

    def _dealer_opens(self) -> bool:
        """Article 67.17."""
        card_ranks = {card.rank for card in self.hands[DEALER]}
        return (
            self._spot_rank(DEALER).combination is not Combination.HIGH_CARD
            or card_ranks >= OPENING_RANKS
        )

    def _compare(self, spot: int) -> None:
        """Articles 67.17, 67.19, 67.20."""
        ante_bet, raise_bet = self.bet(spot, "ante"), self.bet(spot, "raise")
        hand, dealer_rank = self._spot_rank(spot), self._spot_rank(DEALER)
        if not self._dealer_opens():
            self.pay(ante_bet, "not_open")
            self.push(raise_bet, "67.17")
        elif hand > dealer_rank:
            self.pay(ante_bet, "ante")
            self.pay_by_table(raise_bet, "raise", hand.combination)
        elif hand == dealer_rank:
            self.push(ante_bet, "67.19")
            self.push(raise_bet, "67.19")
        else:
            self.lose(ante_bet, "67.20")
            self.lose(raise_bet, "67.20")

    def _jackpot_shares(self) -> Mapping[Bet, Cents]:
        """Return the payments from the jackpot (67.21)."""
        jackpot_percents = self.rules.tables["progressive"].lot
        combination_by_spot = (
            (spot, self._spot_rank(spot).combination) for spot in self.spots("progressive")
        )
        winning_hands = (
            (spot, jackpot_percents[hand])
            for spot, hand in combination_by_spot
            if hand in jackpot_percents
        )
        return self.jackpot.pay_winners(
            [
                (self.bet(spot, "progressive"), jackpot_percent)
                for spot, jackpot_percent in winning_hands
            ]
        )

    def _settle_progressive(self, spot: int, jackpot_shares: Mapping[Bet, Cents]) -> None:
        """Article 67.21: raised or not, opened or not."""
        bet = self.bet(spot, "progressive")
        if bet in jackpot_shares:
            self.prize(bet, jackpot_shares[bet], self.rules.tables["progressive"].article)
        else:
            self.pay_by_table(bet, "progressive", self._spot_rank(spot).combination)

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand."""
        return combination_text(self._spot_rank(int(hand)))

    def result(self) -> Text:
        """Return the dealer's hand, if he opens (67.17)."""
        if not self._dealer_opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": combination_text(self._spot_rank(DEALER))})


GAME = CaribbeanStud
