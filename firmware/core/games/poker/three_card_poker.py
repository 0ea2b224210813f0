"""Poker 3 Cartes, articles 67.22 to 67.32: three cards against a dealer who must open."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Course
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import exact_raise, raise_or_fold
from firmware.core.ranks import Combination, Rank, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text

DEALER_OPENS: Final = "dealer_opens"
"""The switch: the lowest rank on which the dealer opens with no combination (67.29)."""
OPENING_RANKS: Final[Mapping[str, Collection[str]]] = {
    "queen": "QKA",
    "jack": "JQKA",
    "king": "KA",
    "always": "23456789TJQKA",
}
TIE: Final = "tie"
"""The switch: who wins with equal hands (67.30)."""
BETS_RETURN: Final = "push"
PLAYER_WINS: Final = "player"
DEALER_WINS: Final = "dealer"
FOLD_TAKES_PAIR_PLUS: Final = "fold_takes_pair_plus"
"""The switch: whether who folds gives up Pair Plus too."""
PAIR_PLUS_ALONE: Final = "pair_plus_alone"
"""The switch: whether Pair Plus may be bet without an ante."""
MINI_ROYAL: Final = "mini_royal"
"""The line of a suited ace, king and queen, at a house that has one."""


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
            "ante": (MINI_ROYAL, "straight_flush", "three_of_a_kind", "straight"),
            "pair_plus": (
                *(MINI_ROYAL, "straight_flush", "three_of_a_kind"),
                *("straight", "flush", "pair"),
            ),
        }
    )
    SWITCHES = MappingProxyType(
        {
            DEALER_OPENS: tuple(OPENING_RANKS),
            TIE: (BETS_RETURN, PLAYER_WINS, DEALER_WINS),
            FOLD_TAKES_PAIR_PLUS: (False, True),
            PAIR_PLUS_ALONE: (True, False),
        }
    )

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Pair Plus needs no other bet, except where the house wants an ante beside it."""
        is_alone = "pair_plus" in laid_amounts and "ante" not in laid_amounts
        if not is_alone or self.options[PAIR_PLUS_ALONE]:
            return {}
        return {"pair_plus": ("why.main_missing", self._switch_article(PAIR_PLUS_ALONE))}

    def play_round(self) -> Course:
        """Deal (67.27), take the raises (67.28), compare (67.29, 67.30), pay hands (67.31 on)."""
        bettor_spots = self.spots()
        yield from self.deal(*bettor_spots, DEALER, cards=3)
        for spot in self.spots("ante"):
            yield from self._raises_or_folds(spot)
        in_play = (spot for spot in bettor_spots if not self._has_folded(spot))
        shown_spots = in_play if self.options[FOLD_TAKES_PAIR_PLUS] else self.spots("pair_plus")
        self.face_up_spots = {DEALER, *self.spots("raise"), *shown_spots}
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
            or dealer_rank.high_rank in OPENING_RANKS[self.options[DEALER_OPENS]]
        )

    def _has_folded(self, spot: int) -> bool:
        return bool(self.laid_amount(spot, "ante") and not self.laid_amount(spot, "raise"))

    def _switch_article(self, name: str) -> str:
        switch = self.rules.switches.get(name)
        return switch.article if switch else ""

    def _settle_spot(self, spot: int) -> None:
        """A raise is compared and may win a bonus; pair plus is settled with or without a raise,
        unless a fold has taken it.
        """
        hand = self._spot_rank(spot)
        if self.laid_amount(spot, "raise"):
            self._compare(spot, hand)
            self._pay_bonus(spot, hand)
        if self.laid_amount(spot, "pair_plus"):
            self._settle_pair_plus(spot, hand)

    def _settle_pair_plus(self, spot: int, hand: Rank) -> None:
        bet = self.bet(spot, "pair_plus")
        if self.options[FOLD_TAKES_PAIR_PLUS] and self._has_folded(spot):
            self.lose(bet, self._switch_article(FOLD_TAKES_PAIR_PLUS))
        else:
            self.pay_by_table(bet, "pair_plus", self._pay_line("pair_plus", hand))

    def _pay_line(self, table_name: str, hand: Rank) -> str:
        """Return the line of a hand, a mini royal's if the table has one."""
        is_royal = hand.combination is Combination.STRAIGHT_FLUSH and hand.high_rank == "A"
        has_line = self.rules.tables[table_name].pays(MINI_ROYAL)
        return MINI_ROYAL if is_royal and has_line else hand.combination

    def _compare(self, spot: int, hand: Rank) -> None:
        """Articles 67.29 and 67.30; equal hands are a push, or as the house has it."""
        ante_bet, raise_bet = self.bet(spot, "ante"), self.bet(spot, "raise")
        dealer_rank = self._spot_rank(DEALER)
        if not self._dealer_opens():
            self.pay(ante_bet, "not_open")
            self.push(raise_bet, "67.29")
        elif hand > dealer_rank or (hand == dealer_rank and self.options[TIE] == PLAYER_WINS):
            self.pay(ante_bet, "ante")
            self.pay(raise_bet, "raise")
        elif hand == dealer_rank and self.options[TIE] == BETS_RETURN:
            self.push(ante_bet, "67.30")
            self.push(raise_bet, "67.30")
        else:
            article = self._switch_article(TIE) if hand == dealer_rank else "67.30"
            self.lose(ante_bet, article)
            self.lose(raise_bet, article)

    def _pay_bonus(self, spot: int, hand: Rank) -> None:
        """Article 67.31: the ante bonus is paid for any hand of the dealer."""
        pay_table, pay_line = self.rules.tables["ante"], self._pay_line("ante", hand)
        if pay_table.pays(pay_line):
            self.bonus(self.bet(spot, "ante"), pay_table.odds[pay_line], pay_table.article)

    def score(self, hand: str) -> Text:
        """Return the name of a player's hand."""
        return combination_text(self._spot_rank(int(hand)), 3)

    def result(self) -> Text:
        """Return the dealer's hand, if he opens (67.29)."""
        if not self._dealer_opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": combination_text(self._spot_rank(DEALER), 3)})


GAME = ThreeCardPoker
