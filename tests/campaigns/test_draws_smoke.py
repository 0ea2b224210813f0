"""The tests of the draws, small; and that they can fail."""

from collections.abc import Callable
from random import Random

import pytest

from firmware.shell.desk.desk import KENO_NUMBERS, NUMBERS_DRAWN
from tests.campaigns.draws import (
    Draw,
    Finding,
    chi_square_p,
    findings,
    judged,
    position_finding,
    system_draws,
)
from tests.kits.offenders import each

DRAWS = 35_000
"""Enough for each pair of numbers to be expected five times."""
NEVER_BY_CHANCE = 1e-7


def sound(random: Random) -> Draw:
    return random.sample(KENO_NUMBERS, NUMBERS_DRAWN)


def modulo(random: Random) -> Draw:
    """Octets modulo 80: the first sixteen numbers come once more in 256."""
    drawn: dict[int, None] = {}
    while len(drawn) < NUMBERS_DRAWN:
        drawn[random.randrange(256) % 80 + 1] = None
    return [*drawn]


def in_order(random: Random) -> Draw:
    return sorted(sound(random))


def faulty(draw: Callable[[Random], Draw], *, repeated: bool = False) -> set[str]:
    random = Random(1)
    draws = [draw(random) for _ in range(DRAWS)]
    if repeated:
        draws[1::2] = draws[: len(draws) - 1 : 2]
    return {found.test for found in findings(DRAWS, lambda _: draws) if found.p < NEVER_BY_CHANCE}


@pytest.mark.clause("25 CFR 547.14(b)(1)", "25 CFR 547.14(b)(2)", "ANZ 1.27.4")
def test_system_s_draws_are_as_by_chance() -> None:
    found = [*findings(DRAWS, system_draws), position_finding(DRAWS)]
    assert [one for one in found if one.p < NEVER_BY_CHANCE] == []


def test_uneven_draws_are_found() -> None:
    assert faulty(sound) == set()
    assert "every number" in faulty(modulo)
    assert {"first two numbers", "permutation of the first three"} <= faulty(in_order)
    assert {"serial correlation", "gaps", "runs of low and high"} <= faulty(sound, repeated=True)


@each("statistic, degrees, p", [(15.086, 5, 0.01), (111.144, 79, 0.01), (6583.2, 6319, 0.01)])
def test_chi_square_is_that_of_the_tables(statistic: float, degrees: int, p: float) -> None:
    assert chi_square_p(statistic, degrees) == pytest.approx(p, rel=0.03)


def test_test_fails_if_it_is_below_twice() -> None:
    below, above = Finding("gaps", 0.0, 1, 0.009), Finding("gaps", 0.0, 1, 0.011)
    assert judged([below, above, below], [above, below, below]) == ["gaps"]
