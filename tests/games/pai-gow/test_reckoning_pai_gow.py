"""The second reckoning of Pai Gow: every hand of the set, golden rounds, examples, fair money."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tests.kits.games.kept_rounds import NAMED, TOLD, golden_rounds
from tests.kits.games.naive.table import Script
from tests.kits.games.naive.tiles import (
    COMBINATIONS,
    TILES,
    hands_in_order,
    has_value,
    is_right,
    points,
    settings,
    strength,
)
from tests.kits.games.reckoning.pai_gow import random_script, reckon
from tests.kits.offenders import each

OUT_OF_ORDER = {"take", "resolve"}
"""The steps that the reckoning does not read."""


# hands


def test_a_set_has_32_tiles_of_21_kinds() -> None:
    assert len(TILES) == 32
    assert Counter(Counter(TILES).values()) == {1: 10, 2: 11}


def test_101_each_of_the_496_pairs_has_its_place() -> None:
    classes = hands_in_order()
    assert sum(map(len, classes)) == 496
    named = [sorted({" ".join(sorted(hand)) for hand in alike}) for alike in classes[:20]]
    articles = [
        sorted(" ".join(sorted(hand.split())) for hand in line.split(", ")) for line in COMBINATIONS
    ]
    assert named == articles
    assert [len(alike) for alike in classes[:20]] == [1] * 16 + [4, 4, 8, 8]


def test_102_without_a_combination_the_points_come_first() -> None:
    values = [points(alike[0]) for alike in hands_in_order()[20:]]
    assert values == sorted(values, reverse=True)
    assert set(values) == set(range(10))


@each(
    "hand, value",
    [
        *(("6-6 4-3", 9), ("6-6 5-1", 8), ("6-6 3-1", 6), ("5-5 6-4", 0), ("6-5 6-4", 1)),
        *(("6-5 6-3", 0), ("3-1 4-1", 9), ("1-1 6-1", 9), ("2-2 3-2", 9), ("4-4 6-5", 9)),
        *(("2-1 5-5", 6), ("2-1 5-1", 9), ("2-1 6-1", 3), ("2-1 3-1", 7), ("2-1 6-3", 5)),
        *(("4-2 5-5", 6), ("4-2 5-1", 9), ("4-2 6-1", 3), ("4-2 3-1", 7), ("4-2 6-3", 5)),
    ],
)
def test_103_what_two_tiles_count(hand: str, value: int) -> None:
    assert points(hand.split()) == value


def test_104_of_equal_points_the_highest_tile_decides_and_no_other() -> None:
    assert strength(["6-6", "4-3"]) > strength(["1-1", "6-1"])
    assert strength(["5-5", "6-1"]) == strength(["5-2", "5-5"])


def test_105_the_tiles_of_the_supreme_pair_keep_their_rank() -> None:
    assert strength(["4-2", "3-2"]) > strength(["2-1", "4-1"])
    assert strength(["6-3", "4-1"]) > strength(["6-2", "4-2"])


def test_109_only_nothing_has_no_value() -> None:
    nothing = [hand for hand in combinations(TILES, 2) if not has_value(hand)]
    assert {points(hand) for hand in nothing} == {0}
    assert has_value(["5-5", "5-5"])
    assert not has_value(["5-5", "6-4"])


def test_113_all_settings_of_all_four_tiles() -> None:
    """Three ways to halve them and two to lay each; laid both ways only equal halves are right."""
    place = {hand: at for at, alike in enumerate(hands_in_order()) for hand in map(_named, alike)}
    for four in set(combinations(sorted(TILES), 4)):
        ways = {(_named(weak), _named(strong)) for weak, strong in settings(four)}
        assert len(ways) == len(set(combinations(four, 2)))
        assert ways == {(strong, weak) for weak, strong in ways}
        for weak, strong in ways:
            assert sorted(weak + strong) == list(four)
            assert is_right(list(weak), list(strong)) == (place[weak] >= place[strong])


def _named(hand: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(hand))


# rounds


def _is_the_set(step: dict[str, Any]) -> bool:
    return "tiles" not in step or sorted(step["tiles"]) == sorted(TILES)


def _legal(golden: dict[str, Any]) -> Script:
    """Return a golden round without what is refused, taken back or raises an alarm."""
    refused = golden.get("refused", [])
    steps = [s for at, s in enumerate(golden["script"]["steps"], 1) if at not in refused]
    return {**golden["script"], "steps": [step for step in steps if _is_the_set(step)]}


def _is_reckonable(golden: dict[str, Any]) -> bool:
    steps = golden["script"]["steps"]
    pressed = {step.get("press") for step in steps}
    in_order = not any(step.keys() & OUT_OF_ORDER for step in steps)
    return in_order and "void" not in pressed and bool(golden["expect"])


RECKONABLE = [one["script"]["id"] for one in golden_rounds("pai-gow") if _is_reckonable(one)]


@each("name", RECKONABLE)
def test_a_golden_round_is_reckoned(name: str) -> None:
    golden = NAMED[name]
    lines = reckon(_legal(golden))
    assert [[line[name] for name in TOLD] for line in lines] == golden["expect"]


def test_few_golden_rounds_are_out_of_order() -> None:
    assert len(RECKONABLE) > 0.9 * len(golden_rounds("pai-gow"))


# chance


@cache
def rounds() -> list[dict[str, Any]]:
    return [random_script(Random(seed)) for seed in range(300)]


def test_every_deal_is_of_the_set_and_every_stake_is_settled() -> None:
    for script in rounds():
        bets = [step["bet"] for step in script["steps"] if "bet" in step]
        assert all(map(_is_the_set, script["steps"]))
        assert sum(bet["cents"] for bet in bets) == sum(line["stake"] for line in reckon(script))
