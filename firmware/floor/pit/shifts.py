"""Shifts begin at full hours of local time; the pit counts in hours since 1970."""

from datetime import datetime, timedelta
from typing import Final

from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs

USUAL_SHIFT_STARTS: Final = (6, 14, 22)


def shift_start_hour(shift_starts: tuple[int, ...], now_ms: EpochMs) -> int:
    """Return the hour since 1970 in which the shift began, given the local hours at which shifts
    begin.
    """
    local_time = datetime.fromtimestamp(now_ms / 1000).astimezone()
    recent_days = (local_time, local_time - timedelta(days=1))
    shift_times = [
        local_day.replace(hour=start_hour, minute=0, second=0, microsecond=0)
        for local_day in recent_days
        for start_hour in shift_starts
    ]
    latest_start = max(shift_time for shift_time in shift_times if shift_time <= local_time)
    return int(latest_start.timestamp() * 1000) // MS_PER_HOUR


def format_hour(epoch_hour: int) -> str:
    """Format an hour since 1970 as local time, `2026-11-27 14:00`."""
    return f"{datetime.fromtimestamp(epoch_hour * MS_PER_HOUR / 1000).astimezone():%Y-%m-%d %H:00}"
