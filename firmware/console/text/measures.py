"""Spans of time, sizes and moments in the console's words."""

from datetime import datetime
from typing import Final

from firmware.console.text.clean import clean, said
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
GIB: Final = 1024
"""MiB in a GiB; values from ten GiB on are shown in GiB."""


def span(words: Words, seconds: int) -> str:
    """Return a span in at most its two largest units: `3 h 12 min`; negative ones are 0."""
    seconds = max(0, seconds)
    if seconds < MINUTE:
        return said(words, "console.span.seconds", seconds=seconds)
    if seconds < HOUR:
        return said(words, "console.span.minutes", minutes=seconds // MINUTE)
    if seconds < DAY:
        hours, rest = divmod(seconds, HOUR)
        return said(words, "console.span.hours", hours=hours, minutes=rest // MINUTE)
    days, rest = divmod(seconds, DAY)
    return said(words, "console.span.days", days=days, hours=rest // HOUR)


def size(words: Words, mib: int) -> str:
    """Return a size that was counted in MiB."""
    if mib < 10 * GIB:
        return said(words, "console.size.mib", mib=_grouped(words, mib))
    return said(words, "console.size.gib", gib=_grouped(words, mib // GIB))


def moment(wall: str, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """Return an ISO 8601 time in local time; any other text unchanged."""
    try:
        return datetime.fromisoformat(wall).astimezone().strftime(form)
    except (ValueError, OverflowError, OSError):
        return clean(wall)


def seconds_until(started: str, up_s: int, wall: str) -> int | None:
    """Return how long ago `wall` is, `up_s` after the start; None if one of them is not a time."""
    try:
        begun, then = (datetime.fromisoformat(one).astimezone() for one in (started, wall))
        return round((begun - then).total_seconds()) + up_s
    except (ValueError, OverflowError, OSError):
        return None


def _grouped(words: Words, count: int) -> str:
    return f"{count:,}".replace(",", NO_BREAK if words.language == "fr" else ",")
