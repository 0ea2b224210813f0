"""The gaming day: it begins at the house's hour, and has the name of the date on which it begins.

The floor counts money by hours since 1970, so a day consists of whole ones: 24, or 23 or 25 where
clocks change. In a zone that is not whole hours off, the house's hour has those minutes too.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.projection.fact import MS_PER_HOUR

ONE_DAY: Final = timedelta(days=1)
USUAL_START: Final = time(6)


class HourRange(NamedTuple):
    """Hours since 1970, from the first to before the end."""

    first: int
    end: int

    @property
    def first_ms(self) -> int:
        return self.first * MS_PER_HOUR

    @property
    def end_ms(self) -> int:
        return self.end * MS_PER_HOUR


class GamingCalendar(NamedTuple):
    """The gaming days of a house: the time at which each begins, and the zone of that time; None
    for this machine's own.
    """

    starts: time = USUAL_START
    zone: tzinfo | None = None

    def gaming_day(self, at_ms: int) -> date:
        """Return the day to which a time belongs."""
        hour, day = at_ms // MS_PER_HOUR, datetime.fromtimestamp(at_ms / 1000, UTC).date()
        # no zone is more than a day off
        candidates = (day + ONE_DAY, day, day - ONE_DAY)
        return next(
            (named for named in candidates if self._first_hour(named) <= hour), day - 2 * ONE_DAY
        )

    def day_hours(self, day: date) -> HourRange:
        """Return the hours of a day. Raises ValueError, OverflowError beyond all calendars."""
        return HourRange(self._first_hour(day), self._first_hour(day + ONE_DAY))

    def days_hours(self, first_day: date, last_day: date) -> HourRange:
        """Return the hours of some days in a row. Raises ValueError, OverflowError."""
        return HourRange(self._first_hour(first_day), self._first_hour(last_day + ONE_DAY))

    def check_full_hour(self, at_ms: int) -> None:
        """Raise RequestFailed unless the day begins with one of the hours by which the floor
        counts, in this zone at this time of year.
        """
        minutes = self._first_minute(self.gaming_day(at_ms)) % 60
        if minutes:
            # of any date but the first one, which has none before it
            given = datetime.combine(date.min + ONE_DAY, self.starts)
            earlier = given - timedelta(minutes=minutes)
            times = {"given": given, "earlier": earlier, "later": earlier + timedelta(hours=1)}
            values = {name: f"{moment:%H:%M}" for name, moment in times.items()}
            raise RequestFailed(Text("floor.day.no_hour", dict(values)))

    @property
    def starts_text(self) -> str:
        return f"{self.starts:%H:%M}"

    @property
    def zone_name(self) -> str:
        """The zone's name, "" if it is this machine's own."""
        return str(self.zone) if self.zone else ""

    def _first_hour(self, day: date) -> int:
        return self._first_minute(day) // 60

    def _first_minute(self, day: date) -> int:
        local = datetime.combine(day, self.starts)
        # a naive time is this machine's own
        return int((local.replace(tzinfo=self.zone) if self.zone else local).timestamp()) // 60


def parse_day_start(typed_text: str) -> time:
    """Parse the time at which the gaming day begins, `06:00`. Raises ValueError."""
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", typed_text):
        raise ValueError(typed_text)
    return time.fromisoformat(typed_text)


USUAL_CALENDAR: Final = GamingCalendar()
"""From six in the morning, as the first of the usual shifts, in this machine's zone."""
