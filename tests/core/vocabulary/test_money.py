"""Money: whole cents, named roundings."""

from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.money import EVEN_ODDS, Cents, Commission, Odds, fewest_chips
from tests.kits.offenders import each

ARTICLE_31 = Commission(5, Cents(1000))
CHIPS = tuple(map(Cents, (100000, 50000, 10000, 2500, 500, 100)))


def test_commission_of_stakes_up_to_2000_dollars() -> None:
    due = 0
    for stake in range(1, 200_001):
        if stake % 1000 == 1:  # each ten dollars begun costs fifty cents more
            due += 50
        assert ARTICLE_31.commission_on(Cents(stake)) == due


@each("stake, due", [(1, 50), (1000, 50), (1001, 100), (2500, 150)])
def test_commission_examples(stake: int, due: int) -> None:
    assert ARTICLE_31.commission_on(Cents(stake)) == due


def test_nothing_costs_no_commission() -> None:
    assert ARTICLE_31.commission_on(Cents(0)) == 0


@given(st.integers(1, 10**9), st.integers(1, 100), st.integers(1, 5000))
def test_commission_rounds_up_to_cent(stake: int, percent: int, step: int) -> None:
    exact = ceil(stake / step) * step * percent
    taken = Commission(percent, Cents(step)).commission_on(Cents(stake))
    assert exact <= taken * 100 < exact + 100


@given(st.integers(0, 10**12), st.integers(1, 1000), st.integers(1, 1000))
def test_odds_round_down_to_cent(bet: int, win: int, stake: int) -> None:
    paid = Odds(win, stake).payment_on(Cents(bet))
    assert paid * stake <= bet * win < (paid + 1) * stake


def test_odds_are_written_with_a_colon() -> None:
    assert str(Odds(8, 1)) == "8:1"
    assert str(EVEN_ODDS) == "1:1"


@given(st.integers(0, 10**9))
def test_chips_cover_the_payable_part(amount: int) -> None:
    chips = fewest_chips(Cents(amount), CHIPS)
    assert sum(value * count for value, count in chips) == amount - amount % 100
    assert [value for value, _ in chips] == sorted({v for v, _ in chips}, reverse=True)
    assert all(count > 0 for _, count in chips)


@each("values", [CHIPS, (2500, 500, 100), (500, 200, 100)])
def test_chips_are_the_fewest(values: tuple[Cents, ...]) -> None:
    fewest = [0]
    for units in range(1, 300):
        fewest.append(1 + min(fewest[units - v // 100] for v in values if v // 100 <= units))
    for units, count in enumerate(fewest):
        assert sum(n for _, n in fewest_chips(Cents(units * 100), values)) == count


def test_no_denominations_name_no_chip() -> None:
    assert fewest_chips(Cents(500), ()) == ()
