"""A meter from one reading to the next: how far it has gone, and when that is in doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sas.answers import COIN_IN, COIN_OUT, PLAYED, Reading
from firmware.slots.meter_delta import Step, most, step
from tests.kits.offenders import each

DIGITS = range(2, 19, 2)
"""Meters of 1 to 9 octets."""
SECOND = 1000


@each("digits", DIGITS)
def test_a_meter_begins_again_after_its_last_number(digits: int) -> None:
    last = 10**digits - 1
    assert step(Reading(last, digits), Reading(0, digits), 3) == Step(1)
    assert step(Reading(last - 1, digits), Reading(1, digits), 3) == Step(3)
    assert step(Reading(last, digits), Reading(3, digits), 3).doubt == "jumped"


@each("digits", DIGITS)
def test_a_meter_that_runs_back_counts_nothing(digits: int) -> None:
    assert step(Reading(5, digits), Reading(4, digits), 3) == Step(0, "ran_back")
    assert step(Reading(50, digits), Reading(0, digits), 3).by == 0


@given(st.sampled_from(DIGITS), st.integers(0), st.integers(0, 40))
def test_whatever_can_be_played_is_counted(digits: int, before: int, by: int) -> None:
    around = 10**digits
    first, second = Reading(before % around, digits), Reading((before + by) % around, digits)
    assert step(first, second, 40) == Step(by)


def test_a_first_reading_feeds_nothing() -> None:
    assert step(None, Reading(12_345_678, 8), 3) == Step(0)


def test_a_meter_of_another_size_is_another_meter() -> None:
    assert step(Reading(5, 8), Reading(6, 10), 3).doubt == "jumped"


@pytest.mark.parametrize(
    ("meter", "passed_ms", "bound"),
    [
        (COIN_IN, 0, 2 * 3),
        (COIN_IN, SECOND, 3 * 3),
        (COIN_IN, -SECOND, 2 * 3),
        (PLAYED, 10 * SECOND, 12),
        (COIN_OUT, 0, 50_000_000),
    ],
)
def test_no_machine_plays_more_than_a_game_a_second(meter: int, passed_ms: int, bound: int) -> None:
    assert most(meter, 8, 3, passed_ms) == bound
