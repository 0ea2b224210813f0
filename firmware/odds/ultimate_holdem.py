"""Ultimate Texas Hold'em: the best play before the flop, after it and at the river, exactly.

Two passes over all boards. The first sums up, for every flop and every two cards, how much more two
antes bring than to wait for the river, where the better of one ante and a fold is taken. The second
counts the deals of every play so found; a hand is played before the flop if that brings more.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import CARD_SUITS, CARDS_BY_NAME, FULL_PACK, Card
from firmware.odds.community_boards import (
    COMBINATIONS,
    DEALER_CASES,
    HOLES,
    PACK_SIZE,
    BoardBatch,
    CommunityBoards,
)
from firmware.odds.dealer_hands import (
    IntArray,
    RowArray,
    all_hands,
    canonical_numbers,
    cards_at,
    hand_numbers,
)
from firmware.odds.decision_table import decision_rows
from firmware.odds.figure import BEST, AdviceRow, Figure
from firmware.odds.settled_holdem import FOLDED, PLAYS, ROUND_BETS, DealKind, SettledDeals

BEFORE_FLOP: Final = (4, 3)
"""The antes that may be played before the flop."""
ALWAYS_RAISED: Final = "raise"
"""Four antes on every two cards."""
FIGURE_BETS: Final = {"ante": ROUND_BETS, "blind": ("blind",)}

FLOPS: Final = all_hands(PACK_SIZE, 3)
FLOPS_OF_BOARD: Final = tuple(combinations(range(5), 3))
"""The places of the three cards that come first, as often each."""
_, FIRST_OF_CLASS, HOLE_CLASSES = np.unique(
    canonical_numbers(FULL_PACK, HOLES), return_index=True, return_inverse=True
)
"""The 169 classes of two cards that differ only by suits."""
CLASS_COUNT: Final = len(FIRST_OF_CLASS)
LINE_COUNT: Final = len(COMBINATIONS)

ClassCounts = IntArray
"""The deals by case, class of the player's cards and combination."""


def ante(game: Game) -> Iterator[Figure]:
    """The best play, and four antes on every two cards. The ante's figure counts all bets."""
    deals = HoldemDeals(game)
    best_deals, advice = deals.best_play()
    for play, kinds in ((BEST, best_deals), (ALWAYS_RAISED, deals.always_raised())):
        for bet_name, bets in FIGURE_BETS.items():
            rows = advice if (play, bet_name) == (BEST, "ante") else ()
            chances = deals.settled.chances(kinds, bets)
            yield Figure(bet_name, chances, "ante", play, advice=rows)


class HoldemDeals:
    """Every deal, counted by the decisions that are best."""

    def __init__(self, game: Game) -> None:
        self.settled, self._boards = SettledDeals(game), CommunityBoards()
        flop_gains = np.zeros((len(FLOPS), len(HOLES)), np.int64)
        self._raised = no_deals()
        for batch in self._boards.batches():
            case_counts = batch.case_counts()
            self.settled.learn(batch, case_counts)
            add_deals(self._raised, batch, case_counts, np.int64(len(FLOPS_OF_BOARD)))
            plays = river_plays(batch.lines, case_counts, self.settled)
            add_flop_gains(flop_gains, batch, plays.flop_gain)
        is_played = alike_by_suits(flop_gains) > 0
        self._waited = {antes: no_deals() for antes in PLAYS if antes not in BEFORE_FLOP}
        for batch in self._boards.batches():
            case_counts = batch.case_counts()
            is_called = river_plays(batch.lines, case_counts, self.settled).is_called
            for antes, share in waited_shares(is_played, batch.boards, is_called).items():
                add_deals(self._waited[antes], batch, case_counts, share)

    def best_play(self) -> tuple[dict[DealKind, int], tuple[AdviceRow, ...]]:
        """Return the deals of the best play, and the decisions before the flop."""
        kinds: dict[DealKind, int] = {}
        decisions: dict[Sequence[Card], str] = {}
        for hole_class, first_hole in enumerate(FIRST_OF_CLASS):
            options = [self._kinds_of(hole_class, {antes: self._raised}) for antes in BEFORE_FLOP]
            best = max([*options, self._kinds_of(hole_class, self._waited)], key=self._value)
            is_raised = any(best is option for option in options)
            held = tuple(cards_at(FULL_PACK, HOLES[first_hole]))
            decisions[held] = "raise" if is_raised else "check"
            for kind, count in best.items():
                kinds[kind] = kinds.get(kind, 0) + count
        return kinds, decision_rows(decisions)

    def always_raised(self) -> dict[DealKind, int]:
        """Return the deals of a player who always plays four antes at once."""
        totals = self._raised.sum(axis=1)
        return {
            (BEFORE_FLOP[0], int(case), int(line)): int(totals[case, line])
            for case, line in np.argwhere(totals)
        }

    def _kinds_of(
        self, hole_class: int, counts_by_play: dict[int, ClassCounts]
    ) -> dict[DealKind, int]:
        return {
            (antes, int(case), int(line)): int(counts[case, hole_class, line])
            for antes, counts in counts_by_play.items()
            for case, line in np.argwhere(counts[:, hole_class])
        }

    def _value(self, kinds: dict[DealKind, int]) -> Fraction:
        profits = (self.settled.profit(kind, ROUND_BETS) * n for kind, n in kinds.items())
        return sum(profits, Fraction(0))


