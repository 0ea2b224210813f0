"""Le Chien rouge (red dog), articles 63 to 67: two cards, and a third that falls between them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Stake, an_answer
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet

VALUES: Final[Mapping[str, int]] = {rank: at for at, rank in enumerate("23456789TJQKA", start=2)}
"""Article 63: the ace is worth 14."""

WIDEST: Final = 4
"""Article 67: a spread of four, or more, is paid as one."""


class RedDog(CardGame):
    """One table's game of Chien rouge, round after round; its cards are shown as the dealer's."""

    BETS = ("main", "raise")
    IN_PLAY = ("raise",)
    CLOSES_ON_FIRST_CARD = True
    """Article 65: bets are made before the first card."""
    ONE_BETTOR_A_SPOT = "64"
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.CHECK)
    TABLES = MappingProxyType(
        {"main": ("three_alike", "spread_1", "spread_2", "spread_3", "spread_4")}
    )

    def play(self) -> Course:
        """Article 66: two cards; a third after a pair or, once bets may have
        been raised, a spread.
        """
        self.shown = {DEALER}
        yield from self.deal(DEALER, cards=2)
        if self._gap == 1:
            self._push()
        elif self._gap == 0:
            yield from self._pair()
        else:
            yield from self._spread()

    @property
    def _gap(self) -> int:
        """How far the first two cards are from each other."""
        one, other = (VALUES[card.rank] for card in self.hands[DEALER][:2])
        return abs(one - other)

    def _pair(self) -> Course:
        """Article 66 (2): only a third card alike wins."""
        yield from self.deal_one(DEALER)
        if self._three_alike:
            self._win("three_alike")
        else:
            self._push()

    @property
    def _three_alike(self) -> bool:
        ranks = [card.rank for card in self.hands[DEALER]]
        return ranks.count(ranks[0]) == 3

    def _spread(self) -> Course:
        """Article 66 (3): bets may be raised; a third card between the two wins, no other."""
        for spot in self.spots("main"):
            yield from self._raise(spot)
        yield from self.deal_one(DEALER)
        one, other, third = (VALUES[card.rank] for card in self.hands[DEALER])
        if min(one, other) < third < max(one, other):
            self._win(f"spread_{min(self._gap - 1, WIDEST)}")
        else:
            self._lose()

    def _raise(self, spot: int) -> Course:
        """Article 66 (3): by as much as the bet, or less."""
        more = Stake("raise", Cents(1), self.laid(spot, "main"))
        yield from an_answer(Choice(spot, Key.RAISE, (more,)), Choice(spot, Key.CHECK))

    def _win(self, hand: str) -> None:
        """Article 67; the raise is paid like the bet."""
        for bet in self._all():
            self.pay_by_table(bet, "main", hand)

    def _lose(self) -> None:
        """Article 66 (3): an end of the spread is not between."""
        for bet in self._all():
            self.lose(bet, "66")

    def _push(self) -> None:
        """Article 66 (1) and (2): no game."""
        for bet in self._all():
            self.push(bet, "66")

    def _all(self) -> list[Bet]:
        """Return every bet, raises too, spot by spot."""
        places = ((spot, on) for spot in self.spots("main") for on in self.BETS)
        return [self.bet(spot, on) for spot, on in places if self.laid(spot, on)]

    def result(self) -> Text:
        if self._gap == 1:
            return Text("result.consecutive")
        if self._gap:
            return Text("result.spread", {"spread": self._gap - 1})
        return Text("result.three_alike" if self._three_alike else "result.pair")


GAME = RedDog
