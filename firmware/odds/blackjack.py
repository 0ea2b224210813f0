"""Blackjack: the main bet by the best play and by constant ones, and insurance.

The two hands of a split are each played by their own cards, without a look at the other: since the
next cards of a shoe are equally probable after any that were drawn, each has the gain it would have
alone. A player who looks, who resplits, or who decides by suits where three suited cards win alone
(18.1), may do better: so the best play's figure is a lower bound, and the mean of resplitting is
computed separately. Insurance is a bet of its own.
"""

from collections.abc import Iterator
from fractions import Fraction

from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.switches import HANDS_AFTER_SPLIT
from firmware.odds.blackjack_resplits import resplit_minimum
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import ALL_PLAYS, DealerUpcard, Strategy
from firmware.odds.figure import BEST, Figure, mix_chances
from firmware.odds.shoe import CARD_VALUE_NAMES, CARDS_PER_PACK


def upcard_chances(_: Blackjack) -> dict[str, Fraction]:
    """Return the probability of each value of the dealer's upcard."""
    card_total = sum(CARDS_PER_PACK)
    return {
        value: Fraction(card_count, card_total)
        for value, card_count in zip(CARD_VALUE_NAMES, CARDS_PER_PACK, strict=True)
    }


PARTS = {"main": upcard_chances}


def main(game: Blackjack, upcard: str) -> Iterator[Figure]:
    """The main bet; at Multi-Action the bet on each of the dealer's hands. These are equal, unless
    the dealer's Blackjack ends the play of the first one.
    """
    dealer_upcard = DealerUpcard(BlackjackRounds(game), CARD_VALUE_NAMES.index(upcard))
    for play in ALL_PLAYS:
        strategy = Strategy(dealer_upcard, play)
        figure = Figure("main", strategy.all_chances(), "main", play)
        if play == BEST:
            figure = figure._replace(
                advice=tuple(dealer_upcard.advice(strategy.first_decisions())), bound="least"
            )
            if dealer_upcard.most_hands > HANDS_AFTER_SPLIT:
                figure = figure._replace(minimum=resplit_minimum(dealer_upcard, strategy))
        for bet_name in game.MAIN_BETS:
            yield figure._replace(bet=bet_name, per=bet_name)


def insurance(game: Blackjack) -> Iterator[Figure]:
    """Whenever it is offered, independent of the player's hand (25)."""
    counts_left = [game.decks * count for count in CARDS_PER_PACK]
    counts_left[0] -= 1
    blackjack_rounds = BlackjackRounds(game)
    weighted_gains = (
        (Fraction(card_count, sum(counts_left)), blackjack_rounds.insurance_gain(value))
        for value, card_count in enumerate(counts_left)
    )
    yield Figure(
        "insurance",
        mix_chances(
            (chance, {insurance_profit: Fraction(1)}) for chance, insurance_profit in weighted_gains
        ),
        "insurance",
    )
