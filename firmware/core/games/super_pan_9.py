"""Super pan 9, articles 54 to 62: three cards, perhaps a fourth; the higher total wins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Decision, Steps, Wait, an_answer
from firmware.core.game.pack import GameRules
from firmware.core.games.banked import Banked
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

PLAYED_WITH: Final = tuple(card for card in PACK if card.rank in "A23456JQK")
"""Article 54: the sevens, eights, nines and tens are taken out of every pack."""

DRAWS_TO: Final = 5
"""Article 60: the dealer draws up to this total."""


def total(cards: Sequence[Card]) -> int:
    """Article 54: figures count zero, and only the units of the sum count."""
    return sum("A23456".find(card.rank) + 1 for card in cards) % 10


class SuperPan9(Banked, CardGame):
    """One table's game of Super pan 9, round after round."""

    BETS = ("main",)
    CLOSES_ON_FIRST_CARD = True
    """Article 56: bets are made before the first card."""
    ONE_BETTOR_A_SPOT = "55"
    BANK_ARTICLE = "62"
    DECISIONS = (Key.DRAW, Key.STAND, Key.BANK)
    PAYS = ("main",)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = PLAYED_WITH

    def play(self) -> Course:
        """Three cards each (59), a fourth for who wants one (60), all shown (61), compared (57)."""
        spots = self.spots("main")
        yield from self.deal(*spots, DEALER, cards=3)
        for spot in spots:
            answer = yield from an_answer(Choice(spot, Key.DRAW), Choice(spot, Key.STAND))
            if answer.do is Key.DRAW:
                yield from self.deal_one(spot)
        self.shown = {DEALER, *spots}
        if (yield from self._bank_draws()):
            yield from self.deal_one(DEALER)
        for spot in spots:
            self._settle(spot)

    def _bank_draws(self) -> Steps[bool]:
        """Article 60: the dealer draws by his total; a player who is the bank as he likes.

        A card that comes without a word of his is drawn, and CONFIRM without one is none.
        """
        if not self.bank_spot:
            return self._total(DEALER) <= DRAWS_TO
        choices = Choice(DEALER, Key.DRAW), Choice(DEALER, Key.STAND)
        came = yield Wait(self.to(DEALER), choices, passes=True)
        if isinstance(came, Card):
            self.hands[DEALER].append(came)
        return isinstance(came, Decision) and came.do is Key.DRAW

    def _total(self, spot: int) -> int:
        return total(self.hands[spot])

    def _settle(self, spot: int) -> None:
        """Articles 57 and 58."""
        bet, own, bank = self.bet(spot, "main"), self._total(spot), self._total(DEALER)
        if own > bank:
            self.pay(bet, "main")
        elif own < bank:
            self.lose(bet, "57")
        else:
            self.push(bet, "57")

    def score(self, hand: str) -> Text:
        """Return the points of a player's hand."""
        return Text("score.points", {"points": self._total(int(hand))})

    def result(self) -> Text:
        """Return the bank's total."""
        total = {"total": self._total(DEALER)}
        return self.says("result.dealer_total", "result.bank_total", total)


GAME = SuperPan9
