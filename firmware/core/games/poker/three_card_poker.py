"""Poker 3 Cartes, articles 67.22 to 67.32: three cards against a dealer who must open."""

from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Stake, an_answer
from firmware.core.games.poker.by_table import made
from firmware.core.ranks import Combination, Rank, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

TO_OPEN: Final = "QKA"
"""Article 67.29: with no combination the dealer opens on one of these."""


class ThreeCardPoker(CardGame):
    """One table's game of Poker 3 Cartes, round after round."""

    BETS = ("ante", "raise", "pair_plus")
    SIDE_BETS = ("pair_plus",)
    IN_PLAY = ("raise",)
    ONE_BETTOR_A_SPOT = "67.25"
    DECKS_IN_TURN = "67.22"
    DECISIONS = (Key.RAISE, Key.FOLD)
    PAYS = ("ante", "raise", "not_open")
    TABLES = MappingProxyType(
        {
            "ante": ("straight_flush", "three_of_a_kind", "straight"),
            "pair_plus": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
        }
    )

    def play(self) -> Course:
        """Deal (67.27), take the raises (67.28), compare (67.29, 67.30), pay hands (67.31 on)."""
        spots = self.spots()
        yield from self.deal(*spots, DEALER, cards=3)
        for spot in self.spots("ante"):
            yield from self._raises_or_folds(spot)
        self.shown = {DEALER, *self.spots("raise", "pair_plus")}
        for spot in spots:
            self._settle(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.28: as much as the ante is laid besides it, or the ante is lost."""
        ante = self.bet(spot, "ante")
        more = Choice(spot, Key.RAISE, (Stake.just("raise", ante.cents),))
        answer = yield from an_answer(more, Choice(spot, Key.FOLD))
        if answer.do is Key.FOLD:
            self.lose(ante, "67.28")

    def _rank(self, spot: int) -> Rank:
        return three_cards(self.hands[spot])

    def _opens(self) -> bool:
        """Article 67.29."""
        dealers = self._rank(DEALER)
        return dealers.combination is not Combination.HIGH_CARD or dealers.high in TO_OPEN

    def _settle(self, spot: int) -> None:
        """A raise is compared and may win a bonus; a pair plus is settled with or without it."""
        hand = self._rank(spot)
        if self.laid(spot, "raise"):
            self._compare(spot, hand)
            self._pay_bonus(spot, hand)
        if self.laid(spot, "pair_plus"):
            self.pay_by_table(self.bet(spot, "pair_plus"), "pair_plus", hand.combination)

    def _compare(self, spot: int, hand: Rank) -> None:
        """Articles 67.29 and 67.30; equal hands push."""
        ante, more = self.bet(spot, "ante"), self.bet(spot, "raise")
        dealers = self._rank(DEALER)
        if not self._opens():
            self.pay(ante, "not_open")
            self.push(more, "67.29")
        elif hand > dealers:
            self.pay(ante, "ante")
            self.pay(more, "raise")
        elif hand == dealers:
            self.push(ante, "67.30")
            self.push(more, "67.30")
        else:
            self.lose(ante, "67.30")
            self.lose(more, "67.30")

    def _pay_bonus(self, spot: int, hand: Rank) -> None:
        """Article 67.31: for any hand of the dealer's, the ante is also paid."""
        table = self.rules.tables["ante"]
        if table.pays(hand.combination):
            self.bonus(self.bet(spot, "ante"), table.odds[hand.combination], table.article)

    def score(self, hand: str) -> Text:
        """Return what a player's cards make."""
        return made(self._rank(int(hand)), 3)

    def result(self) -> Text:
        """Return the dealer's hand, if he opens (67.29)."""
        if not self._opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": made(self._rank(DEALER), 3)})


GAME = ThreeCardPoker
