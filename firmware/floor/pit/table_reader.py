"""Reads the tables of the ledger's database: of each only its rows, and these only once they have
changed.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, bindparam, select

from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.projection.alarm_rows import OpenAlarm, open_alarms
from firmware.floor.projection.fact import parse_iso_ms
from firmware.floor.projection.play import TablePlay
from firmware.floor.projection.row_tables import TABLE_STATE_TABLE
from firmware.floor.projection.state_rows import ShownTable
from firmware.floor.projection.table_alarms import Alarm, bound_id
from firmware.floor.projection.taking_rows import ClassTakings, sums_between
from firmware.floor.projection.takings_sums import TakingsSums
from firmware.floor.store import JOURNAL_PLACE_TABLE, JOURNAL_TABLE

ALARM_SOURCES: Final = ("kind", "table_name", "journal", "place", "raised_at")
"""The columns to which the id of a ledger's alarm is bound."""
END_OF_TIME_HOUR: Final = 1 << 40

_PLACE, _STATE = JOURNAL_PLACE_TABLE.c, TABLE_STATE_TABLE.c
_JOURNALS: Final = (
    select(_PLACE.journal, _PLACE.name, _STATE.revision, _STATE.takings_revision)
    .join(JOURNAL_TABLE, JOURNAL_TABLE.c.journal == _PLACE.journal)
    .outerjoin(TABLE_STATE_TABLE, _STATE.journal == _PLACE.journal)
    .order_by(JOURNAL_TABLE.c.began_at, _PLACE.journal, _PLACE.since)
)
"""Every place of every journal, in the order of their beginning, and the revisions of its rows."""
_SHOWN: Final = select(_STATE.journal, _STATE.shown).where(
    _STATE.journal.in_(bindparam("journals", expanding=True))
)


class FloorTable(NamedTuple):
    """A table as the rows of a journal have it. `shown` is None if this program can't read it, or
    if there is none yet.
    """

    journal_identity: str
    table_name: str
    revisions: tuple[int, int]
    """Of its rows, and of its takings."""
    shown: ShownTable | None
    shift_sums: TakingsSums

    @property
    def play(self) -> TablePlay:
        return self.shown.play if self.shown else TablePlay(self.table_name)


class TableReader:
    """The tables of a database, by journal. Every method raises SQLAlchemyError."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._tables: dict[str, FloorTable] = {}
        self._shift_hour: int | None = None
        self._alarms: dict[tuple[OpenAlarm, str], Alarm] = {}

    def read_new(self, shift_hour: int) -> None:
        """Read the rows that have changed; their sums are those since the beginning of a shift."""
        with self._database.connect() as connection:
            # the last place of each is its present one
            rows = {row.journal: row for row in connection.execute(_JOURNALS)}
            found = {
                journal: self._known_table(
                    journal, row.name, (row.revision or 0, row.takings_revision or 0)
                )
                for journal, row in rows.items()
            }
            self._read_shown(connection, found)
            self._read_sums(connection, found, shift_hour)
        self._tables, self._shift_hour = found, shift_hour

    def tables(self) -> list[FloorTable]:
        """Return the journals, in the order of their beginning."""
        return list(self._tables.values())

    def fact_alarms(self) -> dict[str, list[Alarm]]:
        """Return the open alarms of the tables' facts by journal."""
        with self._database.connect() as connection:
            rows = open_alarms(connection)
        known, self._alarms = self._alarms, {}
        by_journal: dict[str, list[Alarm]] = {}
        for row in rows:
            if (table := self._tables.get(row.journal)) is not None:
                key = (row, table.table_name)
                # the same object as long as it is the same alarm
                self._alarms[key] = known.get(key) or row.alarm(table.table_name)
                by_journal.setdefault(row.journal, []).append(self._alarms[key])
        return by_journal

    def ledger_alarms(self) -> list[Alarm]:
        """Return the ledger's own alarms."""
        with self._database.connect() as connection:
            alarm_rows = stored_alarms(connection)
        return [
            Alarm(
                bound_id("ledger", *(alarm_row[name] for name in ALARM_SOURCES)),
                alarm_row["kind"],
                alarm_row["table_name"],
                parse_iso_ms(alarm_row["raised_at"]) or 0,
                parse_iso_ms(alarm_row["raised_at"]) or 0,
                {"journal": alarm_row["journal"][:8], "place": alarm_row["place"]},
            )
            for alarm_row in alarm_rows
        ]

    def _known_table(self, journal: str, table_name: str, revisions: tuple[int, int]) -> FloorTable:
        table = self._tables.get(journal)
        if table is None:
            return FloorTable(journal, table_name, revisions, None, TakingsSums())
        if (table.table_name, table.revisions) == (table_name, revisions):
            return table
        return table._replace(table_name=table_name, revisions=revisions)

    def _read_shown(self, connection: Connection, found: dict[str, FloorTable]) -> None:
        changed = [
            journal
            for journal, table in found.items()
            if table.revisions[0] and self._revisions(journal)[0] != table.revisions[0]
        ]
        if changed:
            for journal, shown in connection.execute(_SHOWN, {"journals": changed}):
                found[journal] = found[journal]._replace(shown=_decoded(shown))

    def _read_sums(
        self, connection: Connection, found: dict[str, FloorTable], shift_hour: int
    ) -> None:
        changed = [
            journal
            for journal, table in found.items()
            if shift_hour != self._shift_hour or self._revisions(journal)[1] != table.revisions[1]
        ]
        if changed:
            sums = sums_between(connection, shift_hour, END_OF_TIME_HOUR, changed, "")
            for journal in changed:
                shift_sums = sums.get(ClassTakings(journal, ""), TakingsSums())
                found[journal] = found[journal]._replace(shift_sums=shift_sums)

    def _revisions(self, journal: str) -> tuple[int, int]:
        """Return the revisions of a journal that were read last."""
        table = self._tables.get(journal)
        return table.revisions if table else (0, 0)


def present_tables(tables: Iterable[FloorTable]) -> list[FloorTable]:
    """Return the newest journal of each table, given journals in the order of their beginning."""
    return list({table.table_name: table for table in tables}.values())


def unread_alarms(tables: Sequence[FloorTable]) -> list[Alarm]:
    """Return an alarm for each table whose state this program can't read."""
    return [
        Alarm(
            bound_id(table.journal_identity[:8], "unread"),
            "unread",
            table.table_name,
            0,
            None,
            {"place": ""},
        )
        for table in tables
        if table.shown is None and table.revisions[0]
    ]


def _decoded(shown: str) -> ShownTable | None:
    try:
        return msgspec.json.decode(shown, type=ShownTable)
    except msgspec.MsgspecError:
        return None
