"""The alarms that follow from views, with their beginning and their end, in the ledger's store.

Several pits may keep them: of one kind a table has one at most that lasts.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, Connection, Engine, Index, Table, Text, select, update

from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import Moment
from firmware.floor.pit.form_store import ACKNOWLEDGED
from firmware.floor.pit.heartbeats import Causes
from firmware.floor.store import METADATA, insert_new, rows_like

SEEN_ALARM: Final = Table(
    "seen_alarm",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("body", Text, nullable=False),
)
_LASTS: Final = SEEN_ALARM.c.ended.is_(None)
Index(
    "seen_alarm_lasts",
    SEEN_ALARM.c.table_name,
    SEEN_ALARM.c.kind,
    unique=True,
    sqlite_where=_LASTS,
    postgresql_where=_LASTS,
)


class Lasting:
    """The alarms of one store."""

    def __init__(self, store: Engine) -> None:
        self._store = store

    def alarms(self) -> list[Alarm]:
        """Return those that last, or that nobody has acknowledged."""
        seen = select(ACKNOWLEDGED.c.alarm)
        chosen = select(SEEN_ALARM).where(_LASTS | SEEN_ALARM.c.id.not_in(seen))
        with self._store.connect() as connection:
            rows = connection.execute(chosen.order_by(SEEN_ALARM.c.id)).mappings().all()
        return [_alarm(row) for row in rows]

    def turn(self, found: Mapping[str, Causes], now: Moment) -> None:
        """Begin what is found at these tables, and end their other alarms; the rest is unknown."""
        if self._changes(found):
            with self._store.begin() as connection:
                for table, causes in found.items():
                    _turn(connection, table, causes, now)

    def _changes(self, found: Mapping[str, Causes]) -> bool:
        with self._store.connect() as connection:
            rows = connection.execute(select(SEEN_ALARM).where(_LASTS)).mappings().all()
        last = {(row["table_name"], row["kind"]) for row in rows if row["table_name"] in found}
        return last != {(table, kind) for table, causes in found.items() for kind in causes}


def _turn(connection: Connection, table: str, causes: Causes, now: Moment) -> None:
    last = {row["kind"] for row in rows_like(connection, SEEN_ALARM, table_name=table, ended=None)}
    over = SEEN_ALARM.c.table_name == table, SEEN_ALARM.c.kind.not_in(causes.keys()), _LASTS
    connection.execute(update(SEEN_ALARM).where(*over).values(ended=now))
    begun = [
        {
            "id": f"seen.{table}.{kind}.{now}",
            "kind": kind,
            "table_name": table,
            "since": now,
            "ended": None,
            "body": msgspec.json.encode(values).decode(),
        }
        for kind, values in causes.items()
        if kind not in last
    ]
    insert_new(connection, SEEN_ALARM, begun)


def _alarm(row: Mapping[Any, Any]) -> Alarm:
    values = msgspec.json.decode(row["body"])
    return Alarm(row["id"], row["kind"], row["table_name"], row["since"], row["ended"], values)
