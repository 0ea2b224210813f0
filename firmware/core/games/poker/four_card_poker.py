"""Poker 4 Cartes, articles 67.64 to 67.74: the best four of five cards, of the dealer's of six."""

from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course
from firmware.core.game.traits import card_names
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import raise_or_fold
from firmware.core.ranks import Combination, Rank, best_four
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text

FACE_UP: Final = slice(5, 6)
"""Article 67.69: the dealer's sixth card is dealt face up."""


class FourCardPoker(CardGame):
    """One table's game of Poker 4 Cartes, round after round."""

    BETS = ("ante", "raise", "aces_up")
    SIDE_BETS = ("aces_up",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=5, dealer=6)
    DECISION_PLACES = ("raise",)
    SOLE_BETTOR_ARTICLE = "67.67"
    ALTERNATE_PACKS_ARTICLE = "67.64"
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.FOLD)
    BETS_WITH_ODDS = ("ante", "raise")
    STAKES_BY_MAIN = MappingProxyType({"ante": {"raise": EVEN_ODDS}})
    """Article 67.70: the least raise equals the ante."""
    PAY_TABLES = MappingProxyType(
        {
            "ante": ("four_of_a_kind", "straight_flush", "three_of_a_kind"),
            "aces_up": (
                *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight"),
                *("two_pairs", "pair_of_aces"),
            ),
        }
    )

    def play_round(self) -> Course:
        """Deal (67.69), take the raises (67.70), compare (67.72), pay hands (67.73, 67.74)."""
        self.early_face_up = FACE_UP
        yield from self.deal(*self.spots(), cards=5)
        yield from self.deal(DEALER, cards=6)
        for spot in self.spots("ante"):
            yield from self._raises_or_folds(spot)
        self.face_up_spots = {DEALER, *self.spots("raise", "aces_up")}
        for spot in self.spots("raise", "aces_up"):
            self._settle_spot(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.70: raise by one to three times the ante, or lose it."""
        ante_bet = self.bet(spot, "ante")
        raise_stake = self.free_stake(
            "raise", self.stake_by(ante_bet, "raise"), Cents(3 * ante_bet.cents)
        )
        raise_choice = Choice(spot, Key.RAISE, (raise_stake,))
        return raise_or_fold(self, spot, raise_choice, ("ante",), "67.70")

    def _settle_spot(self, spot: int) -> None:
        """Article 67.72: the hands are turned up spot by spot."""
        if self.laid_amount(spot, "raise"):
            self._compare(spot)
            self._pay_bonus(spot)
        if self.laid_amount(spot, "aces_up"):
            self._settle_aces_up(spot)

    def _spot_rank(self, spot: int) -> Rank:
        return best_four(self.hands[spot])

    def _compare(self, spot: int) -> None:
        """Article 67.72: an equal hand wins."""
        for bet_name in ("ante", "raise"):
            if self._spot_rank(spot) >= self._spot_rank(DEALER):
                self.pay(self.bet(spot, bet_name), bet_name)
            else:
                self.lose(self.bet(spot, bet_name), "67.72")

    def _pay_bonus(self, spot: int) -> None:
        """Article 67.73: the ante bonus is paid for any hand of the dealer."""
        pay_table, hand = self.rules.tables["ante"], self._spot_rank(spot).combination
        if hand in pay_table.odds:
            self.bonus(self.bet(spot, "ante"), pay_table.odds[hand], pay_table.article)

    def _settle_aces_up(self, spot: int) -> None:
        """Article 67.74: of the pairs only the aces are paid."""
        hand_rank = self._spot_rank(spot)
        is_aces = hand_rank.combination is Combination.PAIR and hand_rank.high_rank == "A"
        table_line = "pair_of_aces" if is_aces else hand_rank.combination
        self.pay_by_table(self.bet(spot, "aces_up"), "aces_up", table_line)

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand."""
        return combination_text(self._spot_rank(int(hand)), 4)

    def result(self) -> Text:
        """Return the dealer's best four cards."""
        return Text("result.dealer_hand", {"hand": combination_text(self._spot_rank(DEALER), 4)})


GAME = FourCardPoker
