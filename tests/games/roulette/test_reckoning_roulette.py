"""The independent reckoning of Roulette: the felt from its coordinates, and every payment."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

from tests.kits.games.kept_rounds import golden_rounds
from tests.kits.games.naive.felt import OUTSIDE, Covered, base, layout, places, same, wheel
from tests.kits.games.reckoning.checks import random_rounds
from tests.kits.games.reckoning.roulette import TIMES, evening, pays, returns
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


def inside(name: str, numbers: int) -> set[Covered]:
    return {covered for on, covered in places(numbers).items() if base(on) == name}


def among(*numbers: int) -> Covered:
    return frozenset(map(str, numbers))


@each("numbers", [37, 38])
def test_72_the_layout_has_so_many_places_of_each_kind(numbers: int) -> None:
    more = {37: {"split": 60, "street": 14}, 38: {"split": 62, "street": 15}}[numbers]
    many = {"straight": numbers, "corner": 22, "six_line": 11, "column": 3, "dozen": 3, **more}
    ones = dict.fromkeys(("top_line", *OUTSIDE[2:]), 1)
    assert Counter(map(base, places(numbers))) == many | ones


@each("numbers", [37, 38])
def test_72_away_from_zero_the_felt_is_counted_off_in_threes(numbers: int) -> None:
    """The places that the coordinates give, once more by arithmetic."""
    told = {name: inside(name, numbers) for name in ("split", "street", "corner", "six_line")}
    plain = {name: {on for on in found if not on & {"0", "00"}} for name, found in told.items()}
    across = {among(n, n + 1) for n in range(1, 37) if n % 3}
    assert plain["split"] == across | {among(n, n + 3) for n in range(1, 34)}
    assert plain["street"] == {among(n, n + 1, n + 2) for n in range(1, 37, 3)}
    assert plain["corner"] == {among(n, n + 1, n + 3, n + 4) for n in range(1, 34) if n % 3}
    assert plain["six_line"] == {among(*range(n, n + 6)) for n in range(1, 34, 3)}


@each("numbers", [37, 38])
def test_72_so_many_places_touch_zero(numbers: int) -> None:
    beside = {
        on.partition(":")[2]
        for on, covered in places(numbers).items()
        if covered & {"0", "00"} and base(on) not in ("straight", "top_line")
    }
    assert beside == ZEROS[numbers]
    assert places(numbers)["top_line"] == {*wheel(numbers)[: numbers - 36], "1", "2", "3"}


@each("order", [FRENCH, AMERICAN])
def test_red_and_black_take_turns_round_the_wheel(order: str) -> None:
    ring = order.split()
    covered = places(len(ring))
    assert sorted(ring) == sorted(wheel(len(ring)))
    for one, two in pairwise([*ring, ring[0]]):
        beside = frozenset({one, two})
        if not beside & {"0", "00"}:
            assert len(beside & covered["red"]) == len(beside & covered["black"]) == 1


@each("numbers, line", [(37, "8:1"), (38, "6:1")])
def test_72_every_place_pays_on_its_numbers_and_on_no_other(numbers: int, line: str) -> None:
    for on, covered in places(numbers).items():
        odds = line if on == "top_line" else f"{36 // len(covered) - 1}:1"
        assert {n: pays(on, n, numbers) for n in wheel(numbers)} == {
            n: odds if n in covered else None for n in wheel(numbers)
        }


@each("numbers, on", [(37, "0"), (38, "0"), (38, "00")])
def test_72_outside_bets_lose_on_zero(numbers: int, on: str) -> None:
    outside = [place for place in places(numbers) if base(place) in OUTSIDE]
    assert len(outside) == 12
    assert {pays(place, on, numbers) for place in outside} == {None}


@each("numbers", [37, 38])
def test_72_every_place_returns_36_of_all_but_five_numbers_return_35(numbers: int) -> None:
    fair = returns(numbers)
    assert fair.pop("top_line") == Fraction(73 - numbers, numbers)
    assert set(fair.values()) == {Fraction(36, numbers)}
    assert len(fair) == len(places(numbers)) - 1


@each("numbers", [37, 38])
def test_72_1_what_twice_and_thrice_return(numbers: int) -> None:
    def streaks(**offered: bool) -> dict[str, set[Fraction]]:
        back = returns(numbers, **offered)
        return {n: {back[on] for on in back if base(on) == n} for n in TIMES if offered.get(n)}

    alone, beside = Fraction(1201, numbers**2), Fraction(1001, numbers**2)
    three = Fraction(10001, numbers**3)
    assert streaks(twice=True) == {"twice": {alone}}
    assert streaks(thrice=True) == {"thrice": {three}}
    assert streaks(twice=True, thrice=True) == {"twice": {beside}, "thrice": {three}}


@each("name, times", TIMES.items())
def test_72_1_a_streak_is_lost_by_the_first_miss_and_won_by_the_last_hit(
    name: str, times: int
) -> None:
    fate = evening({"twice": True, "thrice": True}).fate
    for came in product(("17", "5"), repeat=times):
        told = [fate(f"{name}:17", list(came[: spin + 1])) for spin in range(times)]
        hits = (*came, "5").index("5")
        assert told[:hits] == [None] * hits if hits < times else told[:-1] == [None] * (times - 1)
        settled = told[min(hits, times - 1)]
        assert settled is not None
        assert bool(settled.odds) == (hits == times)


def test_a_place_is_the_same_in_any_order_and_another_with_a_number_twice() -> None:
    assert same("corner:20,16,19,17") == same("corner:16,17,19,20")
    assert same("street:16,17,18,18") != same("street:16,17,18")


def test_what_is_refused_for_its_place_is_not_on_the_layout_and_the_rest_is() -> None:
    for golden in golden_rounds("roulette"):
        script, refused = golden["script"], golden.get("refused", [])
        felt = layout(script.get("options", {}).get("numbers", 37))
        for number, step in enumerate(script["steps"], 1):
            on = step.get("bet", {}).get("on", "twice")
            if base(on) not in TIMES and 0 not in refused:
                missing = "-no-such-" in script["id"] or "-touch" in script["id"]
                assert same(on) in felt or number in refused, (script, on)
                assert not (missing and number in refused and same(on) in felt), (script, on)


def test_chance_stays_on_the_layout_and_lays_outside_only_where_it_may() -> None:
    for script, _ in random_rounds("roulette"):
        options = script["options"]
        felt = layout(options.get("numbers", 37))
        laid = [step["bet"]["on"] for step in script["steps"] if "bet" in step]
        assert all(options.get(base(on)) or same(on) in felt for on in laid)
        outside = any(base(on) in OUTSIDE for on in laid)
        streaks = any(options.get(name) for name in TIMES)
        assert not (outside and streaks) or options["outside_with_twice"]
