"""Shifts begin at full hours of local time; the pit counts in hours since 1970."""

from datetime import datetime, timedelta
from typing import Final

from firmware.floor.pit.fact import HOUR_MS, Moment

USUAL: Final = (6, 14, 22)


def began(starts: tuple[int, ...], now: Moment) -> int:
    """Return the hour in which the shift began, by the hours of the day at which shifts begin."""
    local = datetime.fromtimestamp(now / 1000).astimezone()
    days = (local, local - timedelta(days=1))
    begins = [
        day.replace(hour=hour, minute=0, second=0, microsecond=0) for day in days for hour in starts
    ]
    latest = max(begin for begin in begins if begin <= local)
    return int(latest.timestamp() * 1000) // HOUR_MS


def first_hour(day: str) -> int:
    """Return the hour with which a local day, YYYY-MM-DD, begins. Raises ValueError."""
    midnight = datetime.strptime(day, "%Y-%m-%d").astimezone()
    return int(midnight.timestamp() * 1000) // HOUR_MS


def hour_name(hour: int) -> str:
    """Return an hour as local time, `2026-11-27 14:00`."""
    return f"{datetime.fromtimestamp(hour * HOUR_MS / 1000).astimezone():%Y-%m-%d %H:00}"
