"""Poker 3-5-7, articles 67.41 to 67.50: three cards, then with two and four of the dealer's."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.course import DEALER, Choice, Course, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.game.wording import listed
from firmware.core.games.poker.by_table import PaidByTable, made
from firmware.core.ranks import Combination, Rank, best_five, five_cards, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

SIXES_UP: Final = "6789TJQKA"
"""Article 67.49: the pairs that are paid."""

TENS_UP: Final = "TJQKA"
"""Article 67.50: the higher ranks of two pairs that are paid."""


class Poker357(PaidByTable):
    """One table's game of Poker 3-5-7, round after round."""

    BETS = ("three", "five", "seven")
    ONE_BETTOR_A_SPOT = "67.42"
    DECKS_IN_TURN = "67.41"
    DECISIONS = (Key.KEEP, Key.WITHDRAW)
    TABLES = MappingProxyType(
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
        """Begin a round: nobody has kept his bet on seven cards yet."""
        super().open()
        self._kept: list[int] = []

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Article 67.45: bets on three and on five cards; one on seven may be added."""
        if laid.keys() >= {"three", "five"}:
            return {}
        return dict.fromkeys(laid, ("why.other_missing", "67.45"))

    def play(self) -> Course:
        """Deal (67.46), let the bets on seven cards go (67.47), settle (67.48 to 67.50)."""
        spots = self.spots()
        yield from self.deal(*spots, cards=3)
        yield from self.deal(DEALER, cards=4)
        yield from self._keep_or_withdraw()
        self.shown = {DEALER, *spots}
        for spot in spots:
            hand = three_cards(self.hands[spot]).combination
            self.pay_by_table(self.bet(spot, "three"), "three", hand)
        for spot in spots:
            self.pay_by_table(self.bet(spot, "five"), "five", self._of_five(spot))
        for spot in self._kept:
            self.pay_by_table(self.bet(spot, "seven"), "seven", self._of_seven(spot))

    def _keep_or_withdraw(self) -> Course:
        """Article 67.47: who withdraws loses half of his bet on seven cards."""
        for spot in self.spots("seven"):
            answer = yield from an_answer(
                Choice(spot, Key.KEEP, about="seven"), Choice(spot, Key.WITHDRAW, about="seven")
            )
            if answer.do is Key.KEEP:
                self._kept.append(spot)
            else:
                bet = self.bet(spot, "seven")
                self.surrender(bet, Cents(bet.cents // 2), "67.47")

    def _five(self, spot: int) -> Rank:
        return five_cards([*self.hands[spot], *self.hands[DEALER][:2]])

    def _seven(self, spot: int) -> Rank:
        return best_five([*self.hands[spot], *self.hands[DEALER]])

    def score(self, hand: str) -> Text:
        """Return what a player's cards make as three, as five, and as seven if that bet is kept."""
        spot = int(hand)
        more = [self._five(spot), *([self._seven(spot)] if spot in self._kept else [])]
        return listed([made(three_cards(self.hands[spot]), 3), *map(made, more)])

    def _of_five(self, spot: int) -> str:
        """Return the line of a spot's cards with two of the dealer's (67.49)."""
        rank = self._five(spot)
        paid = rank.combination is Combination.PAIR and rank.high in SIXES_UP
        return "sixes_or_better" if paid else rank.combination

    def _of_seven(self, spot: int) -> str:
        """Return the line of the best five of a spot's cards and the dealer's (67.50)."""
        rank = self._seven(spot)
        paid = rank.combination is Combination.TWO_PAIRS and rank.high in TENS_UP
        return "two_pairs_tens_or_better" if paid else rank.combination


GAME = Poker357
