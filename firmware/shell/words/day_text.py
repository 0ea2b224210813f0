"""Days of the calendar in words, for sheets and tickets that the public reads."""

from datetime import date
from typing import Final

from firmware.core.vocabulary.panel import Text, TextValues

MONTHS: Final = (
    "hall.month.january",
    "hall.month.february",
    "hall.month.march",
    "hall.month.april",
    "hall.month.may",
    "hall.month.june",
    "hall.month.july",
    "hall.month.august",
    "hall.month.september",
    "hall.month.october",
    "hall.month.november",
    "hall.month.december",
)


def day_text(day: date) -> Text:
    """Return a day with its month in words and its year."""
    values: TextValues = {"month": Text(MONTHS[day.month - 1]), "year": day.year}
    # French has the ordinal for the first of a month alone
    if day.day == 1:
        return Text("hall.first_day", values)
    return Text("hall.day", {**values, "day": day.day})
