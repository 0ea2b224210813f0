"""The ledger's alarms. Each is kept once, whichever ledger finds it, and nothing removes it."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.engine import RowMapping

from firmware.core.vocabulary.panel import Text
from firmware.floor.store import ALARM, insert_new

KINDS: Final = (
    "unreadable",
    "other_house",
    "other_table",
    "new_journal",
    "two_journals",
    "cut",
    "altered",
    "chain_broken",
    "fact_differs",
)


class Alarm(NamedTuple):
    """A fault in a table's journal, and its place."""

    kind: str
    table: str
    journal: str
    place: str = ""

    @property
    def words(self) -> Text:
        values = {"table": self.table, "journal": self.journal[:8], "place": self.place}
        return Text(f"floor.alarm.{self.kind}", values)


def now() -> str:
    """Return the time of day, in ISO 8601, so finely that two calls in turn differ."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def raise_alarms(connection: Connection, found: list[Alarm]) -> list[Alarm]:
    """Keep the alarms; return those that were not known."""
    return [alarm for alarm in dict.fromkeys(found) if _is_new(connection, alarm)]


def _is_new(connection: Connection, alarm: Alarm) -> bool:
    row = {
        "kind": alarm.kind,
        "table_name": alarm.table,
        "journal": alarm.journal,
        "place": alarm.place,
    }
    same = select(ALARM.c.id).where(*(ALARM.c[name] == value for name, value in row.items()))
    if connection.execute(same).first():
        return False
    insert_new(connection, ALARM, [{**row, "at": now()}])
    return True


def alarms(connection: Connection) -> list[RowMapping]:
    """Return all alarms, the oldest first."""
    return list(connection.execute(select(ALARM).order_by(ALARM.c.id)).mappings())
