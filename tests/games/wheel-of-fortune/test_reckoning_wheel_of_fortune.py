"""The independent reckoning of the wheel of fortune: legal wheels, and their returns."""

from fractions import Fraction

from tests.kits.games.kept_rounds import golden_rounds
from tests.kits.games.reckoning.wheel_of_fortune import WHEELS, is_allowed, parts, pays, returns
from tests.kits.offenders import each


def wheel(**segments: tuple[int, int]) -> dict[str, tuple[int, int]]:
    return segments


def test_what_a_wheel_returns() -> None:
    assert returns(wheel(a=(24, 1), b=(15, 2), c=(14, 3), d=(1, 40))) == {
        "on:a": Fraction(48, 54),
        "on:b": Fraction(45, 54),
        "on:c": Fraction(56, 54),
        "on:d": Fraction(41, 54),
    }


@each("number", range(1, 100))
def test_117_nine_to_sixty_parts(number: int) -> None:
    assert is_allowed(wheel(a=(number, 0))) == (9 <= number <= 60)


@each("number", range(9, 61))
def test_122_at_least_three_quarters_on_every_symbol(number: int) -> None:
    for odds in range(100):
        fair = 4 * (odds + 1) >= 3 * number
        assert is_allowed(wheel(a=(number - 1, 9), b=(1, odds))) == fair


def test_120_every_symbol_pays_its_own_bet() -> None:
    for segments in WHEELS:
        assert is_allowed(segments)
        paid = {on: [pays(f"on:{on}", came, segments) for came in segments] for on in segments}
        for nth, (symbol, (_, odds)) in enumerate(segments.items()):
            lost = [None] * len(segments)
            assert paid[symbol] == [*lost[:nth], f"{odds}:1", *lost[nth + 1 :]]


def test_the_smallest_and_the_largest_wheel_are_turned() -> None:
    assert {9, 60} <= set(map(parts, WHEELS))
    assert Fraction(3, 4) in {back for wheel in WHEELS for back in returns(wheel).values()}


def test_117_122_what_is_refused_at_once_is_no_allowed_wheel_and_the_rest_is() -> None:
    for golden in golden_rounds("wheel-of-fortune"):
        segments = golden["script"]["options"].get("segments", {})
        said = all(isinstance(parts, list) for parts in segments.values())
        if segments and said and "decks" not in golden["script"]["options"]:
            assert is_allowed(segments) == (0 not in golden.get("refused", [])), golden
