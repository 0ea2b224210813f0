"""A meter from one reading to the next: how far it has gone, and when that is in doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sas.responses import (
    COIN_IN_METER,
    COIN_OUT_METER,
    GAMES_PLAYED_METER,
    JACKPOT_METER,
    MeterReading,
)
from firmware.slots.meter_delta import MeterDelta, max_delta, meter_delta
from tests.kits.offenders import each

DIGITS = range(2, 19, 2)
"""Meters of 1 to 9 octets."""
SECOND = 1000


@each("digits", DIGITS)
def test_meter_rolls_over(digits: int) -> None:
    last = 10**digits - 1
    assert meter_delta(MeterReading(last, digits), MeterReading(0, digits), 3) == MeterDelta(1)
    assert meter_delta(MeterReading(last - 1, digits), MeterReading(1, digits), 3) == MeterDelta(3)
    assert (
        meter_delta(MeterReading(last, digits), MeterReading(3, digits), 3).meter_doubt == "jumped"
    )


@each("digits", DIGITS)
def test_backward_meter_counts_nothing(digits: int) -> None:
    assert meter_delta(MeterReading(5, digits), MeterReading(4, digits), 3) == MeterDelta(
        0, "ran_back"
    )
    assert meter_delta(MeterReading(50, digits), MeterReading(0, digits), 3).amount == 0


@given(st.sampled_from(DIGITS), st.integers(0), st.integers(0, 40))
def test_every_possible_play_is_counted(digits: int, before: int, by: int) -> None:
    around = 10**digits
    first, second = (
        MeterReading(before % around, digits),
        MeterReading((before + by) % around, digits),
    )
    assert meter_delta(first, second, 40) == MeterDelta(by)


def test_first_reading_adds_nothing() -> None:
    assert meter_delta(None, MeterReading(12_345_678, 8), 3) == MeterDelta(0)


def test_another_size_is_another_meter() -> None:
    assert meter_delta(MeterReading(5, 8), MeterReading(6, 10), 3).meter_doubt == "jumped"


@pytest.mark.parametrize(
    ("meter", "passed_ms", "bound"),
    [
        (COIN_IN_METER, 0, 2 * 3),
        (COIN_IN_METER, SECOND, 3 * 3),
        (COIN_IN_METER, -SECOND, 2 * 3),
        (GAMES_PLAYED_METER, 10 * SECOND, 12),
        (COIN_OUT_METER, 0, 50_000_000),
        (JACKPOT_METER, 0, 100_000_000),
    ],
)
def test_at_most_one_game_a_second(meter: int, passed_ms: int, bound: int) -> None:
    assert max_delta(meter, 8, 3, passed_ms) == bound
