"""The gaming day: every moment is in one day, also where clocks change, in every zone."""

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.gaming_day import GamingCalendar, parse_day_start
from firmware.floor.projection.fact import MS_PER_HOUR
from tests.kits.offenders import each

MONTREAL = ZoneInfo("America/Toronto")
ZONES = [
    *("America/Toronto", "America/St_Johns", "Europe/Paris", "Asia/Kolkata", "Asia/Kathmandu"),
    *("Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago"),
    *("Africa/Casablanca", "America/Santiago", "Asia/Macau", "UTC"),
]
calendars = st.builds(
    GamingCalendar,
    st.integers(0, 23).map(time),
    st.sampled_from(ZONES).map(ZoneInfo),
)
# from 2012 to 2036: before, some zones have changed sides of the date line
moments = st.integers(1_325_500_000_000, 2_114_000_000_000)


@given(calendars, moments)
def test_moment_is_in_its_day(calendar: GamingCalendar, at_ms: int) -> None:
    hours = calendar.day_hours(calendar.gaming_day(at_ms))
    assert hours.first_ms <= at_ms < hours.end_ms


@given(calendars, st.dates(date(2012, 1, 2), date(2036, 12, 31)))
def test_days_follow_without_gap(calendar: GamingCalendar, day: date) -> None:
    hours, next_hours = calendar.day_hours(day), calendar.day_hours(day + timedelta(days=1))
    assert hours.end == next_hours.first
    assert hours.end - hours.first in (23, 24, 25)


@given(calendars, st.dates(date(2012, 1, 2), date(2036, 12, 31)))
def test_first_hour_has_name_of_day(calendar: GamingCalendar, day: date) -> None:
    assert calendar.gaming_day(calendar.day_hours(day).first_ms) == day
    assert calendar.gaming_day(calendar.day_hours(day).first_ms - 1) == day - timedelta(days=1)


@each("day, hours", [("2026-03-07", 23), ("2026-03-08", 24), ("2026-10-31", 25)])
def test_changed_clock_makes_day_of_23_or_25(day: str, hours: int) -> None:
    span = GamingCalendar(time(6), MONTREAL).day_hours(date.fromisoformat(day))
    assert span.end - span.first == hours


def test_night_belongs_to_day_before() -> None:
    calendar = GamingCalendar(time(6), MONTREAL)
    before, after = (
        int(datetime(2026, 12, 1, *clock, tzinfo=MONTREAL).timestamp() * 1000)
        for clock in ((5, 59), (6, 0))
    )
    assert calendar.gaming_day(before) == date(2026, 11, 30)
    assert calendar.gaming_day(after) == date(2026, 12, 1)


@each(
    "zone, starts, is_hour",
    [
        ("America/Toronto", "06:00", True),
        ("America/Toronto", "06:30", False),
        ("America/St_Johns", "06:00", False),
        ("America/St_Johns", "05:30", True),
        ("Asia/Kathmandu", "06:45", True),
    ],
)
def test_day_begins_with_hour_of_count(zone: str, starts: str, is_hour: bool) -> None:
    calendar = GamingCalendar(parse_day_start(starts), ZoneInfo(zone))
    now_ms = 495_000 * MS_PER_HOUR
    if is_hour:
        calendar.check_full_hour(now_ms)
        return
    with pytest.raises(RequestFailed) as refused:
        calendar.check_full_hour(now_ms)
    values = refused.value.why.values
    for remedy in ("earlier", "later"):
        named = parse_day_start(str(values[remedy]))
        GamingCalendar(named, ZoneInfo(zone)).check_full_hour(now_ms)


@each("typed", ["6", "24:00", "06:60", "six", "", "-1:00"])
def test_other_text_is_no_time(typed: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(typed)}$"):
        parse_day_start(typed)
