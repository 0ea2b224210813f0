"""Poker de Boston, articles 67.51 to 67.63: three cards, and two more after a raise."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Course
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.poker.paid_by_table import combination_text
from firmware.core.games.poker.raise_or_fold import exact_raise, raise_or_fold
from firmware.core.ranks import Combination, Rank, five_cards, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import TWICE, Cents
from firmware.core.vocabulary.panel import Text

FIRST_DEAL: Final = 3
"""Article 67.57: the cards that the bonus is settled on (67.59)."""

HIGH_PAIR_RANKS: Final = "TJQKA"
"""Article 67.63: the higher ranks of two pairs that are paid."""

FULL_HAND_SIZE: Final = 5


class BostonPoker(CardGame):
    """One table's game of Poker de Boston. Cards are turned up, and the bonus settled, when all are
    dealt (67.61, 67.62); the dealer's only if a player has raised.
    """

    BETS = ("ante", "first", "second", "bonus")
    SIDE_BETS = ("bonus",)
    CARD_NAMES = card_names(spot=5, dealer=5)
    ALWAYS_DEALT = card_names(spot=3, dealer=3)
    DECISION_PLACES = ("second",)
    SOLE_BETTOR_ARTICLE = "67.52"
    ALTERNATE_PACKS_ARTICLE = "67.51"
    DECISIONS = (Key.RAISE, Key.FOLD)
    BETS_WITH_ODDS = ("first", "second")
    STAKES_BY_MAIN = MappingProxyType({"ante": {"first": TWICE, "second": TWICE}})
    """Articles 67.56 and 67.58."""
    PAY_TABLES = MappingProxyType(
        {
            "ante": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs_tens_or_better"),
            ),
            "bonus": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
        }
    )

    def nominal_stake(self, bet_name: str) -> Cents:
        """Article 67.56: the bets other than the ante are twice as high."""
        return Cents(
            super().nominal_stake(bet_name) * (2 if bet_name in ("first", "second") else 1)
        )

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Article 67.56: an ante, and twice as much on the first; the bonus needs both."""
        wrong_bets = dict.fromkeys(laid_amounts, ("why.other_missing", "67.56"))
        if not laid_amounts.keys() >= {"ante", "first"}:
            return wrong_bets
        if laid_amounts["first"] == 2 * laid_amounts["ante"]:
            return {}
        return wrong_bets | {"first": ("why.not_double", "67.56")}

    def play_round(self) -> Course:
        """Deal (67.57), take the second bets (67.58), deal again (67.60), settle (67.59 on)."""
        bettor_spots = self.spots("ante")
        yield from self.deal(*bettor_spots, DEALER, cards=FIRST_DEAL)
        for spot in bettor_spots:
            yield from self._raises_or_folds(spot)
        raised_spots = self.spots("second")
        # without a raise the dealer's hand decides nothing: no more cards are dealt
        if raised_spots:
            yield from self.deal(*raised_spots, DEALER, cards=2)
            self.face_up_spots = {DEALER}
        self.face_up_spots |= {*raised_spots, *self.spots("bonus")}
        for spot in bettor_spots:
            if spot in raised_spots:
                self._compare(spot)
            if self.laid_amount(spot, "bonus"):
                self._settle_bonus(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.58: raise by twice the ante, or lose the ante and the first bet."""
        second_bet = exact_raise(self, spot, "second")
        return raise_or_fold(self, spot, second_bet, ("ante", "first"), "67.58")

    def _settle_bonus(self, spot: int) -> None:
        """Article 67.59: the first three cards count, raised or not."""
        hand = three_cards(self.hands[spot][:FIRST_DEAL]).combination
        self.pay_by_table(self.bet(spot, "bonus"), "bonus", hand)

    def _compare(self, spot: int) -> None:
        """Article 67.62."""
        hand, dealer_rank = five_cards(self.hands[spot]), five_cards(self.hands[DEALER])
        self._settle_ante(spot, hand, dealer_rank)
        for bet_name in ("first", "second"):
            bet = self.bet(spot, bet_name)
            if hand > dealer_rank:
                self.pay(bet, bet_name)
            elif hand == dealer_rank:
                self.push(bet, "67.62")
            else:
                self.lose(bet, "67.62")

    def _settle_ante(self, spot: int, hand: Rank, dealer_rank: Rank) -> None:
        """Article 67.63 pays it for any hand of the dealer; otherwise it is returned or lost
        (67.62).
        """
        ante_bet, table_line = self.bet(spot, "ante"), _line_of(hand)
        if self.rules.tables["ante"].pays(table_line):
            self.pay_by_table(ante_bet, "ante", table_line)
        elif hand < dealer_rank:
            self.lose(ante_bet, "67.62")
        else:
            self.push(ante_bet, "67.62")

    def score(self, hand: str) -> Text | None:
        """Return the name of a player's five-card hand, if he has raised."""
        held_cards = self.hands[int(hand)]
        return (
            combination_text(five_cards(held_cards)) if len(held_cards) == FULL_HAND_SIZE else None
        )

    def result(self) -> Text:
        """Return the dealer's hand, if it is whole (67.61)."""
        if len(self.hands[DEALER]) < FULL_HAND_SIZE:
            return Text("result.over")
        return Text(
            "result.dealer_hand", {"hand": combination_text(five_cards(self.hands[DEALER]))}
        )


def _line_of(hand: Rank) -> str:
    """Return the line of the ante's table that names a hand (67.63)."""
    is_paid = hand.combination is Combination.TWO_PAIRS and hand.high_rank in HIGH_PAIR_RANKS
    return "two_pairs_tens_or_better" if is_paid else hand.combination


GAME = BostonPoker
