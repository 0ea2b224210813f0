"""Alarms that a person has shelved: off the list until a time, with his reason; they come back by
themselves.

A kind of alarm at a table is shelved, so that one which comes and goes stays shelved too.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Column, Connection, Engine, Index, Table, Text, select, update

from firmware.floor.pit.chain_entries import AlarmsShelved, AlarmsUnshelved, KindAtTable
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.projection.fact import EpochMs
from firmware.floor.store import METADATA, insert_missing
from firmware.shell.technician.requests import Person

SHELVED_ALARM_TABLE: Final = Table(
    "shelved_alarm",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("table_name", Text, primary_key=True),
    Column("shelved_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("shelved_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
)
"""`until_ms` becomes earlier if somebody puts an alarm back on the list."""
Index("shelved_alarm_until", SHELVED_ALARM_TABLE.c.until_ms)


class ShelvedAlarm(msgspec.Struct, frozen=True):
    """A kind of alarm at a table that is shelved, and the alarms of it that would be shown."""

    kind: str
    table: str
    by: str
    at: EpochMs
    until: EpochMs
    reason: str
    alarms: tuple[ShownAlarm, ...] = ()


class SortedAlarms(NamedTuple):
    """The alarms on the list, and those on the shelf."""

    listed: tuple[ShownAlarm, ...]
    shelved: tuple[ShelvedAlarm, ...]


class AlarmShelf:
    """The shelf of one database. Every method raises SQLAlchemyError."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def present(self, now_ms: EpochMs) -> list[ShelvedAlarm]:
        """Return the shelf now; of two who have shelved the same alarm the later end counts."""
        columns = SHELVED_ALARM_TABLE.c
        statement = (
            select(SHELVED_ALARM_TABLE)
            .where(columns.until_ms > now_ms)
            .order_by(columns.until_ms, columns.table_name, columns.kind)
        )
        with self._database.connect() as connection:
            rows = connection.execute(statement).mappings().all()
        by_kind = {(row["kind"], row["table_name"]): row for row in rows}
        return [
            ShelvedAlarm(
                *(row["kind"], row["table_name"], row["shelved_by"], row["shelved_ms"]),
                *(row["until_ms"], row["reason"]),
            )
            for row in by_kind.values()
        ]


class ShelfDesk:
    """Puts alarms on the shelf and back, with an entry in the chain for each act."""

    def __init__(self, chain: PitChain) -> None:
        self._chain = chain

    def shelve(
        self, alarms: Iterable[ShownAlarm], until_ms: EpochMs, person: Person, reason: str
    ) -> None:
        """Shelve the kinds of these alarms at their tables."""
        now_ms = self._chain.wall_clock()
        kinds = _kinds_at_tables((s.alarm.alarm_kind, s.alarm.table_name) for s in alarms)
        common = {"shelved_ms": now_ms, "until_ms": until_ms, "shelved_by": person.name}
        rows = [
            {"kind": kind.kind, "table_name": kind.table, **common, "reason": reason}
            for kind in kinds
        ]
        with self._chain.transaction() as transaction:
            insert_missing(transaction.connection, SHELVED_ALARM_TABLE, rows)
            transaction.append(
                AlarmsShelved(now_ms, person.name, person.role, kinds, until_ms, reason)
            )

    def unshelve(self, shelved: Iterable[ShelvedAlarm], person: Person) -> None:
        """Put these back on the list."""
        now_ms = self._chain.wall_clock()
        kinds = _kinds_at_tables((entry.kind, entry.table) for entry in shelved)
        with self._chain.transaction() as transaction:
            for kind in kinds:
                _end_shelf(transaction.connection, kind, now_ms)
            transaction.append(AlarmsUnshelved(now_ms, person.name, person.role, kinds))


def sort_shelved(shown_alarms: Iterable[ShownAlarm], shelf: Iterable[ShelvedAlarm]) -> SortedAlarms:
    """Return the alarms of the list, and the shelf with those that are on it."""
    shelf_by_kind = {(entry.kind, entry.table): entry for entry in shelf}
    listed: list[ShownAlarm] = []
    on_shelf: dict[tuple[str, str], list[ShownAlarm]] = {key: [] for key in shelf_by_kind}
    for shown_alarm in shown_alarms:
        key = shown_alarm.alarm.alarm_kind, shown_alarm.alarm.table_name
        on_shelf.get(key, listed).append(shown_alarm)
    shelved = _with_alarms(shelf_by_kind, on_shelf)
    return SortedAlarms(tuple(listed), shelved)


def _with_alarms(
    shelf_by_kind: Mapping[tuple[str, str], ShelvedAlarm],
    on_shelf: Mapping[tuple[str, str], list[ShownAlarm]],
) -> tuple[ShelvedAlarm, ...]:
    return tuple(
        msgspec.structs.replace(entry, alarms=tuple(on_shelf[key]))
        for key, entry in shelf_by_kind.items()
    )


def _kinds_at_tables(pairs: Iterable[tuple[str, str]]) -> tuple[KindAtTable, ...]:
    return tuple(KindAtTable(*pair) for pair in sorted(set(pairs)))


def _end_shelf(connection: Connection, kind: KindAtTable, now_ms: EpochMs) -> None:
    columns = SHELVED_ALARM_TABLE.c
    is_present = (
        columns.kind == kind.kind,
        columns.table_name == kind.table,
        columns.until_ms > now_ms,
    )
    connection.execute(update(SHELVED_ALARM_TABLE).where(*is_present).values(until_ms=now_ms))
