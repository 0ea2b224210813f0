"""Pay table bets of poker: paid by the player's own hand, independent of the dealer's.

The game settles one example of each payment line: the combination, and the rank by which some
tables divide it. Every hand is counted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank, best_five, best_four, five_cards, three_cards
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.dealer_hands import cards_at, suit_classes
from firmware.odds.figure import Chances, Figure
from firmware.odds.hand_strengths import HandStrengths, sum_hands
from firmware.odds.scripted_round import bet_profit, play_round
from firmware.odds.strategies import jackpot_figure, stakes_of


class PaidBet(NamedTuple):
    """A bet and the cards that decide it: the player's, and then the dealer's."""

    bet_name: str
    required_bets: Mapping[str, int]
    """The bets required with it, in units of the nominal stake."""
    player_cards: int
    shared_cards: int
    dealer_cards: int
    """The number of the dealer's cards."""
    rank_hand: Callable[[Sequence[Card]], Rank]
    ranked_cards: int
    """The number of cards of a hand that are ranked."""

    @property
    def cards(self) -> int:
        return self.player_cards + self.shared_cards


PAID_BETS = {
    "three-card": PaidBet("pair_plus", {}, 3, 0, 3, three_cards, 3),
    "four-card": PaidBet("aces_up", {}, 5, 0, 6, best_four, 4),
    "crazy-four": PaidBet("queens_up", {"ante": 1, "super_bonus": 1}, 5, 0, 5, best_four, 4),
    "caribbean": PaidBet("progressive", {"ante": 1}, 5, 0, 5, five_cards, 5),
    "boston": PaidBet("bonus", {"ante": 1, "first": 2}, 3, 0, 3, three_cards, 3),
    "three": PaidBet("three", {"five": 1}, 3, 0, 4, three_cards, 3),
    "five": PaidBet("five", {"three": 1}, 3, 2, 4, five_cards, 5),
    "seven": PaidBet("seven", {"three": 1, "five": 1, "seven": 1}, 3, 4, 4, best_five, 5),
}
THREE_EQUAL_BETS = {"first": 1, "second": 1, "third": 1}
GRAND_PRIX_BETS = {
    bet_name: PaidBet(bet_name, THREE_EQUAL_BETS, 3, 2, 3, five_cards, 5)
    for bet_name in (*THREE_EQUAL_BETS, "bonus")
}


def pair_plus(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["three-card"])


def aces_up(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["four-card"])


def queens_up(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["crazy-four"])


def progressive(game: Game) -> Iterator[Figure]:
    """At the displayed jackpot, with the jackpot at which the bet returns all that is bet
    (67.21).
    """
    if game.offers_jackpot:
        yield from jackpot_figure(game, _jackpot_chances, "progressive")


def _jackpot_chances(game: Game) -> Chances:
    (figure,) = _paid_figures(game, PAID_BETS["caribbean"])
    return figure.chances


def boston_bonus(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["boston"])


def three(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["three"])


def five(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, PAID_BETS["five"])


def third(game: Game) -> Iterator[Figure]:
    """The bet that cannot be withdrawn (67.6)."""
    return _paid_figures(game, GRAND_PRIX_BETS["third"])


def grand_prix_bonus(game: Game) -> Iterator[Figure]:
    return _paid_figures(game, GRAND_PRIX_BETS["bonus"])


def _paid_figures(game: Game, paid_bet: PaidBet) -> Iterator[Figure]:
    """Count and settle every hand; there are no decisions."""
    if not _is_offered(game, paid_bet.bet_name):
        return
    strength_table = HandStrengths(paid_bet.rank_hand, paid_bet.ranked_cards, paid_bet.cards)
    hands, counts = suit_classes(FULL_PACK, paid_bet.cards)
    hand_lines = strength_table.line_by_code[strength_table.codes_of(sum_hands(FULL_PACK, hands))]
    lines_present, first_indices = np.unique(hand_lines, return_index=True)
    deals_by_line = [
        int(counts[hand_lines == payment_line].sum()) for payment_line in lines_present
    ]
    example_hands = [cards_at(FULL_PACK, hands[hand_index]) for hand_index in first_indices]
    for stake in stakes_of(game, paid_bet.bet_name):
        gains_by_line = [bet_gain(game, paid_bet, cards, stake) for cards in example_hands]
        shown_stake = None if stake == NOMINAL_STAKE else stake
        yield Figure(
            paid_bet.bet_name,
            profit_chances(zip(gains_by_line, deals_by_line, strict=True)),
            paid_bet.bet_name,
            stake=shown_stake,
        )


def _is_offered(game: Game, bet_name: str) -> bool:
    return bet_name not in (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS) or bet_name in game.side_bets


def profit_chances(deals_of_profits: Iterable[tuple[Fraction, int]]) -> dict[Fraction, Fraction]:
    """Return the probability of each profit, given the number of deals of each."""
    deals_by_gain: Counter[Fraction] = Counter()
    for profit, count in deals_of_profits:
        deals_by_gain[profit] += count
    total_count = sum(deals_by_gain.values())
    return {
        profit: Fraction(count, total_count) for profit, count in deals_by_gain.items() if count
    }


def bet_gain(
    game: Game,
    paid_bet: PaidBet,
    cards: Sequence[Card],
    stake: Cents,
    withdrawal_key: Key = Key.RETAIN_BET,
) -> Fraction:
    """Return the bet's profit for these cards and this decision; other bets stay, or fold for the
    ante.
    """
    unit_stake = (
        Cents(paid_bet.required_bets[paid_bet.bet_name] * stake)
        if paid_bet.bet_name in paid_bet.required_bets
        else game.nominal_stake(paid_bet.bet_name)
    )
    stakes = {
        bet_name: Cents(stake_units * stake)
        for bet_name, stake_units in paid_bet.required_bets.items()
    }
    stakes |= {paid_bet.bet_name: unit_stake}
    bets = [Bet(Place(1, bet_name), cents) for bet_name, cents in stakes.items()]
    # the dealer's further cards cannot decide this bet; the round cannot end without them
    unused_cards = [card for card in FULL_PACK if card not in cards]
    further_cards = unused_cards[: paid_bet.dealer_cards - paid_bet.shared_cards]
    dealer_hand = [*cards[paid_bet.player_cards :], *further_cards]
    hands = {1: cards[: paid_bet.player_cards], DEALER: dealer_hand}

    def choose_decision(choices: Sequence[Choice]) -> Decision:
        choice_by_key = {choice.do: choice for choice in choices}
        # a choice without RETAIN_BET is between raising and folding: folding needs no chips
        bet_decision = (
            withdrawal_key if choices[0].about_bet == paid_bet.bet_name else Key.RETAIN_BET
        )
        return Decision(choice_by_key.get(bet_decision) or choice_by_key[Key.FOLD])

    return bet_profit(
        play_round(game, bets, hands, choose_decision), [paid_bet.bet_name], unit_stake
    )
