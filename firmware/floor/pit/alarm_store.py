"""The alarms that follow from heartbeats and from forms, with beginning and end, in the ledger's
database.

Several pits may write them: a table has at most one unended alarm of a kind.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Table,
    Text,
    bindparam,
    delete,
    false,
    select,
    update,
)

from firmware.floor.pit.form_balance import FORM_KINDS
from firmware.floor.pit.heartbeats import AlarmCauses
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.store import METADATA, insert_missing, select_rows, write_transaction

VIEW_ALARM_TABLE: Final = Table(
    "view_alarm",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Column("body", Text, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Index("view_alarm_since", "since_ms"),
)
"""A pit closes those that are over and need nobody any more."""
_IS_UNENDED: Final = VIEW_ALARM_TABLE.c.ended_ms.is_(None)
Index(
    "view_alarm_unended",
    VIEW_ALARM_TABLE.c.table_name,
    VIEW_ALARM_TABLE.c.kind,
    unique=True,
    sqlite_where=_IS_UNENDED,
    postgresql_where=_IS_UNENDED,
)

_UNENDED: Final = select(VIEW_ALARM_TABLE).where(_IS_UNENDED)
_IS_OPEN: Final = VIEW_ALARM_TABLE.c.closed.is_(False)
Index(
    "view_alarm_open",
    VIEW_ALARM_TABLE.c.id,
    sqlite_where=_IS_OPEN,
    postgresql_where=_IS_OPEN,
)
_UNFINISHED: Final = select(VIEW_ALARM_TABLE).where(_IS_OPEN).order_by(VIEW_ALARM_TABLE.c.id)
_CLOSED: Final = (
    update(VIEW_ALARM_TABLE)
    .where(VIEW_ALARM_TABLE.c.id == bindparam("of_id"), VIEW_ALARM_TABLE.c.ended_ms.is_not(None))
    .values(closed=True)
)


class AlarmStore:
    """The alarms of heartbeats and forms of one database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def unfinished_alarms(self) -> list[Alarm]:
        """Return the alarms that are not closed."""
        with self._database.connect() as connection:
            alarm_rows = connection.execute(_UNFINISHED).mappings().all()
        return [_alarm_of_row(alarm_row) for alarm_row in alarm_rows]

    def store_form_alarms(self, alarms: Sequence[Alarm], before_first: int) -> None:
        """Store the alarms that the forms after a number give, for when these are read no more. One
        that they do not give any more was corrected, and is deleted.
        """
        alarm_ids = {alarm.id for alarm in alarms}
        columns = VIEW_ALARM_TABLE.c
        with write_transaction(self._database) as connection:
            insert_missing(connection, VIEW_ALARM_TABLE, [*map(_row_of_alarm, alarms)])
            stored = connection.execute(_UNFINISHED.where(columns.kind.in_(FORM_KINDS)))
            corrected = [
                row["id"]
                for row in stored.mappings()
                if row["id"] not in alarm_ids
                and msgspec.json.decode(row["body"]).get("rests_on", 0) > before_first
            ]
            connection.execute(delete(VIEW_ALARM_TABLE).where(columns.id.in_(corrected)))

    def close(self, alarm_ids: Collection[str]) -> None:
        """Close alarms that are over; they are read no more."""
        if alarm_ids:
            with write_transaction(self._database) as connection:
                connection.execute(_CLOSED, [{"of_id": alarm_id} for alarm_id in alarm_ids])

    def update(self, causes_by_table: Mapping[str, AlarmCauses], now_ms: EpochMs) -> None:
        """Begin and end alarms so that those of each given table are its present causes. Tables
        that are not given are unknown, and unchanged.
        """
        if self._has_changes(causes_by_table):
            with write_transaction(self._database) as connection:
                for table_name, causes in causes_by_table.items():
                    _update_table(connection, table_name, causes, now_ms)

    def _has_changes(self, causes_by_table: Mapping[str, AlarmCauses]) -> bool:
        with self._database.connect() as connection:
            alarm_rows = connection.execute(_UNENDED).mappings().all()
        lasting_alarms = {
            (alarm_row["table_name"], alarm_row["kind"])
            for alarm_row in alarm_rows
            if alarm_row["table_name"] in causes_by_table
        }
        return lasting_alarms != {
            (table_name, alarm_kind)
            for table_name, causes in causes_by_table.items()
            for alarm_kind in causes
        }


def _update_table(
    connection: Connection, table_name: str, causes: AlarmCauses, now_ms: EpochMs
) -> None:
    lasting_kinds = {
        alarm_row["kind"]
        for alarm_row in select_rows(
            connection, VIEW_ALARM_TABLE, table_name=table_name, ended_ms=None
        )
    }
    is_ended = (
        VIEW_ALARM_TABLE.c.table_name == table_name,
        VIEW_ALARM_TABLE.c.kind.not_in(causes.keys()),
        _IS_UNENDED,
    )
    connection.execute(update(VIEW_ALARM_TABLE).where(*is_ended).values(ended_ms=now_ms))
    new_rows = [
        {
            "id": f"seen.{table_name}.{alarm_kind}.{now_ms}",
            "kind": alarm_kind,
            "table_name": table_name,
            "since_ms": now_ms,
            "ended_ms": None,
            "body": msgspec.json.encode(values).decode(),
        }
        for alarm_kind, values in causes.items()
        if alarm_kind not in lasting_kinds
    ]
    insert_missing(connection, VIEW_ALARM_TABLE, new_rows)


def _row_of_alarm(alarm: Alarm) -> dict[str, Any]:
    return {
        "id": alarm.id,
        "kind": alarm.alarm_kind,
        "table_name": alarm.table_name,
        "since_ms": alarm.since,
        "ended_ms": alarm.over,
        "body": msgspec.json.encode(alarm.values).decode(),
    }


def _alarm_of_row(alarm_row: Mapping[Any, Any]) -> Alarm:
    values = msgspec.json.decode(alarm_row["body"])
    return Alarm(
        alarm_row["id"],
        alarm_row["kind"],
        alarm_row["table_name"],
        alarm_row["since_ms"],
        alarm_row["ended_ms"],
        values,
    )
