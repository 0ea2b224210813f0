"""The progressive lot: articles 21.2 and 67.21, and how several winners of it are read."""

from fractions import Fraction
from random import Random

from firmware.core.game.progressive import jackpot_payments
from firmware.core.vocabulary.money import Cents
from tests.kits.offenders import each

LOT = Cents(1_000_001)


@each(
    "percents, paid",
    [
        ([], []),
        ([100], [1_000_001]),
        ([10], [100_000]),
        ([10, 10], [100_000, 100_000]),
        ([10, 10, 10], [100_000, 100_000, 100_000]),
        ([10] * 10, [100_000] * 10),
        ([10, 100], [90_910, 909_091]),
        ([100, 10], [909_092, 90_909]),
        ([100, 100], [500_001, 500_000]),
        ([100, 100, 100], [333_335, 333_333, 333_333]),
        ([10, 100, 100], [47_621, 476_190, 476_190]),
        ([100, 10, 100], [476_192, 47_619, 476_190]),
    ],
)
def test_displayed_lot_is_prorated_among_winners(percents: list[int], paid: list[int]) -> None:
    winners = list(enumerate(percents, start=1))
    assert jackpot_payments(LOT, winners) == dict(enumerate(paid, start=1))


def test_empty_lot_pays_nothing() -> None:
    assert jackpot_payments(Cents(0), [(1, 100), (2, 10)]) == {1: 0, 2: 0}


def test_cut_shares_pay_the_whole_lot_whatever_the_seat() -> None:
    chance = Random(21)
    for _ in range(2_000):
        lot = Cents(chance.randint(0, 10**9))
        percents = [chance.choice((10, 10, 20, 100)) for _ in range(chance.randint(1, 7))]
        paid = jackpot_payments(lot, list(enumerate(percents)))
        if sum(percents) < 100:
            assert list(paid.values()) == [lot * percent // 100 for percent in percents]
        elif sum(percents) > 100:
            assert sum(paid.values()) == lot
        for seat, percent in enumerate(percents):
            exact = Fraction(lot * percent, max(100, sum(percents)))
            # only the lowest seat has more than its share, by the odd cents
            assert 0 <= exact - paid[seat] < 1 if seat else paid[0] - exact < len(percents)
