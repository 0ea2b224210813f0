"""The standing alarms of closed days: something of a day has come after its closing.

The last days are looked at, a minute at a time; `croupier floor day verify` looks at all of them.
"""

import time
from collections.abc import Callable
from datetime import date
from typing import Final

from sqlalchemy import Connection

from firmware.floor.day.day_content import DayContent
from firmware.floor.day.day_desk import DayBook
from firmware.floor.day.day_money import differing_class, takings_of_rows
from firmware.floor.day.day_store import closed_days, sealed_files
from firmware.floor.day.property_day import properties
from firmware.floor.day.sealed_day import NotSealed
from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.form_days import forms_of_day
from firmware.floor.pit.form_store import stored_forms
from firmware.floor.pit.forms import FiledForm
from firmware.floor.projection.table_alarms import Alarm, bound_id

WATCHED_DAYS: Final = 8
LOOK_INTERVAL_S: Final = 60.0


class DayWatch:
    """Compares the last closed days of each property with the ledger. Raises SQLAlchemyError."""

    def __init__(self, book: DayBook, clock: Callable[[], float] = time.monotonic) -> None:
        self._book, self._clock = book, clock
        self._looked_at_s = float("-inf")
        self._alarms: list[Alarm] = []

    def alarms(self) -> list[Alarm]:
        """Return the present alarms, looked for once a minute."""
        if self._clock() - self._looked_at_s >= LOOK_INTERVAL_S:
            self._alarms = self._look()
            self._looked_at_s = self._clock()
        return self._alarms

    def _look(self) -> list[Alarm]:
        with self._book.reading() as connection:
            all_forms = stored_forms(connection)
            return [
                alarm
                for property_name in properties(connection)
                for day in closed_days(connection, property_name, WATCHED_DAYS)
                for alarm in _day_alarms(connection, property_name, day, all_forms)
            ]


def _day_alarms(
    connection: Connection, property_name: str, day: date, all_forms: list[FiledForm]
) -> list[Alarm]:
    last_file = sealed_files(connection, property_name, day)[-1]
    try:
        sealed = last_file.opened().sealed
    except NotSealed:
        return [_alarm("day_altered", property_name, "", sealed_ms=0, day=day.isoformat())]
    content = sealed.content
    return [
        _alarm(kind, table, last_file.digest, sealed_ms=sealed.made, day=content.day)
        for kind, table in _differences(connection, content, all_forms)
    ]


def _differences(
    connection: Connection, content: DayContent, all_forms: list[FiledForm]
) -> list[tuple[str, str]]:
    """Return the kinds of alarm and their tables."""
    hours = HourRange(content.first_hour, content.end_hour)
    sealed = {table.journal: table for table in content.tables}
    rows = takings_of_rows(connection, content.journals, hours)
    differences = [
        ("day_late", table.table)
        for journal, table in sealed.items()
        if differing_class(rows[journal].by_class, table.takings) is not None
    ]
    differences += [("day_late", journal[:8]) for journal in rows.keys() - sealed.keys()]
    names = {form.table_name for form in content.forms} | {each.table for each in sealed.values()}
    if forms_of_day(all_forms, hours, names).forms != content.forms:
        differences.append(("day_forms", content.property_name))
    return differences


def _alarm(kind: str, table: str, digest: str, *, sealed_ms: int, day: str) -> Alarm:
    alarm_id = bound_id("day", kind, table, day, digest)
    return Alarm(alarm_id, kind, table, sealed_ms, None, {"day": day})
