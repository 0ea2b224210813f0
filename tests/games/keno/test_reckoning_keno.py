"""The independent reckoning of Keno: golden rounds, returns, and what chance reaches."""

from fractions import Fraction
from math import comb
from random import Random

from tests.kits.games.golden_rounds import NAMED, golden_rounds
from tests.kits.games.reckoning.keno import (
    PAYTABLES,
    chance_of,
    is_alarmed,
    random_script,
    reckon,
    refused,
    returns,
    standing,
)
from tests.kits.offenders import each


@each("name", [golden["script"]["id"] for golden in golden_rounds("keno")])
def test_a_golden_round_is_refused_and_alarmed_as_reckoned(name: str) -> None:
    golden = NAMED[name]
    assert refused(golden["script"]) == golden.get("refused", [])
    assert is_alarmed(golden["script"]) == golden.get("alarm", False)


@each("spots", range(1, 81))
def test_some_count_is_hit(spots: int) -> None:
    assert sum(chance_of(spots, hits) for hits in range(spots + 1)) == 1


def test_85_return_of_pay_tables() -> None:
    assert returns({"1": {"1": 3}}) == {1: Fraction(3, 4)}
    assert returns({"2": {"2": 12}}) == {2: Fraction(57, 79)}
    assert returns({"3": {"2": 1, "3": 42}}) == {3: Fraction(57, 79)}
    assert returns({"10": {"10": 1}}) == {10: Fraction(184_756, 1_646_492_110_120)}
    assert returns({"20": {"20": 1}}) == {20: Fraction(1, comb(80, 20))}
    assert returns({"5": {str(hits): 1 for hits in range(6)}}) == {5: 1}


@each("paytable", PAYTABLES)
def test_85_random_pay_tables_are_legal(paytable: dict[str, dict[str, int]]) -> None:
    assert all(Fraction(65, 100) <= back < Fraction(11, 10) for back in returns(paytable).values())


def test_chance_reaches_every_outcome() -> None:
    scripts = [random_script(Random(seed)) for seed in range(300)]
    lines = [line for script in scripts for line in reckon(script)]
    reached = {(line["outcome"], line["odds"], line["article"]) for line in lines}
    assert reached == {("win", None, "76"), ("lose", None, "76")}
    assert {line["hits"] for line in lines} >= set(range(11))
    assert any(standing(script) for script in scripts)