class RiverPlays(NamedTuple):
    """The decision at the river of who has waited, by board and two cards."""

    is_called: RowArray
    """Whether one ante brings more than a fold."""
    flop_gain: RowArray
    """How much more two antes bring than that decision, times the scale."""


def river_plays(
    lines: RowArray, case_counts: Sequence[RowArray], settled: SettledDeals
) -> RiverPlays:
    folded, called, raised = (
        play_values(lines, case_counts, settled.values(antes)) for antes in (FOLDED, 1, 2)
    )
    return RiverPlays(called > folded, raised - np.maximum(called, folded))


def play_values(lines: RowArray, case_counts: Sequence[RowArray], profits: RowArray) -> RowArray:
    """Return what a play brings against all hands of the dealer together."""
    found = np.zeros(lines.shape, np.int32)
    for profit_by_line, counts in zip(profits, case_counts, strict=True):
        found += profit_by_line[lines] * counts
    return found


def no_deals() -> ClassCounts:
    return np.zeros((len(DEALER_CASES), CLASS_COUNT, LINE_COUNT), np.int64)


def add_deals(
    counts: ClassCounts,
    batch: BoardBatch,
    case_counts: Sequence[RowArray],
    share: RowArray | np.int64,
) -> None:
    """Add the deals of some boards, each so many times."""
    kinds = (HOLE_CLASSES * LINE_COUNT + batch.lines).ravel()
    weights = batch.class_sizes[:, None] * share
    for case, dealers in enumerate(case_counts):
        found = np.bincount(kinds, (dealers * weights).ravel(), CLASS_COUNT * LINE_COUNT)
        # sums of whole numbers below 2**53 are exact
        counts[case] += found.reshape(CLASS_COUNT, LINE_COUNT).astype(np.int64)


def waited_shares(
    is_played: RowArray, boards: RowArray, is_called: RowArray
) -> dict[int, RowArray]:
    """Return with how many of a board's ten flops each play is made by who did not play before."""
    after_flop = is_played[flop_rows(boards)].sum(axis=1, dtype=np.int64)
    left = len(FLOPS_OF_BOARD) - after_flop
    return {2: after_flop, 1: left * is_called, FOLDED: left * ~is_called}


FLOP_ROWS: Final = np.zeros(comb(PACK_SIZE, 3), np.int64)
FLOP_ROWS[hand_numbers(FLOPS)] = np.arange(len(FLOPS))
HOLE_ROWS: Final = np.zeros(len(HOLES), np.int64)
HOLE_ROWS[hand_numbers(HOLES)] = np.arange(len(HOLES))


def flop_rows(boards: RowArray) -> IntArray:
    """Return the row of each of the ten flops of each board."""
    return np.stack([FLOP_ROWS[hand_numbers(boards[:, places])] for places in FLOPS_OF_BOARD], 1)


def add_flop_gains(flop_gains: IntArray, batch: BoardBatch, board_gains: RowArray) -> None:
    """Add the gains of the boards to their flops; one board represents its whole class."""
    gains = board_gains * batch.class_sizes[:, None]
    for rows, gain in zip(flop_rows(batch.boards), gains, strict=True):
        for row in rows:
            flop_gains[row] += gain


def alike_by_suits(flop_gains: IntArray) -> IntArray:
    """Return of each flop and two cards the sum of all that differ only by suits."""
    found = np.zeros_like(flop_gains)
    for suits in permutations(CARD_SUITS):
        renamed = dict(zip(CARD_SUITS, suits, strict=True))
        moved = np.array(
            [FULL_PACK.index(CARDS_BY_NAME[c.rank + renamed[c.suit]]) for c in FULL_PACK], np.uint8
        )
        flops = FLOP_ROWS[hand_numbers(np.sort(moved[FLOPS], axis=1))]
        holes = HOLE_ROWS[hand_numbers(np.sort(moved[HOLES], axis=1))]
        found += flop_gains[flops][:, holes]
    return found
