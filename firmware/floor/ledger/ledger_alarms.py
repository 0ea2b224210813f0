"""The ledger's alarms. Each is stored once, no matter which ledger finds it, and is
never removed.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.engine import RowMapping

from firmware.core.vocabulary.panel import Text
from firmware.floor.store import ALARM_TABLE, insert_missing

ALARM_KEYS: Final[Mapping[str, str]] = {
    "unreadable": "floor.alarm.unreadable",
    "other_house": "floor.alarm.other_house",
    "other_table": "floor.alarm.other_table",
    "new_journal": "floor.alarm.new_journal",
    "two_journals": "floor.alarm.two_journals",
    "cut": "floor.alarm.cut",
    "altered": "floor.alarm.altered",
    "chain_broken": "floor.alarm.chain_broken",
    "fact_differs": "floor.alarm.fact_differs",
    "jackpot_refused": "floor.alarm.jackpot_refused",
    "jackpot_altered": "floor.alarm.jackpot_altered",
    "rejected": "floor.alarm.rejected",
    "in_doubt": "floor.alarm.in_doubt",
    "ledger_altered": "floor.alarm.ledger_altered",
    "floods": "floor.alarm.floods",
    "nearly_full": "floor.alarm.nearly_full",
    "unforeseen_day": "floor.alarm.unforeseen_day",
}
"""By kind of alarm: the key of its message."""


MAX_ALARMS: Final = 200
"""Of a kind and a table: what comes beyond says nothing new."""


class LedgerAlarm(NamedTuple):
    """A fault in a table's journal, and its position."""

    kind: str
    table: str
    journal: str
    place: str = ""

    @property
    def log_text(self) -> Text:
        values = {"table": self.table, "journal": self.journal[:8], "place": self.place}
        return Text(ALARM_KEYS[self.kind], values)


def utc_timestamp() -> str:
    """Return the time of day in ISO 8601, in microseconds, so that two calls in sequence differ."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def raise_new_alarms(connection: Connection, found_alarms: list[LedgerAlarm]) -> list[LedgerAlarm]:
    """Store the alarms; return those that are new."""
    return [alarm for alarm in dict.fromkeys(found_alarms) if _insert_if_new(connection, alarm)]


def _insert_if_new(connection: Connection, alarm: LedgerAlarm) -> bool:
    alarm_row = {
        "kind": alarm.kind,
        "table_name": alarm.table,
        "journal": alarm.journal,
        "place": alarm.place,
    }
    matching_alarm = select(ALARM_TABLE.c.id).where(
        *(ALARM_TABLE.c[column_name] == value for column_name, value in alarm_row.items())
    )
    # looked up first: in PostgreSQL even a refused insert would use up an id
    if connection.execute(matching_alarm).first() or _is_full(connection, alarm):
        return False
    insert_missing(connection, ALARM_TABLE, [{**alarm_row, "raised_at": utc_timestamp()}])
    return True


def _is_full(connection: Connection, alarm: LedgerAlarm) -> bool:
    of_its_kind = ALARM_TABLE.c.kind == alarm.kind, ALARM_TABLE.c.table_name == alarm.table
    alarm_count = connection.scalar(select(func.count()).where(*of_its_kind))
    return (alarm_count or 0) >= MAX_ALARMS


def stored_alarms(connection: Connection) -> list[RowMapping]:
    """Return all alarms, the oldest first."""
    return list(connection.execute(select(ALARM_TABLE).order_by(ALARM_TABLE.c.id)).mappings())
