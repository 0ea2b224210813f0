"""The independent reckoning of craps: what it reaches, and what every bet returns."""

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from tests.kits.examples import examples
from tests.kits.games.golden_rounds import golden_outcomes
from tests.kits.games.naive.craps import (
    BETS,
    MAY_WORK,
    NUMBERS,
    ONE_ROLL,
    TRAVELLED,
    decided,
    split,
)
from tests.kits.games.naive.craps_rolls import POINTS, ROLLS, late_shape, returns, sequences, shape
from tests.kits.games.naive.table import Line, Script
from tests.kits.games.reckoning.craps import random_script, reckon
from tests.kits.offenders import each


@cache
def evenings() -> list[tuple[Script, list[Line]]]:
    scripts = [random_script(Random(seed)) for seed in range(examples(210, 300))]
    return [(script, reckon(script)) for script in scripts]


def of_a_kind(on: str) -> str:
    """Return a bet's name, the hops as two: on a pair, and on two faces."""
    name, faces = split(on)
    return on if name != "hop" else "hop:pair" if faces[0] == faces[1] else "hop:two"


def numbered(name: str, *odds: str) -> dict[str, str]:
    return {f"{name}:{number}": paid for number, paid in zip(NUMBERS, odds, strict=True)}


def test_chance_reaches_what_golden_rounds_do() -> None:
    lines = [line for _, lines in evenings() for line in lines]
    reached = {(line["on"], line["outcome"], line["odds"], line["article"]) for line in lines}
    by_chance, golden = (
        {(of_a_kind(on), *rest, article) for on, *rest, article in found if article}
        for found in (reached, golden_outcomes("craps"))
    )
    assert by_chance == golden


def test_sequences_distinguish_all_bets() -> None:
    standing_bets = [on for on in (*BETS, *TRAVELLED) if on not in (*ONE_ROLL, "come", "dont_come")]
    for point in POINTS:
        for on in BETS:
            if split(on)[0] != "hop":
                assert_told_apart_by(shape, on, point)
        for on in standing_bets:
            if point or on not in ("pass", "dont_pass"):
                assert_told_apart_by(late_shape, on, point)


def assert_told_apart_by(key: Any, on: str, point: int | None) -> None:
    for working in {False, split(on)[0] in MAY_WORK}:
        found = {(key(roll), decided(on, roll, point, working)) for roll in ROLLS}
        assert len(found) == len(set(map(key, ROLLS))), (on, point)


def test_sequences_show_every_roll_everywhere() -> None:
    found = list(sequences())
    assert len(found) == len(set(found)) < 30_000
    for place in range(1, 4):
        assert {rolls[place] for rolls in found if len(rolls) > place} == set(ROLLS)
    assert {shape(rolls[0]) for rolls in found} == set(map(shape, ROLLS))


# what bets return

EDGES = {
    **dict.fromkeys(("pass", "come"), "7/495"),
    **dict.fromkeys(("dont_pass", "dont_come"), "3/220"),
    **dict.fromkeys(("hard:4", "hard:10", "eleven", "any_craps", "craps:3", "hop:two"), "1/9"),
    **dict.fromkeys(("hard:6", "hard:8"), "1/11"),
    **dict.fromkeys(("craps:2", "craps:12", "hop:pair"), "5/36"),
    "field": "1/18",
    "any_7": "1/6",
    "horn": "1/8",
    "world": "2/15",
    "three_way": "7/54",
    **numbered("place", "1/15", "1/25", "1/66", "1/66", "1/25", "1/15"),
    **{f"buy:{number}": "1/20" for number in NUMBERS},
    **numbered("lay", "1/40", "1/30", "1/24", "1/24", "1/30", "1/40"),
}
"""What the house keeps of 1; of odds nothing."""


@each("working", [False, True])
def test_return_of_every_bet(working: bool) -> None:
    wanted = {on: 1 - Fraction(EDGES.get(of_a_kind(on), 0)) for on in BETS}
    assert returns(working=working) == wanted
