"""The progressive lot: articles 21.2 and 67.21, and how several winners of it are read."""

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
        ([10, 10], [100_000, 90_000]),
        ([10, 100], [100_000, 900_001]),
        ([100, 10], [1_000_001, 0]),
        ([100, 100], [500_000, 500_000]),
        ([100, 100, 100], [333_333, 333_333, 333_333]),
        ([10, 100, 100], [100_000, 450_000, 450_000]),
        ([100, 10, 100], [500_000, 0, 500_000]),
    ],
)
def test_each_is_paid_from_what_is_left_and_winners_of_all_share_it(
    percents: list[int], paid: list[int]
) -> None:
    winners = list(enumerate(percents, start=1))
    assert jackpot_payments(LOT, winners) == dict(enumerate(paid, start=1))


def test_an_empty_lot_pays_nothing() -> None:
    assert jackpot_payments(Cents(0), [(1, 100), (2, 10)]) == {1: 0, 2: 0}


def test_never_more_than_the_lot_and_nobody_before_a_like_winner_is_paid_less() -> None:
    chance = Random(21)
    for _ in range(2_000):
        lot = Cents(chance.randint(0, 10**9))
        percents = [chance.choice((10, 10, 20, 100)) for _ in range(chance.randint(1, 7))]
        paid = jackpot_payments(lot, list(enumerate(percents)))
        assert sum(paid.values()) <= lot
        for percent in set(percents):
            alike = [paid[at] for at, other in enumerate(percents) if other == percent]
            assert alike == sorted(alike, reverse=True)
