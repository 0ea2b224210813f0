"""The second reckoning of Sic bo: every bet on each of the 216 throws."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

from tests.kits.games.kept_rounds import golden_rounds
from tests.kits.games.reckoning.sic_bo import THROWS, pays, places, returns, same
from tests.kits.offenders import each

WAYS = {4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27}
"""How many of the 216 throws come to a sum; to 21 less as many."""
SUMS = {4: 50, 5: 30, 6: 18, 7: 12, 8: 8, 9: 6, 10: 6}


def throws_paid(on: str) -> dict[str, int]:
    """Return at how many throws each odds are paid."""
    return Counter(odds for dice in THROWS if (odds := pays(on, dice)))


def test_the_layout_has_so_many_places() -> None:
    kinds = Counter(on.partition(":")[0] for on in places())
    several = {"triple": 6, "double": 6, "single": 6, "duo": 15, "sum": 14}
    assert kinds == several | {"any_triple": 1, "small": 1, "big": 1}


@each("face", range(1, 7))
def test_95_24_a_number_once_twice_or_three_times(face: int) -> None:
    assert throws_paid(f"single:{face}") == {"1:1": 75, "2:1": 15, "3:1": 1}
    assert throws_paid(f"double:{face}") == {"8:1": 16}
    assert throws_paid(f"triple:{face}") == {"150:1": 1}


@each("total", range(4, 18))
def test_95_24_every_sum(total: int) -> None:
    like = min(total, 21 - total)
    assert throws_paid(f"sum:{total}") == {f"{SUMS[like]}:1": WAYS[like]}


@each("on", [on for on in places() if on.startswith("duo")])
def test_95_24_two_numbers(on: str) -> None:
    assert throws_paid(on) == {"5:1": 30}
    one, two = on.removeprefix("duo:").split(",")
    assert throws_paid(f"duo:{two},{one}") == {"5:1": 30}
    assert same(f"duo:{two},{one}") == same(on)


def test_95_22_small_big_and_three_alike_share_the_throws() -> None:
    assert throws_paid("small") == throws_paid("big") == {"1:1": 105}
    assert throws_paid("any_triple") == {"24:1": 6}
    for dice in THROWS:
        assert [bool(pays(on, dice)) for on in ("small", "big", "any_triple")].count(True) == 1


def test_dice_come_in_no_order() -> None:
    for on in places():
        for dice in THROWS:
            assert {pays(on, other) for other in permutations(dice)} == {pays(on, dice)}


def test_what_every_place_returns() -> None:
    exact = {"triple": 151, "double": 144, "single": 199, "duo": 180, "any_triple": 150}
    exact |= {"small": 210, "big": 210}
    exact |= {f"sum:{n}": WAYS[min(n, 21 - n)] * (SUMS[min(n, 21 - n)] + 1) for n in range(4, 18)}
    assert returns() == {
        on: Fraction(exact.get(on, exact.get(on.partition(":")[0], 0)), 216) for on in places()
    }


def test_what_is_refused_for_its_place_is_not_on_the_layout() -> None:
    layout = set(map(same, places()))
    (golden,) = [one for one in golden_rounds("sic-bo") if "no-such-places" in one["script"]["id"]]
    laid = [step["bet"]["on"] for step in golden["script"]["steps"] if "bet" in step]
    assert [on for on in laid if same(on) in layout] == laid[len(golden["refused"]) :] == ["big"]
