"""Ultimate Texas Hold'em: rivers counted and settled card by card, and the published figures."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from firmware.core.vocabulary.cards import FULL_PACK
from firmware.odds.community_boards import (
    COMBINATIONS,
    DEALER_CASES,
    HOLES,
    BoardBatch,
    CommunityBoards,
    standings,
)
from firmware.odds.figure import BEST, Figure
from firmware.odds.odds import stored_figures
from firmware.odds.settled_holdem import SettledDeals
from firmware.odds.store import SHIPPED, Store
from firmware.odds.ultimate_holdem import FLOPS, flop_rows, play_values, waited_shares
from tests.kits.games.naive.hands import Hand, best_five
from tests.kits.games.reckoning.ultimate_holdem import blind_pays
from tests.kits.offenders import each
from tests.kits.quebec import open_game

GAME: Final = "ultimate-holdem"
NAMES: Final = [card.name for card in FULL_PACK]
SPADES_ON_BOARD: Final = (1, 5, 9, 20, 33)
"""Three of a suit, two pairs of suits."""


@cache
def some_boards() -> BoardBatch:
    """Return some boards by chance, and one on which a flush is possible."""
    chance = Random(653)
    boards = [*(sorted(chance.sample(range(52), 5)) for _ in range(3)), SPADES_ON_BOARD]
    return CommunityBoards().batch_of(np.array(boards, np.uint8), np.ones(len(boards), np.int64))


@cache
def free_holes(row: int) -> list[int]:
    held = some_boards().is_held[row]
    return Random(row).sample(np.flatnonzero(held).tolist(), 1)


def profit(antes: int, mine: Hand, theirs: Hand) -> Fraction:
    """Return what a round brings by 653a.12 and its published rules, for one ante."""
    if not antes:
        return Fraction(-2)
    ahead = (mine[1] > theirs[1]) - (mine[1] < theirs[1])
    pays = blind_pays("A").get(mine[0])
    blind = Fraction(*pays) if ahead > 0 and pays else Fraction(min(ahead, 0))
    return ahead * (theirs[0] != "high_card") + blind + antes * ahead


@each("row", (0, 3))
def test_river_is_counted_and_settled_card_by_card(row: int) -> None:
    batch, settled = some_boards(), SettledDeals(open_game(GAME, {}))
    case_counts = batch.case_counts()
    settled.learn(batch, case_counts)
    board = [NAMES[place] for place in batch.boards[row]]
    for hole in free_holes(row):
        held = [NAMES[place] for place in HOLES[hole]]
        mine = best_five([*board, *held])
        free = [card for card in NAMES if card not in (*board, *held)]
        dealers = Counter(best_five([*board, *dealt]) for dealt in combinations(free, 2))
        cases = Counter[tuple[int, bool]]()
        for theirs, count in dealers.items():
            result = (mine[1] > theirs[1]) - (mine[1] < theirs[1])
            cases[result, theirs[0] != "high_card"] += count
        assert COMBINATIONS[batch.lines[row, hole]] == mine[0]
        counted = [int(counts[row, hole]) for counts in case_counts]
        assert counted == [cases[case] for case in DEALER_CASES], held
        for antes in range(5):
            values = play_values(batch.lines, case_counts, settled.values(antes))
            brought = sum(profit(antes, mine, theirs) * n for theirs, n in dealers.items())
            assert Fraction(int(values[row, hole]), settled.scale) == brought, (held, antes)


def test_nobody_holds_a_card_of_the_board() -> None:
    batch = some_boards()
    for row, board in enumerate(batch.boards):
        blocked = [bool({*hole} & {*board}) for hole in HOLES.tolist()]
        assert (batch.is_held[row] == ~np.array(blocked)).all()
        assert sum(counts[row][blocked].sum() for counts in batch.case_counts()) == 0


def test_standings_count_lower_and_no_higher() -> None:
    codes = np.random.default_rng(1).integers(-1, 5, (7, 40), dtype=np.int32)
    lower, no_higher = standings(codes)
    assert (lower == (codes[:, None, :] < codes[:, :, None]).sum(axis=2)).all()
    assert (no_higher == (codes[:, None, :] <= codes[:, :, None]).sum(axis=2)).all()


def test_every_flop_of_a_board_is_found() -> None:
    boards = some_boards().boards
    for board, rows in zip(boards, flop_rows(boards), strict=True):
        assert FLOPS[rows].tolist() == [list(flop) for flop in combinations(board.tolist(), 3)]


def test_who_waits_plays_folds_or_calls_each_flop() -> None:
    chance = np.random.default_rng(1)
    boards = some_boards().boards
    is_played = chance.random((len(FLOPS), len(HOLES)), np.float32) < 0.5
    is_called = chance.random((len(boards), len(HOLES))) < 0.5
    assert (sum(waited_shares(is_played, boards, is_called).values()) == 10).all()


# what is shipped


def shipped(blind: str = "A", trips: str = "A") -> dict[tuple[str, str], Figure]:
    game = open_game(GAME, {"pay_tables": {"blind": blind, "trips": trips}})
    return {(of.bet, of.play): of for of in stored_figures(GAME, game, Store(None, SHIPPED))}


@each(
    "bet, trips, published",
    [
        ("ante", "A", "2.185"),
        ("trips", "A", "0.90"),
        ("trips", "B", "1.90"),
        ("trips", "C", "3.50"),
    ],
)
def test_edges_are_those_published(bet: str, trips: str, published: str) -> None:
    edge = -shipped(trips=trips)[bet, BEST].expected_profit
    digits = len(published.partition(".")[2])
    assert round(float(edge) * 100, digits) == float(published)


def test_trips_count_every_seven_cards() -> None:
    """The numbers of 133,784,560 hands are known (en.wikipedia.org, Poker probability)."""
    hands = {50: 4_324, 40: 37_260, 30: 224_848, 9: 3_473_184, 7: 4_047_644}
    hands |= {4: 6_180_020, 3: 6_461_620}
    chances = shipped()["trips", BEST].chances
    assert {int(gain): of * 133_784_560 for gain, of in chances.items() if gain > 0} == hands
