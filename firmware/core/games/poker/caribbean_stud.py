"""Poker des Caraïbes, articles 67.10 to 67.21: five cards against a dealer who must open."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Stake, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.games.poker.by_table import made
from firmware.core.ranks import Combination, Rank, five_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet

TO_OPEN: Final = frozenset("AK")
"""Article 67.17: with no combination the dealer opens on an ace and a king."""

FACE_UP: Final = slice(4, 5)
"""Article 67.15: the dealer's fifth card is dealt face up."""


class CaribbeanStud(CardGame):
    """One table's game of Poker des Caraïbes, round after round."""

    BETS = ("ante", "raise", "progressive")
    HIDDEN_SIDE_BETS = ("progressive",)
    CAPPED = MappingProxyType({"raise": "67.20"})
    IN_PLAY = ("raise",)
    ONE_BETTOR_A_SPOT = "67.13"
    DECKS_IN_TURN = "67.10"
    BY_HAND = True
    DECISIONS = (Key.RAISE, Key.FOLD)
    PAYS = ("ante", "not_open")
    TABLES = MappingProxyType(
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

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Article 67.21: the progressive bet is made besides the first one."""
        return {} if "ante" in laid else dict.fromkeys(laid, ("why.main_missing", "67.21"))

    def play(self) -> Course:
        """Deal (67.15), take the raises (67.16), compare (67.17 to 67.20), pay the lot (67.21)."""
        spots = self.spots("ante")
        self.turned = FACE_UP
        yield from self.deal(*spots, DEALER, cards=5)
        for spot in spots:
            yield from self._raises_or_folds(spot)
        self.shown = {DEALER, *self.spots("raise", "progressive")}
        shares = self._shares()
        for spot in spots:
            if self.laid(spot, "raise"):
                self._compare(spot)
            if self.laid(spot, "progressive"):
                self._settle_progressive(spot, shares)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.16: twice the ante is laid besides it, or the ante is lost."""
        ante = self.bet(spot, "ante")
        more = Choice(spot, Key.RAISE, (Stake.just("raise", Cents(2 * ante.cents)),))
        answer = yield from an_answer(more, Choice(spot, Key.FOLD))
        if answer.do is Key.FOLD:
            self.lose(ante, "67.16")

    def _rank(self, spot: int) -> Rank:
        return five_cards(self.hands[spot])

    def _opens(self) -> bool:
        """Article 67.17."""
        ranks = {card.rank for card in self.hands[DEALER]}
        return self._rank(DEALER).combination is not Combination.HIGH_CARD or ranks >= TO_OPEN

    def _compare(self, spot: int) -> None:
        """Articles 67.17, 67.19, 67.20."""
        ante, more = self.bet(spot, "ante"), self.bet(spot, "raise")
        hand, dealers = self._rank(spot), self._rank(DEALER)
        if not self._opens():
            self.pay(ante, "not_open")
            self.push(more, "67.17")
        elif hand > dealers:
            self.pay(ante, "ante")
            self.pay_by_table(more, "raise", hand.combination)
        elif hand == dealers:
            self.push(ante, "67.19")
            self.push(more, "67.19")
        else:
            self.lose(ante, "67.20")
            self.lose(more, "67.20")

    def _shares(self) -> Mapping[Bet, Cents]:
        """Return the payments from the lot (67.21)."""
        percents = self.rules.tables["progressive"].lot
        hands = ((spot, self._rank(spot).combination) for spot in self.spots("progressive"))
        won = ((spot, percents[hand]) for spot, hand in hands if hand in percents)
        return self.lot.pay([(self.bet(spot, "progressive"), percent) for spot, percent in won])

    def _settle_progressive(self, spot: int, shares: Mapping[Bet, Cents]) -> None:
        """Article 67.21: whether the player has raised or not, and the dealer opens or not."""
        bet = self.bet(spot, "progressive")
        if bet in shares:
            self.prize(bet, shares[bet], self.rules.tables["progressive"].article)
        else:
            self.pay_by_table(bet, "progressive", self._rank(spot).combination)

    def score(self, hand: str) -> Text:
        """Return what a player's cards make."""
        return made(self._rank(int(hand)))

    def result(self) -> Text:
        """Return the dealer's hand, if he opens (67.17)."""
        if not self._opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": made(self._rank(DEALER))})


GAME = CaribbeanStud
