"""What each kind of deal of Ultimate Texas Hold'em brings, as the game settles an example of it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import lcm
from typing import Final

import numpy as np

from firmware.core.game.course import BOARD, DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Combination, best_five
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.community_boards import COMBINATIONS, DEALER_CASES, HOLES, BoardBatch
from firmware.odds.dealer_hands import RowArray, cards_at
from firmware.odds.figure import Chances
from firmware.odds.pay_table_bets import profit_chances
from firmware.odds.scripted_round import bet_profit, play_round

FOLDED: Final = 0
PLAYS: Final = (FOLDED, 1, 2, 3, 4)
"""The antes of the play bet; none is a fold at the river."""
ROUND_BETS: Final = ("ante", "blind", "raise")

DealKind = tuple[int, int, int]
"""A play, a case of DEALER_CASES and the player's combination, the last two by their places."""


class SettledDeals:
    """The settlements of one game, by kind of deal."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: dict[DealKind, Sequence[BetSettled]] = {}
        payments = (paying for on in ROUND_BETS for paying in game.paying_lines(on))
        self.scale = lcm(*(paying.odds.stake for paying in payments))
        """The common denominator of what the bets of a round bring."""

    def learn(self, batch: BoardBatch, case_counts: Sequence[RowArray]) -> None:
        """Settle an example of each kind of deal that is new."""
        for case, counts in enumerate(case_counts):
            for line in np.flatnonzero(np.bincount(batch.lines[counts > 0])).tolist():
                if (FOLDED, case, line) not in self._lines:
                    board, held = example_of((counts > 0) & (batch.lines == line), batch)
                    settled = self.settle(board, held, dealer_example(board, held, case))
                    self._lines |= {(antes, case, line): settled[antes] for antes in PLAYS}

    def settle(
        self, board: Sequence[Card], held: Sequence[Card], dealt: Sequence[Card]
    ) -> dict[int, Sequence[BetSettled]]:
        """Return the settled lines of a deal by each play."""
        burnt = [card for card in FULL_PACK if card not in (*board, *held, *dealt)]
        on_board = [burnt[0], *board[:3], burnt[1], *board[3:]]
        hands = {1: held, DEALER: dealt, BOARD: on_board}
        bets = [Bet(Place(1, on), NOMINAL_STAKE) for on in ("ante", "blind", *self._game.side_bets)]
        return {
            antes: tuple(play_round(self._game, bets, hands, partial(play_decision, antes=antes)))
            for antes in PLAYS
        }

    def profit(self, kind: DealKind, bets: Iterable[str]) -> Fraction:
        """Return what these bets bring together, for one ante."""
        return bet_profit(self._lines[kind], bets, NOMINAL_STAKE)

    def chances(self, deals: Mapping[DealKind, int], bets: Sequence[str]) -> Chances:
        """Return the probability of each profit of these bets, given the deals of each kind."""
        return profit_chances((self.profit(kind, bets), count) for kind, count in deals.items())

    def values(self, antes: int) -> RowArray:
        """Return what a play brings by case and combination, times `scale`; 0 for no deal."""
        found = np.zeros((len(DEALER_CASES), len(COMBINATIONS)), np.int32)
        for kind in self._lines:
            if kind[0] == antes:
                found[kind[1:]] = int(self.profit(kind, ROUND_BETS) * self.scale)
        return found


def example_of(is_example: RowArray, batch: BoardBatch) -> tuple[Sequence[Card], Sequence[Card]]:
    """Return the first board of a batch, with two cards, that is wanted."""
    row, hole = np.argwhere(is_example)[0]
    return cards_at(FULL_PACK, batch.boards[row]), cards_at(FULL_PACK, HOLES[hole])


def dealer_example(board: Sequence[Card], held: Sequence[Card], case: int) -> Sequence[Card]:
    """Return two cards of a dealer in this case."""
    hand = best_five([*held, *board])
    free_cards = [card for card in FULL_PACK if card not in (*board, *held)]
    for dealt in combinations(free_cards, 2):
        dealer_hand = best_five([*dealt, *board])
        result = (hand > dealer_hand) - (hand < dealer_hand)
        if DEALER_CASES[case] == (result, dealer_hand.combination is not Combination.HIGH_CARD):
            return dealt
    raise ValueError("no dealer's hand of this case")


def play_decision(choices: Sequence[Choice], antes: int) -> Decision:
    """Return the play of so many antes as soon as it is open, a check before, a fold at the end."""
    by_key = {choice.do: choice for choice in choices}
    (stake,) = by_key[Key.RAISE].stakes
    cents = Cents(antes * NOMINAL_STAKE)
    if antes and stake.allows(cents):
        return Decision(by_key[Key.RAISE], {stake.on: cents})
    return Decision(by_key.get(Key.CHECK) or by_key[Key.FOLD])
