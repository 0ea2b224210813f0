"""The CUSUM of a table: how rare a false note is, and how soon a stacked shoe is found."""

from fractions import Fraction
from itertools import product
from math import ceil, log

import pytest

from firmware.core.vocabulary.money import Cents
from firmware.odds.drift import CUSUM_EXPONENT, FALSE_NOTE_INTERVAL, Cusum, Drift
from firmware.odds.edges import Edge
from firmware.odds.expected_hold import Wager
from firmware.odds.hold_statistics import HoldStatistics
from tests.kits.offenders import each

FAIR = Edge({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)})
LONG = Edge({Fraction(3): Fraction(1, 4), Fraction(-1): Fraction(3, 4)})
UNIT = Cents(100)


def wager(edge: Edge, profit: int) -> Wager:
    return Wager("main", UNIT, -profit * UNIT, edge)


def first(watch: Cusum, edge: Edge, profits: tuple[int, ...]) -> Drift | None:
    notes = (watch.add_round(number, [wager(edge, won)]) for number, won in enumerate(profits, 1))
    return next(filter(None, notes), None)


@each("more, rare", product((False, True), (2, 3)))
def test_false_notes_are_within_promised_share(more: bool, rare: int) -> None:
    rounds, noted = 10, Fraction(0)
    for profits in product((3, -1), repeat=rounds):
        if first(Cusum(is_excess=more, note_interval=rare), LONG, profits):
            won = profits.count(3)
            noted += Fraction(1, 4) ** won * Fraction(3, 4) ** (rounds - won)
    assert 0 < noted <= Fraction(rounds, rare)


@each("more", (False, True))
def test_always_winning_side_is_found_in_time(more: bool) -> None:
    profit = -1 if more else 1
    each_round = CUSUM_EXPONENT - FAIR.log_moment(CUSUM_EXPONENT)
    rounds = ceil(log(FALSE_NOTE_INTERVAL) / each_round)
    found = first(Cusum(is_excess=more), FAIR, (profit,) * 200)
    assert found == Drift(more, 1, rounds)
    assert rounds == 64


@each("more", (False, True))
def test_other_side_is_silent(more: bool) -> None:
    assert first(Cusum(is_excess=more), FAIR, ((1 if more else -1),) * 500) is None


def test_note_states_its_start_and_restarts_sum() -> None:
    watch = Cusum(is_excess=False)
    profits = (-1,) * 50 + (1,) * 128
    notes = [watch.add_round(number, [wager(FAIR, won)]) for number, won in enumerate(profits, 1)]
    assert [note for note in notes if note] == [Drift(False, 51, 114), Drift(False, 115, 178)]


def test_certain_result_adds_nothing() -> None:
    certain = Edge({Fraction(-1): Fraction(1)})
    assert first(Cusum(is_excess=True), certain, (-1,) * 300) is None


def test_outcome_has_sums_and_notes() -> None:
    outcome = HoldStatistics()
    for number in range(1, 66):
        bets = [wager(FAIR, 1), Wager("raise:2", Cents(300), 300, None)]
        outcome.add_round(number, bets, lambda bet: bet.bet_name)
    outcome.add_round(66, [Wager("raise", Cents(1), 1, None)], lambda bet: bet.bet_name)
    assert (
        outcome.total_hold.round_count,
        outcome.total_hold.total_stakes,
        outcome.total_hold.actual_gain,
    ) == (65, 6500, -6500)
    assert outcome.holds_by_group == {"main": outcome.total_hold}
    assert outcome.total_hold.deviation_count == pytest.approx(-(65**0.5))
    assert outcome.unpriced_stakes == {"raise": 65 * 300 + 1}
    assert outcome.drift_notes == [Drift(False, 1, 64)]
