"""What a player may decide on a hand of Blackjack (22 to 24, 26.1)."""

from firmware.core.game.course import Choice, DecisionStake
from firmware.core.games.blackjack.hand import CARD_VALUES, BlackjackHand, hard_total
from firmware.core.games.blackjack.hand_settlement import Comparison
from firmware.core.games.blackjack.switches import (
    DOUBLED_VALUES,
    DOUBLES,
    HIT_SPLIT_ACES,
    NO_SURRENDER,
    RESPLIT_ACES,
    SURRENDER,
    UNLIKE_TENS,
    most_hands,
)
from firmware.core.vocabulary.keys import Key


class HandChoices(Comparison):
    """The open decisions of each hand."""

    def _choices(self, spot: int, hand: BlackjackHand) -> list[Choice]:
        """Return the open decisions; none for a hand that can only stand."""
        may_draw = not hand.is_split_aces or self.options[HIT_SPLIT_ACES]
        open_keys = {
            Key.HIT: may_draw,
            Key.STAND: True,
            Key.DOUBLE: may_draw and self._may_double(hand),
            Key.SPLIT: self._may_split(spot, hand),
            Key.SURRENDER: self._may_surrender(hand),
        }
        choices = [hand_choice(key, spot, hand) for key, is_open in open_keys.items() if is_open]
        return choices if len(choices) > 1 and not hand.is_complete else []

    def _may_surrender(self, hand: BlackjackHand) -> bool:
        """Return whether the house has surrender, of the first two cards."""
        is_first = len(hand.cards) == 2 and not hand.split
        return is_first and self.options[SURRENDER] != NO_SURRENDER

    def _may_double(self, hand: BlackjackHand) -> bool:
        """Articles 23, 24 (5), 26.1 (1) and (3): never an ace with a ten-value."""
        if len(hand.cards) != 2 or hand.is_ace_and_ten:
            return False
        if hand.split and not self.options["double_after_split"]:
            return False
        doubled_values = DOUBLED_VALUES[self.options[DOUBLES]]
        return bool(self.options["double_any"]) or hard_total(hand.cards) in doubled_values

    def _may_split(self, spot: int, hand: BlackjackHand) -> bool:
        """Articles 24 and 26.1 (2): two cards of one value."""
        if len(hand.cards) != 2 or len(self.hands_by_spot[spot]) >= most_hands(self.options):
            return False
        first, second = hand.cards
        if hand.is_split_aces and not self.options[RESPLIT_ACES]:
            return False
        is_alike = self.options[UNLIKE_TENS] or first.rank == second.rank
        return is_alike and CARD_VALUES[first.rank] == CARD_VALUES[second.rank]


def hand_choice(
    decision_key: Key, spot: int, hand: BlackjackHand, bettor: str | None = None
) -> Choice:
    """Return a choice for a hand; doubling or splitting costs the hand's stake (23, 24, 26.6)."""
    doubled_stakes = hand.stakes.items() if decision_key in (Key.DOUBLE, Key.SPLIT) else ()
    decision_stakes = tuple(
        DecisionStake.exactly(bet_name, amount_cents)
        for (bet_name, stake_bettor), amount_cents in doubled_stakes
        if stake_bettor == bettor
    )
    return Choice(spot, decision_key, decision_stakes, hand.hand_number, bettor)
