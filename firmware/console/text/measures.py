"""Spans of time, sizes and times of day in words."""

from datetime import datetime
from typing import Final

from firmware.console.text.clean_text import clean_text, clean_words
from firmware.shell.words.words import Words

MINUTE_S: Final = 60
HOUR_S: Final = 60 * MINUTE_S
DAY_S: Final = 24 * HOUR_S
MIB_PER_GIB: Final = 1024


def span_text(words: Words, seconds: int) -> str:
    """Return a span in at most its two largest units: `3 h 12 min`; negative ones are 0."""
    seconds = max(0, seconds)
    if seconds < MINUTE_S:
        return clean_words(words, "console.span.seconds", seconds=seconds)
    if seconds < HOUR_S:
        return clean_words(words, "console.span.minutes", minutes=seconds // MINUTE_S)
    if seconds < DAY_S:
        hours, rest_s = divmod(seconds, HOUR_S)
        return clean_words(words, "console.span.hours", hours=hours, minutes=rest_s // MINUTE_S)
    days, rest_s = divmod(seconds, DAY_S)
    return clean_words(words, "console.span.days", days=days, hours=rest_s // HOUR_S)


def size_text(words: Words, size_mib: int) -> str:
    """Return a size in MiB, or in GiB from ten on."""
    if size_mib < 10 * MIB_PER_GIB:
        return clean_words(words, "console.size.mib", mib=_grouped_digits(words, size_mib))
    return clean_words(
        words, "console.size.gib", gib=_grouped_digits(words, size_mib // MIB_PER_GIB)
    )


def local_time_text(wall_time: str, time_format: str = "%Y-%m-%d %H:%M:%S") -> str:
    """Return an ISO 8601 time in local time; any other text unchanged."""
    try:
        return datetime.fromisoformat(wall_time).astimezone().strftime(time_format)
    except (ValueError, OverflowError, OSError):
        return clean_text(wall_time)


def seconds_since(start_text: str, uptime_s: int, wall_time: str) -> int | None:
    """Return the seconds from `wall_time` until `uptime_s` after the start; None on a bad time."""
    try:
        start_time, event_time = (
            datetime.fromisoformat(time_text).astimezone() for time_text in (start_text, wall_time)
        )
        return round((start_time - event_time).total_seconds()) + uptime_s
    except (ValueError, OverflowError, OSError):
        return None


def _grouped_digits(words: Words, count: int) -> str:
    return words.format_number(f"{count:,}")
