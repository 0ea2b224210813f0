"""Le Chien rouge (red dog), articles 63 to 67: two cards, and a third that falls between them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, next_decision
from firmware.core.game.traits import card_names
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

CARD_VALUES: Final[Mapping[str, int]] = {
    card_rank: rank_value for rank_value, card_rank in enumerate("23456789TJQKA", start=2)
}
"""Article 63: the ace is worth 14."""

WIDEST_SPREAD: Final = 4
"""Article 67: a spread of four, or more, is paid as one."""


class RedDog(CardGame):
    """One table's game of Chien rouge, round after round; its cards are shown as the dealer's."""

    BETS = ("main", "raise")
    DECISION_PLACES = ("raise",)
    CLOSES_ON_FIRST_CARD = True
    """Article 65: bets are made before the first card."""
    SOLE_BETTOR_ARTICLE = "64"
    CARD_NAMES = card_names(dealer=3)
    ALWAYS_DEALT = card_names(dealer=2)
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.CHECK)
    PAID_AS = MappingProxyType({"raise": ("main",)})
    PAY_TABLES = MappingProxyType(
        {"main": ("three_alike", "spread_1", "spread_2", "spread_3", "spread_4")}
    )

    def play_round(self) -> Course:
        """Article 66: two cards; a third after a pair or, once bets may have
        been raised, a spread.
        """
        self.face_up_spots = {DEALER}
        yield from self.deal(DEALER, cards=2)
        if self._rank_gap == 1:
            self._push_bets()
        elif self._rank_gap == 0:
            yield from self._play_pair()
        else:
            yield from self._play_spread()

    @property
    def _rank_gap(self) -> int:
        """The difference in rank of the first two cards."""
        first_value, second_value = (CARD_VALUES[card.rank] for card in self.hands[DEALER][:2])
        return abs(first_value - second_value)

    def _play_pair(self) -> Course:
        """Article 66 (2): only a third card of the same rank wins."""
        yield from self.deal_card_to(DEALER)
        if self._three_alike:
            self._pay_bets("three_alike")
        else:
            self._push_bets()

    @property
    def _three_alike(self) -> bool:
        card_ranks = [card.rank for card in self.hands[DEALER]]
        return card_ranks.count(card_ranks[0]) == 3

    def _play_spread(self) -> Course:
        """Article 66 (3): bets may be raised; a third card strictly between the two wins."""
        for spot in self.spots("main"):
            yield from self._offer_raise(spot)
        yield from self.deal_card_to(DEALER)
        first_value, second_value, third_value = (
            CARD_VALUES[card.rank] for card in self.hands[DEALER]
        )
        if min(first_value, second_value) < third_value < max(first_value, second_value):
            self._pay_bets(f"spread_{min(self._rank_gap - 1, WIDEST_SPREAD)}")
        else:
            self._lose_bets()

    def _offer_raise(self, spot: int) -> Course:
        """Article 66 (3): by as much as the bet, or less."""
        raise_stake = self.free_stake("raise", Cents(1), self.laid_amount(spot, "main"))
        yield from next_decision(Choice(spot, Key.RAISE, (raise_stake,)), Choice(spot, Key.CHECK))

    def _pay_bets(self, hand: str) -> None:
        """Article 67; the raise is paid like the bet."""
        for bet in self._all_bets():
            self.pay_by_table(bet, "main", hand)

    def _lose_bets(self) -> None:
        """Article 66 (3): a card equal to an end of the spread is not between."""
        for bet in self._all_bets():
            self.lose(bet, "66")

    def _push_bets(self) -> None:
        """Article 66 (1) and (2): no game."""
        for bet in self._all_bets():
            self.push(bet, "66")

    def _all_bets(self) -> list[Bet]:
        """Return every bet, raises too, spot by spot."""
        bet_places = ((spot, bet_name) for spot in self.spots("main") for bet_name in self.BETS)
        return [
            self.bet(spot, bet_name)
            for spot, bet_name in bet_places
            if self.laid_amount(spot, bet_name)
        ]

    def result(self) -> Text:
        if self._rank_gap == 1:
            return Text("result.consecutive")
        if self._rank_gap:
            return Text("result.spread", {"spread": self._rank_gap - 1})
        return Text("result.three_alike" if self._three_alike else "result.pair")


GAME = RedDog
