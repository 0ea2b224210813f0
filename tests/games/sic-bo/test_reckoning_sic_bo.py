"""The second reckoning of Sic bo: what every place returns over the 216 throws."""

from fractions import Fraction

from tests.kits.games.reckoning.sic_bo import places, returns

WAYS = {4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27}
"""How many of the 216 throws come to a sum; to 21 less as many."""
SUMS = {4: 50, 5: 30, 6: 18, 7: 12, 8: 8, 9: 6, 10: 6}


def test_95_24_what_every_place_returns() -> None:
    exact = {"triple": 151, "double": 144, "single": 199, "duo": 180, "any_triple": 150}
    exact |= {"small": 210, "big": 210}
    exact |= {f"sum:{n}": WAYS[min(n, 21 - n)] * (SUMS[min(n, 21 - n)] + 1) for n in range(4, 18)}
    assert returns() == {
        on: Fraction(exact.get(on, exact.get(on.partition(":")[0], 0)), 216) for on in places()
    }
