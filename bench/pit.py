"""(r) The pit's look at its floor, once a second: milliseconds of processor for 100 and 500 tables
that play, and for their first look; ratio of 500 to 100.
"""

import time
from pathlib import Path
from statistics import median

from sqlalchemy import Engine

from bench.sample import Sample, verdict
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor_kit import served

TABLES = (100, 500)
LOOKS = 20
AIM_MS = 30.0


def floor_of(folder: Path, tables: int) -> Engine:
    """Return a ledger's database with an evening of each table."""
    store = open_database(f"sqlite:///{folder}/{tables}.db")
    migrate_database(store)
    facts = facts_of(served("sic-bo", 1))
    for number in range(tables):
        # an alarm's id begins as its journal's identity, so that must differ from the front
        store_facts(store, f"table-{number}", facts, f"{number:08x}".ljust(32, "0"))
    return store


def look_ms(monitor: FloorMonitor) -> float:
    began = time.process_time()
    monitor.refresh()
    return (time.process_time() - began) * 1000


def measure(folder: Path) -> Sample:
    fields = {}
    for tables in TABLES:
        store = floor_of(folder, tables)
        monitor = FloorMonitor(store)
        fields[f"first_{tables}_ms"] = look_ms(monitor)
        fields[f"look_{tables}_ms"] = median(look_ms(monitor) for _ in range(LOOKS))
        store.dispose()
    lines = [
        *(
            f"{tables} tables: a look takes {fields[f'look_{tables}_ms']:.1f} ms of processor,"
            f" the first {fields[f'first_{tables}_ms']:,.0f} ms;"
            for tables in TABLES
        ),
        verdict(met=fields["look_500_ms"] < AIM_MS, aim=f"500 tables under {AIM_MS:.0f} ms"),
    ]
    return Sample("pit", lines, fields)
