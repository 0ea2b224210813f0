"""Ultimate Texas Hold'em: two cards and five on the board, against a dealer who needs a pair.

The regulation of Québec does not have it: the rule pack names the articles.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import (
    BOARD,
    DEALER,
    Choice,
    Course,
    DecisionStake,
    SpotCard,
    next_card,
    next_decision,
)
from firmware.core.game.pack import GameRules
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import exact_raise, raise_or_fold
from firmware.core.ranks import Combination, Rank, best_five
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text

BLIND_LINES: Final = (
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"),
)
BEFORE_FLOP: Final = (3, 4)
AFTER_FLOP: Final = (2, 2)
"""The least and the greatest play bet, in antes."""


class UltimateHoldem(CardGame):
    """One table's game of Ultimate Texas Hold'em, round after round."""

    BETS = ("ante", "blind", "raise", "trips")
    SIDE_BETS = ("trips",)
    DECISION_PLACES = ("raise",)
    SECTIONS = ("decks", "wagers", "round")
    HAS_BOARD = True
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.CHECK, Key.FOLD)
    BETS_WITH_ODDS = ("ante", "raise")
    STAKES_BY_MAIN = MappingProxyType({"ante": {"blind": EVEN_ODDS, "raise": EVEN_ODDS}})
    """The play bet is a multiple of the ante."""
    PAYMENT_TERMS = MappingProxyType(
        {"ante": "sheet.odds_if_opens", "blind": "sheet.by_table_if_ahead"}
    )
    PAY_TABLES = MappingProxyType(
        {"blind": BLIND_LINES, "trips": (*BLIND_LINES, "three_of_a_kind")}
    )
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=2, dealer=2, board=5)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        self.SOLE_BETTOR_ARTICLE = rules.sections["wagers"]
        self.ALTERNATE_PACKS_ARTICLE = rules.sections["decks"]
        self._round_article = rules.sections["round"]
        super().__init__(rules, options)

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """An ante, and as much on the blind; trips only with both."""
        main_amounts = [laid_amounts[on] for on in ("ante", "blind") if on in laid_amounts]
        if main_amounts[1:] and main_amounts[0] == main_amounts[1]:
            return {}
        reason = "why.not_equal" if main_amounts[1:] else "why.other_missing"
        return {
            bet_name: (
                "why.main_missing" if bet_name == "trips" else reason,
                self.rules.sections["wagers"],
            )
            for bet_name in laid_amounts
        }

    def play_round(self) -> Course:
        """Deal, take the play bets before the flop, after it and at the river, and compare."""
        bettor_spots = self.spots("ante")
        self.face_up_spots = {BOARD}
        yield from self.deal(*bettor_spots, DEALER, cards=2)
        yield from self._plays_or_checks(bettor_spots, *BEFORE_FLOP)
        yield from self._deal_board(3)
        yield from self._plays_or_checks(self._undecided(bettor_spots), *AFTER_FLOP)
        yield from self._deal_board(2)
        for spot in self._undecided(bettor_spots):
            play_choice = exact_raise(self, spot, "raise")
            yield from raise_or_fold(
                self, spot, play_choice, ("ante", "blind"), self._round_article
            )
        self.face_up_spots |= {DEALER, *self.spots("raise", "trips")}
        for spot in bettor_spots:
            self._settle_spot(spot)

    def _deal_board(self, cards: int) -> Course:
        """Burn a card, then deal so many to the board."""
        yield from next_card(SpotCard(BOARD, 1, is_burnt=True))
        yield from self.deal(BOARD, cards=cards)

    def _undecided(self, bettor_spots: Sequence[int]) -> list[int]:
        return [spot for spot in bettor_spots if not self.laid_amount(spot, "raise")]

    def _plays_or_checks(self, spots: Sequence[int], least: int, most: int) -> Course:
        """Let each spot play so many antes, or check."""
        for spot in spots:
            ante = self.laid_amount(spot, "ante")
            stake = DecisionStake("raise", Cents(least * ante), Cents(most * ante), step=ante)
            yield from next_decision(Choice(spot, Key.RAISE, (stake,)), Choice(spot, Key.CHECK))

    def _best_hand(self, spot: int) -> Rank:
        return best_five([*self.hands[spot], *self.hands[BOARD]])

    def _dealer_opens(self) -> bool:
        return self._best_hand(DEALER).combination is not Combination.HIGH_CARD

    def _settle_spot(self, spot: int) -> None:
        """Trips are settled folded or not."""
        hand, dealer_hand = self._best_hand(spot), self._best_hand(DEALER)
        if self.laid_amount(spot, "raise"):
            if self._dealer_opens():
                self._compare(self.bet(spot, "ante"), hand, dealer_hand)
            else:
                self.push(self.bet(spot, "ante"), self._round_article)
            self._settle_blind(self.bet(spot, "blind"), hand, dealer_hand)
            self._compare(self.bet(spot, "raise"), hand, dealer_hand)
        if self.laid_amount(spot, "trips"):
            self.pay_by_table(self.bet(spot, "trips"), "trips", hand.combination)

    def _compare(self, bet: Bet, hand: Rank, dealer_hand: Rank) -> None:
        if hand > dealer_hand:
            self.pay(bet, bet.place.on)
        elif hand == dealer_hand:
            self.push(bet, self._round_article)
        else:
            self.lose(bet, self._round_article)

    def _settle_blind(self, bet: Bet, hand: Rank, dealer_hand: Rank) -> None:
        """A hand that beats the dealer's goes back without a line of the table."""
        pay_table = self.rules.tables["blind"]
        if hand <= dealer_hand:
            self._compare(bet, hand, dealer_hand)
        elif pay_table.pays(hand.combination):
            self.pay_by_table(bet, "blind", hand.combination)
        else:
            self.push(bet, pay_table.article)

    def score(self, hand: str) -> Text | None:
        """Return the name of a player's hand; the board has none of its own."""
        return None if hand == "board" else combination_text(self._best_hand(int(hand)))

    def result(self) -> Text:
        """Return the dealer's hand, if he has a pair or better."""
        if not self._dealer_opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": combination_text(self._best_hand(DEALER))})


GAME = UltimateHoldem
