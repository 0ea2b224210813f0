"""What the campaign that counts every deal a second time writes once more, beside the core."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from firmware.core.games.blackjack.hand import hand_total, is_soft
from firmware.core.games.tile_ranks import two_tiles
from firmware.core.ranks import best_five
from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK, TILES_BY_NAME
from firmware.odds.figure import Chances
from tests.campaigns.odds import odds_exactly, odds_lines, odds_of_tiles, odds_worths

RANKS = "23456789TJQKA"


def test_seven_card_line_matches_core() -> None:
    chance = Random(7)
    hands = [chance.sample(FULL_PACK, 7) for _ in range(1_000)]
    bits = [
        sum(odds_lines.PACK["SHDC".index(c.suit) * 13 + RANKS.index(c.rank)] for c in hand)
        for hand in hands
    ]
    found = odds_lines.lines(np.array(bits, np.uint64))
    for at, hand in zip(found.tolist(), hands, strict=True):
        line, rank = odds_lines.LINES[at], best_five(hand)
        assert line.removesuffix("_from_tens").replace("nothing", "high_card") == rank.combination
        assert not line.endswith("_from_tens") or rank.high_rank in "TJQKA"


def test_101_to_105_two_tiles_order_as_in_core() -> None:
    names = {*odds_of_tiles.TWINS, *odds_of_tiles.ALONE}
    pairs = sorted(combinations([*odds_of_tiles.TWINS, *names], 2), key=odds_of_tiles.rank)
    cores = [two_tiles([TILES_BY_NAME["-".join(tile)] for tile in two]) for two in pairs]
    for (one, core), (other, next_core) in pairwise(zip(pairs, cores, strict=True)):
        equal = odds_of_tiles.rank(one) == odds_of_tiles.rank(other)
        assert core[:2] == next_core[:2] if equal else core < next_core


def test_13_and_14_counts_match_core() -> None:
    for hand in odds_worths.every_hand():
        cards = [
            CARDS_BY_NAME[f"{'A23456789T'[at]}S"]
            for at, count in enumerate(hand)
            for _ in range(count)
        ]
        assert odds_worths.total(hand) == (hand_total(cards), is_soft(cards))


def test_another_pay_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong() -> Iterator[tuple[str, Chances]]:
        yield "first", {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}

    monkeypatch.setitem(odds_exactly.GAMES, "boston-poker", wrong)
    assert [same for _, _, same in odds_exactly.compared("boston-poker")] == [False]
    assert odds_exactly.main(["boston-poker"]) == 1
