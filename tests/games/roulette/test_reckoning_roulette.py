"""The independent reckoning of Roulette: its felt, and what every place returns."""

from fractions import Fraction
from itertools import pairwise

from tests.kits.games.naive.felt import base, places, wheel
from tests.kits.games.reckoning.roulette import TIMES, returns
from tests.kits.offenders import each

FRENCH = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 "
    "35 3 26"
)
AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 "
    "23 35 14 2"
)
"""The numbers in their order round the wheels of 37 and of 38."""
ZEROS = {
    37: {"0,1", "0,2", "0,3", "0,1,2", "0,2,3"},
    38: {"0,00", "0,1", "0,2", "00,2", "00,3", "0,1,2", "0,00,2", "00,2,3"},
}
"""The splits and streets around zero."""


@each("numbers", [37, 38])
def test_72_places_touching_zero(numbers: int) -> None:
    beside = {
        on.partition(":")[2]
        for on, covered in places(numbers).items()
        if covered & {"0", "00"} and base(on) not in ("straight", "top_line")
    }
    assert beside == ZEROS[numbers]
    assert places(numbers)["top_line"] == {*wheel(numbers)[: numbers - 36], "1", "2", "3"}


@each("order", [FRENCH, AMERICAN])
def test_red_and_black_alternate_on_the_wheel(order: str) -> None:
    ring = order.split()
    covered = places(len(ring))
    assert sorted(ring) == sorted(wheel(len(ring)))
    for one, two in pairwise([*ring, ring[0]]):
        beside = frozenset({one, two})
        if not beside & {"0", "00"}:
            assert len(beside & covered["red"]) == len(beside & covered["black"]) == 1


@each("numbers", [37, 38])
def test_72_places_return_36_but_five_numbers_35(numbers: int) -> None:
    fair = returns(numbers)
    assert fair.pop("top_line") == Fraction(73 - numbers, numbers)
    assert set(fair.values()) == {Fraction(36, numbers)}
    assert len(fair) == len(places(numbers)) - 1


@each("numbers", [37, 38])
def test_72_1_twice_and_thrice_return(numbers: int) -> None:
    def streaks(**offered: bool) -> dict[str, set[Fraction]]:
        back = returns(numbers, **offered)
        return {n: {back[on] for on in back if base(on) == n} for n in TIMES if offered.get(n)}

    alone, beside = Fraction(1201, numbers**2), Fraction(1001, numbers**2)
    three = Fraction(10001, numbers**3)
    assert streaks(twice=True) == {"twice": {alone}}
    assert streaks(thrice=True) == {"thrice": {three}}
    assert streaks(twice=True, thrice=True) == {"twice": {beside}, "thrice": {three}}
