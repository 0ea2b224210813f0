"""Trips of Ultimate Texas Hold'em: every seven cards, counted; no decision changes them."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.odds.community_boards import BoardBatch, CommunityBoards
from firmware.odds.figure import Figure
from firmware.odds.pay_table_bets import profit_chances
from firmware.odds.scripted_round import bet_profit
from firmware.odds.settled_holdem import FOLDED, SettledDeals, example_of


def trips(game: Game) -> Iterator[Figure]:
    """The bet, if the table offers it."""
    if "trips" not in game.side_bets:
        return
    settled = SettledDeals(game)
    profits: dict[int, Fraction] = {}
    deals: Counter[int] = Counter()
    for batch in CommunityBoards().batches():
        weights = batch.is_held * batch.class_sizes[:, None]
        # sums of whole numbers below 2**53 are exact
        for line, count in enumerate(np.bincount(batch.lines.ravel(), weights.ravel()).tolist()):
            if count:
                deals[line] += int(count)
                profits.setdefault(line, _profit_of(line, batch, settled))
    yield Figure("trips", profit_chances((profits[line], n) for line, n in deals.items()), "trips")


def _profit_of(line: int, batch: BoardBatch, settled: SettledDeals) -> Fraction:
    """Return the payment of a combination, which depends on no dealer and no decision."""
    board, held = example_of(batch.is_held & (batch.lines == line), batch)
    dealt = [card for card in FULL_PACK if card not in (*board, *held)][:2]
    return bet_profit(settled.settle(board, held, dealt)[FOLDED], ("trips",), NOMINAL_STAKE)
