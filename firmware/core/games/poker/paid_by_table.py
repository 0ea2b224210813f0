"""Poker without a dealer's hand: each player's hand is paid by its pay table."""

from firmware.core.game.card_game import CardGame
from firmware.core.game.score_text import comma_list
from firmware.core.ranks import COMBINATION_KEYS, Combination, Rank
from firmware.core.vocabulary.panel import Text


class PaidByTable(CardGame):
    """A game whose result is the players' scores."""

    def scores(self) -> tuple[Text, ...]:
        """No scores: the result has them."""
        return ()

    def result(self) -> Text:
        """Return the players' scores, once their cards are face up."""
        player_scores = super().scores()
        return (
            Text("result.hands", {"hands": comma_list(player_scores)})
            if player_scores
            else super().result()
        )


def combination_text(hand_rank: Rank, cards: int = 5) -> Text:
    """Return the name of a rank. A straight flush of fewer than five cards is a "suite couleur"
    (67.24, 67.66), not a "quinte".
    """
    if hand_rank.combination is Combination.STRAIGHT_FLUSH and cards < 5:
        return Text("combination.suited_straight")
    return Text(COMBINATION_KEYS[hand_rank.combination])
