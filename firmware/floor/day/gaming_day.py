"""The gaming day: it begins at the house's hour, so that no night is cut in two."""

from datetime import date, datetime, timedelta
from typing import Final

DAY_STARTS: Final = timedelta(hours=6)
"""Of the house's clock, which is the machine's time zone."""


def gaming_day(ms: int) -> date:
    """Return the gaming day of a time in ms since 1970."""
    return (datetime.fromtimestamp(ms / 1000) - DAY_STARTS).date()  # noqa: DTZ006 - the house's


def day_hours(day: date) -> tuple[int, int]:
    """Return the first hour since 1970 of a gaming day and the one after its end: 23 to 25."""
    return _first_hour(day), _first_hour(day + timedelta(days=1))


def _first_hour(day: date) -> int:
    began = datetime(day.year, day.month, day.day) + DAY_STARTS  # noqa: DTZ001
    return int(began.timestamp()) // 3600
