"""Fou du poker, articles 67.75 to 67.87: the best four of five cards; the dealer must open."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Decision
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import raise_or_fold
from firmware.core.ranks import Combination, Rank, best_four
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text

OPENING_RANKS: Final = "KA"
"""Article 67.82: with no combination the dealer opens on one of these."""

PAIR_LINES: Final[Mapping[str, str]] = {
    "A": "pair_of_aces",
    "K": "pair_of_kings",
    "Q": "pair_of_queens",
}
"""Article 67.87: the pairs that have a line."""


class CrazyFourPoker(CardGame):
    """One table's game of Fou du poker, round after round."""

    BETS = ("ante", "super_bonus", "raise", "queens_up")
    SIDE_BETS = ("queens_up",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=5, dealer=5)
    DECISION_PLACES = ("raise",)
    SOLE_BETTOR_ARTICLE = "67.78"
    ALTERNATE_PACKS_ARTICLE = "67.75"
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.FOLD)
    BETS_WITH_ODDS = ("ante", "raise", "not_open")
    PAID_AS = MappingProxyType({"raise": ("raise", "not_open")})
    STAKES_BY_MAIN = MappingProxyType({"ante": {"super_bonus": EVEN_ODDS, "raise": EVEN_ODDS}})
    """Articles 67.79 and 67.81: a raise without a pair of aces equals the ante."""
    PAY_TABLES = MappingProxyType(
        {
            "super_bonus": (
                *("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind"),
                *("flush", "straight"),
            ),
            "queens_up": (
                *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight"),
                *("two_pairs", *PAIR_LINES.values()),
            ),
        }
    )

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Articles 67.79 and 67.87: an ante, and as much on the super bonus; queens up
        needs both.
        """
        main_amounts = [
            laid_amounts[bet_name]
            for bet_name in ("ante", "super_bonus")
            if bet_name in laid_amounts
        ]
        if main_amounts[1:] and main_amounts[0] == main_amounts[1]:
            return {}
        reason = ("why.not_equal" if main_amounts[1:] else "why.other_missing"), "67.79"
        return {
            bet_name: ("why.main_missing", "67.87") if bet_name == "queens_up" else reason
            for bet_name in laid_amounts
        }

    def play_round(self) -> Course:
        """Deal (67.80), take the raises (67.81), compare (67.82 to 67.86), pay pairs (67.87)."""
        bettor_spots = self.spots("ante")
        yield from self.deal(*bettor_spots, DEALER, cards=5)
        for spot in bettor_spots:
            yield from self._raises_or_folds(spot)
        self.face_up_spots = {DEALER, *self.spots("raise", "queens_up")}
        for spot in self.spots("raise", "queens_up"):
            self._settle_spot(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.81: raise by one to three times the ante, or lose both bets."""
        ante_bet = self.bet(spot, "ante")
        raise_stake = self.free_stake(
            "raise", self.stake_by(ante_bet, "raise"), Cents(3 * ante_bet.cents)
        )
        raise_choice = Choice(spot, Key.RAISE, (raise_stake,), check=self._above_the_ante)
        return raise_or_fold(self, spot, raise_choice, ("ante", "super_bonus"), "67.81")

    def _above_the_ante(self, decision: Decision) -> Text | None:
        """Article 67.81: more than the ante needs a pair of aces, or better."""
        spot = decision.spot
        if decision.chips_laid("raise") <= self.laid_amount(
            spot, "ante"
        ) or self._has_aces_or_better(spot):
            return None
        return Text("why.aces_only", {"spot": spot})

    def _has_aces_or_better(self, spot: int) -> bool:
        hand_rank = self._spot_rank(spot)
        if hand_rank.combination is Combination.PAIR:
            return hand_rank.high_rank == "A"
        return hand_rank.combination is not Combination.HIGH_CARD

    def _settle_spot(self, spot: int) -> None:
        """Article 67.83: the hands are turned up spot by spot."""
        if self.laid_amount(spot, "raise"):
            self._compare(spot)
            self._settle_super_bonus(spot)
        if self.laid_amount(spot, "queens_up"):
            self._settle_queens_up(spot)

    def _spot_rank(self, spot: int) -> Rank:
        return best_four(self.hands[spot])

    def _dealer_opens(self) -> bool:
        """Article 67.82."""
        dealer_rank = self._spot_rank(DEALER)
        return (
            dealer_rank.combination is not Combination.HIGH_CARD
            or dealer_rank.high_rank in OPENING_RANKS
        )

    def _compare(self, spot: int) -> None:
        """Articles 67.82, 67.83, 67.84."""
        ante_bet, raise_bet = self.bet(spot, "ante"), self.bet(spot, "raise")
        hand, dealer_rank = self._spot_rank(spot), self._spot_rank(DEALER)
        if not self._dealer_opens():
            self.push(ante_bet, "67.82")
            self.pay(raise_bet, "not_open")
        elif hand > dealer_rank:
            self.pay(ante_bet, "ante")
            self.pay(raise_bet, "raise")
        elif hand == dealer_rank:
            self.push(ante_bet, "67.83")
            self.push(raise_bet, "67.83")
        else:
            self.lose(ante_bet, "67.84")
            self.lose(raise_bet, "67.84")

    def _settle_super_bonus(self, spot: int) -> None:
        """Article 67.85 pays it for any hand of the dealer; otherwise 67.82 or 67.86 decides."""
        bet, hand = self.bet(spot, "super_bonus"), self._spot_rank(spot)
        is_aces = hand.combination is Combination.FOUR_OF_A_KIND and hand.high_rank == "A"
        table_line = "four_aces" if is_aces else hand.combination
        if self.rules.tables["super_bonus"].pays(table_line):
            self.pay_by_table(bet, "super_bonus", table_line)
        elif not self._dealer_opens():
            self.push(bet, "67.82")
        elif hand >= self._spot_rank(DEALER):
            # a hand that beats the dealer's is not paid without a line of the table
            self.push(bet, "67.86")
        else:
            self.lose(bet, "67.86")

    def _settle_queens_up(self, spot: int) -> None:
        """Article 67.87."""
        hand_rank = self._spot_rank(spot)
        is_pair = hand_rank.combination is Combination.PAIR
        table_line = (
            PAIR_LINES.get(hand_rank.high_rank, Combination.PAIR)
            if is_pair
            else hand_rank.combination
        )
        self.pay_by_table(self.bet(spot, "queens_up"), "queens_up", table_line)

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand."""
        return combination_text(self._spot_rank(int(hand)), 4)

    def result(self) -> Text:
        """Return the dealer's best four cards, if he opens (67.82)."""
        if not self._dealer_opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": combination_text(self._spot_rank(DEALER), 4)})


GAME = CrazyFourPoker
