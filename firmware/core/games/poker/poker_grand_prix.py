"""Poker Grand Prix, articles 67.1 to 67.9: three bets on three cards and two of the dealer's."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.course import DEALER, Choice, Course, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.games.poker.by_table import PaidByTable, made
from firmware.core.ranks import Combination, Rank, five_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

EQUAL: Final = ("first", "second", "third")
"""Article 67.4: three distinct and equal bets."""

TENS_UP: Final = "TJQKA"
"""Article 67.7: the pairs that win."""

SECOND: Final = slice(1, 2)
"""Article 67.6: the dealer's second card is turned up first."""


class PokerGrandPrix(PaidByTable):
    """One table's game of Poker Grand Prix, round after round."""

    BETS = (*EQUAL, "bonus")
    CAPPED = MappingProxyType(dict.fromkeys(("first", "second", "third"), "67.8"))
    SIDE_BETS = ("bonus",)
    ONE_BETTOR_A_SPOT = "67.3"
    DECKS_IN_TURN = "67.1"
    BY_HAND = True
    DECISIONS = (Key.KEEP, Key.WITHDRAW)
    TABLES = MappingProxyType(
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

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 67.4 and 67.9: three equal bets, and the bonus besides them."""
        stakes = [laid[on] for on in EQUAL if on in laid]
        if len(stakes) < len(EQUAL):
            why = "why.other_missing", "67.4"
        elif len(set(stakes)) > 1:
            why = "why.not_equal", "67.4"
        else:
            return {}
        return {on: why if on in EQUAL else ("why.main_missing", "67.9") for on in laid}

    def play(self) -> Course:
        """Deal (67.5), let bets be withdrawn (67.6), settle the others (67.7 to 67.9)."""
        spots = self.spots("third")
        yield from self.deal(*spots, DEALER, cards=3)
        yield from self._keep_or_withdraw("first")
        self.hands[DEALER].pop()
        self.turned = SECOND
        yield from self._keep_or_withdraw("second")
        self.shown = {DEALER, *spots}
        for spot in spots:
            self._settle(spot)

    def _keep_or_withdraw(self, on: str) -> Course:
        """Article 67.6: each may take this bet back."""
        for spot in self.spots(on):
            answer = yield from an_answer(
                Choice(spot, Key.KEEP, about=on), Choice(spot, Key.WITHDRAW, about=on)
            )
            if answer.do is Key.WITHDRAW:
                bet = self.bet(spot, on)
                self.push(bet, "67.6")
                del self.bets[bet.place, bet.bettor]

    def _hand(self, spot: int) -> str:
        """Return the line of a spot's three cards with the dealer's two (67.7)."""
        rank = self._rank(spot)
        paid = rank.combination is Combination.PAIR and rank.high in TENS_UP
        return "tens_or_better" if paid else rank.combination

    def _rank(self, spot: int) -> Rank:
        return five_cards([*self.hands[spot], *self.hands[DEALER]])

    def score(self, hand: str) -> Text:
        """Return what a player's cards make with the dealer's two."""
        return made(self._rank(int(hand)))

    def _settle(self, spot: int) -> None:
        """Articles 67.7 to 67.9."""
        hand = self._hand(spot)
        for bet in (self.bet(spot, on) for on in EQUAL if self.laid(spot, on)):
            if self.rules.tables["main"].pays(hand):
                self.pay_by_table(bet, "main", hand)
            else:
                self.lose(bet, "67.7")
        if self.laid(spot, "bonus"):
            self.pay_by_table(self.bet(spot, "bonus"), "bonus", hand)


GAME = PokerGrandPrix
