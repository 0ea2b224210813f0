"""Super pan 9, articles 54 to 62: three cards, perhaps a fourth; the higher total wins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import (
    DEALER,
    Choice,
    Course,
    CourseSteps,
    CourseWait,
    Decision,
    next_decision,
)
from firmware.core.game.pack import GameRules
from firmware.core.game.traits import card_names
from firmware.core.games.player_banked import PlayerBanked
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

PAN_9_PACK: Final = tuple(card for card in FULL_PACK if card.rank in "A23456JQK")
"""Article 54: the sevens, eights, nines and tens are taken out of every pack."""

DEALER_DRAWS_TO: Final = 5
"""Article 60: the dealer draws up to this total."""


def hand_total(cards: Sequence[Card]) -> int:
    """Article 54: figures count zero, and only the units of the sum count."""
    return sum("A23456".find(card.rank) + 1 for card in cards) % 10


class SuperPan9(PlayerBanked, CardGame):
    """One table's game of Super pan 9, round after round."""

    BETS = ("main",)
    CLOSES_ON_FIRST_CARD = True
    """Article 56: bets are made before the first card."""
    SOLE_BETTOR_ARTICLE = "55"
    CARD_NAMES = card_names(spot=4, dealer=4)
    ALWAYS_DEALT = card_names(spot=3, dealer=3)
    BANK_ARTICLE = "62"
    DECISIONS = (Key.DRAW_CARD, Key.STAND, Key.TAKE_BANK)
    BETS_WITH_ODDS = ("main",)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = PAN_9_PACK

    def play_round(self) -> Course:
        """Three cards each (59), a fourth on request (60), all shown (61), compared (57)."""
        bettor_spots = self.spots("main")
        yield from self.deal(*bettor_spots, DEALER, cards=3)
        for spot in bettor_spots:
            decision = yield from next_decision(
                Choice(spot, Key.DRAW_CARD), Choice(spot, Key.STAND)
            )
            if decision.do is Key.DRAW_CARD:
                yield from self.deal_card_to(spot)
        self.face_up_spots = {DEALER, *bettor_spots}
        if (yield from self._bank_draws()):
            yield from self.deal_card_to(DEALER)
        for spot in bettor_spots:
            self._settle_spot(spot)

    def _bank_draws(self) -> CourseSteps[bool]:
        """Article 60: the dealer draws by his total; a player who is the bank decides freely.

        A card dealt without his decision counts as drawn; CONFIRM without a card as not drawn.
        """
        if not self.bank_spot:
            return self._spot_total(DEALER) <= DEALER_DRAWS_TO
        choices = Choice(DEALER, Key.DRAW_CARD), Choice(DEALER, Key.STAND)
        received = yield CourseWait(self.next_spot_card(DEALER), choices, may_pass=True)
        if isinstance(received, Card):
            self.hands[DEALER].append(received)
        return isinstance(received, Decision) and received.do is Key.DRAW_CARD

    def _spot_total(self, spot: int) -> int:
        return hand_total(self.hands[spot])

    def _settle_spot(self, spot: int) -> None:
        """Articles 57 and 58."""
        bet, own_total, bank_total = (
            self.bet(spot, "main"),
            self._spot_total(spot),
            self._spot_total(DEALER),
        )
        if own_total > bank_total:
            self.pay(bet, "main")
        elif own_total < bank_total:
            self.lose(bet, "57")
        else:
            self.push(bet, "57")

    def score(self, hand: str) -> Text:
        """Return the points of a player's hand."""
        return Text("score.points", {"points": self._spot_total(int(hand))})

    def result(self) -> Text:
        """Return the bank's total."""
        text_values = {"total": self._spot_total(DEALER)}
        return self.bank_text("result.dealer_total", "result.bank_total", text_values)


GAME = SuperPan9
