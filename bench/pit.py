"""(r) The pit's look at its floor, once a second, in milliseconds of processor: for 100 and 1,200
tables of which none has anything new, and while a fifth of them has played since the look before;
and for its first look. A fifth of them has five alarms each that are open.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import Connection, Engine, Table, select, update

from bench.sample import Sample, verdict
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.projection.row_tables import ROW_TABLES, TABLE_STATE_TABLE
from firmware.floor.schema import migrate_database
from firmware.floor.store import (
    JOURNAL_PLACE_TABLE,
    JOURNAL_TABLE,
    insert_missing,
    open_database,
)
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor_kit import served

TABLES = (100, 1_200)
LOOKS = 20
PLAYING = 5
"""Of so many tables one has something new; at a casino a record a table every two seconds."""
AIM_MS = 50.0
FIRST = "0" * 32


def floor_of(folder: Path, tables: int) -> Engine:
    """Return a ledger's database with the rows of an evening of each table."""
    store = open_database(f"sqlite:///{folder}/{tables}.db")
    migrate_database(store)
    store_facts(store, "table-0", facts_of(served("sic-bo", 1)), FIRST)
    with store.begin() as connection:
        for table in (JOURNAL_TABLE, JOURNAL_PLACE_TABLE, *ROW_TABLES):
            insert_missing(connection, table, [*_copies(connection, table, tables)])
    return store


def _copies(connection: Connection, table: Table, tables: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of the first table's journal for every other one."""
    rows = connection.execute(select(table).where(table.c.journal == FIRST)).mappings().all()
    for number in range(1, tables):
        # an alarm's id begins as its journal's identity, so that must differ from the front
        own = {"journal": f"{number:08x}".ljust(32, "0")}
        for row in rows:
            others: dict[str, Any] = {"name": f"table-{number}"} if "name" in row else {}
            if "acknowledged" in row:
                is_past = number >= tables // PLAYING
                others = {
                    "id": f"{number:08x}{row['id'][8:]}",
                    "over_ms": row["since_ms"] if is_past else row["over_ms"],
                    "acknowledged": is_past,
                }
            yield {**row, **own, **others}


def look_ms(monitor: FloorMonitor) -> float:
    began = time.process_time()
    monitor.refresh()
    return (time.process_time() - began) * 1000


def play(store: Engine, tables: int, look: int) -> None:
    """Give some tables new rows, as a ledger's write does; of a fifth of them the takings too."""
    columns = TABLE_STATE_TABLE.c
    journals = [f"{number:08x}".ljust(32, "0") for number in range(look % PLAYING, tables, PLAYING)]
    with store.begin() as connection:
        newer = update(TABLE_STATE_TABLE).values(revision=columns.revision + 1)
        connection.execute(newer.where(columns.journal.in_(journals)))
        settled = update(TABLE_STATE_TABLE).values(takings_revision=columns.revision)
        connection.execute(settled.where(columns.journal.in_(journals[::PLAYING])))


def measure(folder: Path) -> Sample:
    fields = {}
    for tables in TABLES:
        store = floor_of(folder, tables)
        monitor = FloorMonitor(store)
        fields[f"first_{tables}_ms"] = look_ms(monitor)
        fields[f"still_{tables}_ms"] = median(look_ms(monitor) for _ in range(LOOKS))
        playing = []
        for look in range(LOOKS):
            play(store, tables, look)
            playing.append(look_ms(monitor))
        fields[f"look_{tables}_ms"] = median(playing)
        store.dispose()
    lines = [
        *(
            f"{tables} tables: a look takes {fields[f'look_{tables}_ms']:.1f} ms of processor while"
            f" a fifth of them plays, {fields[f'still_{tables}_ms']:.1f} while none does,"
            f" the first {fields[f'first_{tables}_ms']:,.0f} ms;"
            for tables in TABLES
        ),
        verdict(met=fields["look_1200_ms"] < AIM_MS, aim=f"1,200 tables under {AIM_MS:.0f} ms"),
    ]
    return Sample("pit", lines, fields)
