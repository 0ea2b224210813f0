"""The line of a linked lot: each message of its tables once, to the unit."""

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotTableMessage
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.ledger_line import (
    LedgerLine,
    OutOfOrder,
    first_line,
    fold_message,
    jackpot_update,
    line_digest,
    take_back,
)
from tests.kits.floor.jackpots import TERMS, B, fed, hit

NUM, DEN = TERMS.rate


def line(*messages: JackpotTableMessage) -> LedgerLine:
    found = first_line([TERMS])
    for message in messages:
        found = fold_message(found, message, [TERMS]).ledger_line
    return found


def test_bet_adds_to_pool_and_reserve() -> None:
    found = line(fed(1), fed(2, bets=4))
    assert found.pool == 100_000 * DEN + 5 * NUM
    assert found.reserve == 5 * TERMS.reserve_rate
    reported = jackpot_update(found, [TERMS], 7)
    assert (reported.version, reported.cents, reported.rest_units) == (3, 100_072, 1)


def test_line_proves_the_one_before() -> None:
    first, second = line(), line(fed(1))
    assert (first.previous, second.previous) == ("", line_digest(first))
    assert line_digest(line(fed(1, bets=2))) != line_digest(second)


def test_take_back_restores_the_sums() -> None:
    counted = line(fed(1, bets=4))
    found = take_back(counted, fed(1, bets=4), [TERMS])
    assert (found.pool, found.reserve, found.version) == (line().pool, line().reserve, 3)


def test_missing_pool_comes_from_reserve() -> None:
    won = line(fed(1, bets=7), hit(2, 100_000, percent=10))
    found = take_back(won, fed(1, bets=10_000), [TERMS])
    assert found.pool == 0
    taken = won.pool + won.reserve - found.pool - found.reserve
    assert taken == 10_000 * (NUM + TERMS.reserve_rate)


def test_message_of_another_jackpot_ignored() -> None:
    for message in (replace(fed(1), jackpot="other"), hit(1, 5, generation=2)):
        with pytest.raises(OutOfOrder):
            fold_message(line(), message, [TERMS])


def test_part_of_the_jackpot_paid_from_pool() -> None:
    found, granted = fold_message(line(), hit(1, 10_001, percent=10), [TERMS])
    assert found.pool == (100_000 - 10_001) * DEN + NUM
    assert (found.generation, found.hits) == (1, 1)
    assert granted is not None
    assert (granted.order, granted.from_pool, granted.from_reserve) == (1, 10_001 * DEN, 0)


def test_full_jackpot_starts_the_next() -> None:
    found, granted = fold_message(line(), hit(1, 100_014), [TERMS])
    assert found.pool == 1 + 50_000 * DEN
    assert found.reserve == TERMS.reserve_rate - 50_000 * DEN
    assert found.generation == 2
    assert granted is not None
    assert granted.generation == 2


def test_shortfall_of_pool_paid_by_reserve() -> None:
    found, granted = fold_message(
        line(hit(1, 50_000, percent=10)), hit(2, 100_000, percent=10), [TERMS]
    )
    assert granted is not None
    assert granted.from_pool == 50_000 * DEN + 2 * NUM
    assert granted.from_pool + granted.from_reserve == granted.paid * DEN
    assert found.pool == 0


def test_late_hit_paid_by_reserve_only() -> None:
    before = line(hit(1, 100_014))
    found, granted = fold_message(before, hit(1, 100_014, journal=B), [TERMS])
    assert found.pool == before.pool + NUM
    assert found.generation == 2
    assert granted is not None
    assert (granted.order, granted.from_pool, granted.from_reserve) == (2, 0, 100_014 * DEN)


def test_excess_over_ceiling_goes_to_reserve() -> None:
    terms = replace(TERMS, ceiling_cents=Cents(100_001))
    found = fold_message(first_line([terms]), fed(1), [terms]).ledger_line
    assert found.pool == 100_001 * DEN
    assert found.reserve == NUM - DEN + TERMS.reserve_rate


def test_next_jackpot_has_latest_terms() -> None:
    later = replace(TERMS, rate=(10, 2), first_generation=2, reset_cents=Cents(7))
    both = [TERMS, later]
    found = fold_message(line(fed(1)), hit(2, 100_029), both).ledger_line
    assert found.pool == 7 * DEN
    assert fold_message(found, fed(3), both).ledger_line.pool == 7 * DEN + 10
