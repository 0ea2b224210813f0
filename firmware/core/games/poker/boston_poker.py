"""Poker de Boston, articles 67.51 to 67.63: three cards, and two more for who goes on."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Stake, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.games.poker.by_table import made
from firmware.core.ranks import Combination, Rank, five_cards, three_cards
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

FIRST_DEAL: Final = 3
"""Article 67.57: the cards that the bonus is settled on (67.59)."""

TENS_UP: Final = "TJQKA"
"""Article 67.63: the higher ranks of two pairs that are paid."""

WHOLE: Final = 5


class BostonPoker(CardGame):
    """One table's game of Poker de Boston. Cards are turned up, and the bonus with them, when all
    are dealt (67.61, 67.62); the dealer's only if anybody has gone on.
    """

    BETS = ("ante", "first", "second", "bonus")
    SIDE_BETS = ("bonus",)
    IN_PLAY = ("second",)
    ONE_BETTOR_A_SPOT = "67.52"
    DECKS_IN_TURN = "67.51"
    DECISIONS = (Key.RAISE, Key.FOLD)
    PAYS = ("first", "second")
    TABLES = MappingProxyType(
        {
            "ante": (
                *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
                *("straight", "three_of_a_kind", "two_pairs_tens_or_better"),
            ),
            "bonus": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
        }
    )

    def nominal(self, on: str) -> Cents:
        """Article 67.56: the bets other than the ante are twice as high."""
        return Cents(super().nominal(on) * (2 if on in ("first", "second") else 1))

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Article 67.56: an ante and twice as much on the first; the bonus besides them."""
        wrong = dict.fromkeys(laid, ("why.other_missing", "67.56"))
        if not laid.keys() >= {"ante", "first"}:
            return wrong
        if laid["first"] == 2 * laid["ante"]:
            return {}
        return wrong | {"first": ("why.not_double", "67.56")}

    def play(self) -> Course:
        """Deal (67.57), take the second bets (67.58), deal again (67.60), settle (67.59 on)."""
        spots = self.spots("ante")
        yield from self.deal(*spots, DEALER, cards=FIRST_DEAL)
        for spot in spots:
            yield from self._raises_or_folds(spot)
        raised = self.spots("second")
        if raised:
            yield from self.deal(*raised, DEALER, cards=2)
            self.shown = {DEALER}
        self.shown |= {*raised, *self.spots("bonus")}
        for spot in spots:
            if spot in raised:
                self._compare(spot)
            if self.laid(spot, "bonus"):
                self._settle_bonus(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.58: twice the ante is laid again, or the ante and the first are lost."""
        ante, first = self.bet(spot, "ante"), self.bet(spot, "first")
        more = Choice(spot, Key.RAISE, (Stake.just("second", Cents(2 * ante.cents)),))
        answer = yield from an_answer(more, Choice(spot, Key.FOLD))
        if answer.do is Key.FOLD:
            self.lose(ante, "67.58")
            self.lose(first, "67.58")

    def _settle_bonus(self, spot: int) -> None:
        """Article 67.59: the first three cards count, whether or not the player has gone on."""
        hand = three_cards(self.hands[spot][:FIRST_DEAL]).combination
        self.pay_by_table(self.bet(spot, "bonus"), "bonus", hand)

    def _compare(self, spot: int) -> None:
        """Article 67.62."""
        hand, dealers = five_cards(self.hands[spot]), five_cards(self.hands[DEALER])
        self._settle_ante(spot, hand, dealers)
        for on in ("first", "second"):
            bet = self.bet(spot, on)
            if hand > dealers:
                self.pay(bet, on)
            elif hand == dealers:
                self.push(bet, "67.62")
            else:
                self.lose(bet, "67.62")

    def _settle_ante(self, spot: int, hand: Rank, dealers: Rank) -> None:
        """Article 67.63 pays it for any hand of the dealer's; by 67.62 it is returned, or lost."""
        ante, line = self.bet(spot, "ante"), _line_of(hand)
        if self.rules.tables["ante"].pays(line):
            self.pay_by_table(ante, "ante", line)
        elif hand < dealers:
            self.lose(ante, "67.62")
        else:
            self.push(ante, "67.62")

    def score(self, hand: str) -> Text | None:
        """Return what a player's cards make with the two that his raise has brought."""
        held = self.hands[int(hand)]
        return made(five_cards(held)) if len(held) == WHOLE else None

    def result(self) -> Text:
        """Return the dealer's hand, if he has shown it (67.61)."""
        if DEALER not in self.shown:
            return Text("result.over")
        return Text("result.dealer_hand", {"hand": made(five_cards(self.hands[DEALER]))})


def _line_of(hand: Rank) -> str:
    """Return the line of the ante's table that names a hand (67.63)."""
    paid = hand.combination is Combination.TWO_PAIRS and hand.high in TENS_UP
    return "two_pairs_tens_or_better" if paid else hand.combination


GAME = BostonPoker
