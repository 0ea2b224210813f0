"""The alarms of the facts, as rows."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Dialect, bindparam, column, delete, exists, select, table, update

from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.row_tables import IS_OPEN_ALARM, TABLE_ALARM_TABLE
from firmware.floor.projection.table_alarms import RESOLVED_BY_TABLE, Alarm
from firmware.floor.store import write_rows

_COLUMNS: Final = TABLE_ALARM_TABLE.c
_OPEN_ALARMS: Final = (
    select(
        *(_COLUMNS.journal, _COLUMNS.id, _COLUMNS.kind),
        *(_COLUMNS.since_ms, _COLUMNS.over_ms, _COLUMNS.body),
    )
    .where(IS_OPEN_ALARM)
    .order_by(_COLUMNS.journal, _COLUMNS.since_ms, _COLUMNS.id)
)
_ACKNOWLEDGE: Final = (
    update(TABLE_ALARM_TABLE).where(_COLUMNS.id == bindparam("alarm_id")).values(acknowledged=True)
)
_ACKNOWLEDGEMENT: Final = table("acknowledgement", column("alarm_id"))
_ACKNOWLEDGE_AGAIN: Final = (
    update(TABLE_ALARM_TABLE)
    .where(
        _COLUMNS.journal == bindparam("of_journal"),
        exists().where(_ACKNOWLEDGEMENT.c.alarm_id == _COLUMNS.id),
    )
    .values(acknowledged=True)
)
_WITHDRAWN: Final = delete(TABLE_ALARM_TABLE).where(
    _COLUMNS.journal == bindparam("of_journal"), _COLUMNS.id == bindparam("of_id")
)


def write_alarms(connection: Connection, journal: str, alarms: Iterable[Alarm]) -> None:
    """Insert alarms of a journal, or bring them up to date; an acknowledgement stays."""
    rows = [_row_of_alarm(journal, alarm) for alarm in alarms]
    write_rows(connection, TABLE_ALARM_TABLE, rows, first_columns=("acknowledged",))


def withdraw_alarms(connection: Connection, journal: str, alarm_ids: Collection[str]) -> None:
    """Delete alarms whose facts were undone."""
    if alarm_ids:
        keys = [{"of_journal": journal, "of_id": alarm_id} for alarm_id in alarm_ids]
        connection.execute(_WITHDRAWN, keys)


def mark_acknowledged(connection: Connection, alarm_ids: Collection[str]) -> None:
    """Mark the alarms with these ids, in the transaction that stores their acknowledgements; ids of
    other alarms may be among them.
    """
    if alarm_ids:
        connection.execute(_ACKNOWLEDGE, [{"alarm_id": alarm_id} for alarm_id in alarm_ids])


def mark_earlier_acknowledged(connection: Connection, journal: str) -> None:
    """Mark the alarms of a journal whose acknowledgements are older than their rows."""
    connection.execute(_ACKNOWLEDGE_AGAIN, {"of_journal": journal})


class OpenAlarm(NamedTuple):
    """The row of an alarm that lasts or is not acknowledged."""

    journal: str
    id: str
    alarm_kind: str
    since: EpochMs
    over: EpochMs | None
    body: str

    def alarm(self, table_name: str) -> Alarm:
        values = msgspec.json.decode(self.body)
        return Alarm(self.id, self.alarm_kind, table_name, self.since, self.over, values)


def open_alarms(connection: Connection) -> list[OpenAlarm]:
    """Return the open alarms of all journals, of each the oldest first."""
    # in the driver's own words: there may be thousands, each second
    text = _text_of(connection.dialect)
    return [OpenAlarm(*row) for row in connection.exec_driver_sql(text).cursor.fetchall()]


@cache
def _text_of(dialect: Dialect) -> str:
    return str(_OPEN_ALARMS.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))


def _row_of_alarm(journal: str, alarm: Alarm) -> Mapping[str, Any]:
    return {
        "journal": journal,
        "id": alarm.id,
        "kind": alarm.alarm_kind,
        "since_ms": alarm.since,
        "over_ms": alarm.over,
        "body": msgspec.json.encode(alarm.values).decode(),
        # or the alarms that ended by themselves would be read again at each look, for good
        "acknowledged": alarm.alarm_kind in RESOLVED_BY_TABLE,
    }
