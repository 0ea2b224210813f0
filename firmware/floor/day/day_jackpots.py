"""The jackpots of a gaming day: their lines and grants, by the messages of the day's facts."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from firmware.core.vocabulary.jackpot import JackpotGrant
from firmware.floor.day.day_content import GrantPaid, JackpotDay, TableDay
from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import HourRange
from firmware.floor.jackpot.ledger_line import line_digest
from firmware.floor.jackpot.signed_line import decode_line
from firmware.floor.jackpot_tables import (
    JACKPOT_GRANT_TABLE,
    JACKPOT_LINE_TABLE,
    JACKPOT_MESSAGE_TABLE,
)
from firmware.floor.store import select_rows

EARLY: Final = timedelta(days=2)
"""By how much a table's clock may be before the ledger's; no message is received earlier."""


def jackpots_of_day(
    connection: Connection, tables: Mapping[str, TableDay], hours: HourRange
) -> tuple[JackpotDay, ...]:
    """Return the jackpots that some tables, by journal, have fed in the day."""
    versions = _versions_of_day(connection, tables, hours)
    return tuple(
        _jackpot_day(connection, jackpot, versions[jackpot]) for jackpot in sorted(versions)
    )


def _versions_of_day(
    connection: Connection, tables: Mapping[str, TableDay], hours: HourRange
) -> dict[str, list[int]]:
    """Return by jackpot the versions of the lines that the day's messages have made."""
    columns = JACKPOT_MESSAGE_TABLE.c
    since = (datetime.fromtimestamp(hours.first_ms / 1000, UTC) - EARLY).isoformat()
    statement = select(
        columns.jackpot, columns.journal, columns.shoe, columns.fact_number, columns.version
    ).where(columns.received_at >= since, columns.version.is_not(None))
    versions: dict[str, list[int]] = {}
    for jackpot, journal, shoe, fact_number, version in connection.execute(statement):
        table = tables.get(journal)
        if table is not None and _is_of_day(table, LanePosition(shoe, fact_number)):
            versions.setdefault(jackpot, []).append(version)
    return versions


def _is_of_day(table: TableDay, position: LanePosition) -> bool:
    if table.first_fact is None or table.last_fact is None:
        return False
    return table.first_fact <= position <= table.last_fact


def _jackpot_day(connection: Connection, jackpot: str, versions: list[int]) -> JackpotDay:
    last_version = max(versions)
    (line_row,) = select_rows(connection, JACKPOT_LINE_TABLE, jackpot=jackpot, version=last_version)
    line = decode_line(line_row["body"].encode()).line
    grants = _grants(connection, jackpot, frozenset(versions))
    return JackpotDay(
        jackpot,
        last_version,
        line_digest(line),
        line.pool,
        line.reserve,
        line.hits,
        tuple(grants),
    )


def _grants(connection: Connection, jackpot: str, versions: frozenset[int]) -> Iterator[GrantPaid]:
    for row in select_rows(connection, JACKPOT_GRANT_TABLE, jackpot=jackpot):
        if row["version"] in versions:
            grant = msgspec.json.decode(row["body"], type=JackpotGrant)
            yield GrantPaid(
                grant.order, grant.table, grant.paid, grant.from_pool, grant.from_reserve
            )
