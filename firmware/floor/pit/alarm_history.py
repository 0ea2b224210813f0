"""The alarms of the last hours, also those that went by themselves and those that asked nothing."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, Table, select

from firmware.floor.journal_places import registered_journals
from firmware.floor.pit.alarm_policy import alarm_policy
from firmware.floor.pit.alarm_store import VIEW_ALARM_TABLE
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.pit.shown_alarms import (
    Acknowledgement,
    ShownAlarm,
    message_keys,
    past_tolerance,
)
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.projection.table_alarms import Alarm

MOST_ALARMS: Final = 500
"""The newest ones; a filter by table finds the others."""


def past_alarms(
    database: Engine, since_ms: EpochMs, now_ms: EpochMs, table_text: str = ""
) -> list[ShownAlarm]:
    """Return the alarms of tables, banks and tournaments that began since then, the newest first:
    of all tables, or of those whose names contain a text. A cause that was over within its
    tolerance was none. Raises SQLAlchemyError.
    """
    with database.connect() as connection:
        found = (*_fact_alarms(connection, since_ms), *_view_alarms(connection, since_ms))
        alarms = past_tolerance(found, now_ms)
        matching = [alarm for alarm in alarms if table_text.lower() in alarm.table_name.lower()]
        newest = sorted(matching, key=lambda alarm: (-alarm.since, alarm.id))[:MOST_ALARMS]
        acknowledgements = _acknowledgements(connection, [alarm.id for alarm in newest])
    return [_shown(alarm, acknowledgements.get(alarm.id)) for alarm in newest]


def _shown(alarm: Alarm, seen: Acknowledgement | None) -> ShownAlarm:
    return ShownAlarm(alarm, alarm_policy(alarm).rank, seen, message_keys(alarm))


def _fact_alarms(connection: Connection, since_ms: EpochMs) -> Iterator[Alarm]:
    journals = registered_journals(connection)
    for row in _rows_since(connection, TABLE_ALARM_TABLE, since_ms):
        if row["journal"] in journals:
            yield _alarm_of_row(row, journals[row["journal"]].place.name, row["over_ms"])


def _view_alarms(connection: Connection, since_ms: EpochMs) -> Iterator[Alarm]:
    for row in _rows_since(connection, VIEW_ALARM_TABLE, since_ms):
        yield _alarm_of_row(row, row["table_name"], row["ended_ms"])


def _rows_since(connection: Connection, table: Table, since_ms: EpochMs) -> Any:  # noqa: ANN401 - rows
    return connection.execute(select(table).where(table.c.since_ms >= since_ms)).mappings()


def _alarm_of_row(row: Any, table_name: str, over_ms: EpochMs | None) -> Alarm:  # noqa: ANN401 - a row
    values = msgspec.json.decode(row["body"])
    return Alarm(row["id"], row["kind"], table_name, row["since_ms"], over_ms, values)


def _acknowledgements(connection: Connection, alarm_ids: list[str]) -> dict[str, Acknowledgement]:
    columns = ACKNOWLEDGEMENT_TABLE.c
    statement = select(ACKNOWLEDGEMENT_TABLE).where(columns.alarm_id.in_(alarm_ids))
    return {
        row["alarm_id"]: Acknowledgement(
            row["acknowledged_by"], row["acknowledged_ms"], row["note"]
        )
        for row in connection.execute(statement).mappings()
    }
