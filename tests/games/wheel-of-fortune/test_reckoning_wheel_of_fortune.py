"""The independent reckoning of the wheel of fortune: legal wheels, and their returns."""

from fractions import Fraction

from tests.kits.games.reckoning.wheel_of_fortune import WHEELS, is_allowed, parts, returns
from tests.kits.offenders import each


def wheel(**segments: tuple[int, int]) -> dict[str, tuple[int, int]]:
    return segments


def test_return_of_a_wheel() -> None:
    assert returns(wheel(a=(24, 1), b=(15, 2), c=(14, 3), d=(1, 40))) == {
        "on:a": Fraction(48, 54),
        "on:b": Fraction(45, 54),
        "on:c": Fraction(56, 54),
        "on:d": Fraction(41, 54),
    }


@each("number", range(9, 61))
def test_122_every_symbol_returns_75_per_cent(number: int) -> None:
    for odds in range(100):
        fair = 4 * (odds + 1) >= 3 * number
        assert is_allowed(wheel(a=(number - 1, 9), b=(1, odds))) == fair


def test_extreme_wheels_are_spun() -> None:
    assert all(map(is_allowed, WHEELS))
    assert {9, 60} <= set(map(parts, WHEELS))
    assert Fraction(3, 4) in {back for wheel in WHEELS for back in returns(wheel).values()}
