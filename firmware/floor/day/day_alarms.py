"""The alarms that began in a gaming day, each with its acknowledgement."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from firmware.floor.day.day_content import DayAlarm
from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.alarm_store import VIEW_ALARM_TABLE
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.projection.fact import EpochMs, parse_iso_ms
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.projection.table_alarms import bound_id
from firmware.floor.store import ALARM_TABLE

LEDGER_SOURCES = ("kind", "table_name", "journal", "place", "raised_at")
"""The columns to which the id of a ledger's alarm is bound."""
IDS_PER_READ = 400


class _BegunAlarm(NamedTuple):
    id: str
    kind: str
    table: str
    since: EpochMs


def alarms_of_day(
    connection: Connection, hours: HourRange, names_by_journal: dict[str, str]
) -> tuple[DayAlarm, ...]:
    """Return the alarms of these journals and of their tables, in the order of their beginning."""
    names = frozenset(names_by_journal.values())
    begun = [
        *_fact_alarms(connection, hours, names_by_journal),
        *_heartbeat_alarms(connection, hours, names),
        *_ledger_alarms(connection, hours, names),
    ]
    acknowledged = _acknowledgements(connection, [alarm.id for alarm in begun])
    alarms = [DayAlarm(*alarm, *acknowledged.get(alarm.id, ("", 0, ""))) for alarm in begun]
    return tuple(sorted(alarms, key=lambda alarm: (alarm.since, alarm.id)))


def _fact_alarms(
    connection: Connection, hours: HourRange, names_by_journal: dict[str, str]
) -> Iterator[_BegunAlarm]:
    columns = TABLE_ALARM_TABLE.c
    statement = select(columns.id, columns.kind, columns.journal, columns.since_ms).where(
        columns.since_ms >= hours.first_ms, columns.since_ms < hours.end_ms
    )
    for alarm_id, kind, journal, since_ms in connection.execute(statement):
        if journal in names_by_journal:
            yield _BegunAlarm(alarm_id, kind, names_by_journal[journal], since_ms)


def _heartbeat_alarms(
    connection: Connection, hours: HourRange, names: Collection[str]
) -> Iterator[_BegunAlarm]:
    columns = VIEW_ALARM_TABLE.c
    statement = select(columns.id, columns.kind, columns.table_name, columns.since_ms).where(
        columns.since_ms >= hours.first_ms, columns.since_ms < hours.end_ms
    )
    for row in connection.execute(statement):
        if row.table_name in names:
            yield _BegunAlarm(*row)


def _ledger_alarms(
    connection: Connection, hours: HourRange, names: Collection[str]
) -> Iterator[_BegunAlarm]:
    for row in connection.execute(select(ALARM_TABLE)).mappings():
        since_ms = parse_iso_ms(row["raised_at"]) or 0
        if row["table_name"] in names and hours.first_ms <= since_ms < hours.end_ms:
            alarm_id = bound_id("ledger", *(row[name] for name in LEDGER_SOURCES))
            yield _BegunAlarm(alarm_id, row["kind"], row["table_name"], since_ms)


def _acknowledgements(
    connection: Connection, alarm_ids: list[str]
) -> dict[str, tuple[str, EpochMs, str]]:
    columns = ACKNOWLEDGEMENT_TABLE.c
    found = {}
    for start in range(0, len(alarm_ids), IDS_PER_READ):
        statement = select(ACKNOWLEDGEMENT_TABLE).where(
            columns.alarm_id.in_(alarm_ids[start : start + IDS_PER_READ])
        )
        for row in connection.execute(statement).mappings():
            found[row["alarm_id"]] = (row["acknowledged_by"], row["acknowledged_ms"], row["note"])
    return found
