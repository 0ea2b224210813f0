"""Days of a table in a ledger's database, and their seals."""

from datetime import date, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Engine as Store

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.ledger.day_partitions import make_partitions
from firmware.floor.ledger.stored_lines import LANE_TABLES
from firmware.floor.store import insert_missing, write_transaction
from tests.kits.floor.ledger_clock import LedgerClock
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import HOUSE, Disk, Engine, Uplink, open_ledger, received, started

DAY: Final = date(2024, 2, 28)
"""The first day of the tables here."""
TODAY: Final = date(2024, 4, 10)


@cache
def table_messages(entries: int = 900) -> list[bytes]:
    """Return what a table sends of its journal, in small messages of both lanes."""
    with TemporaryDirectory() as folder:
        return _sent_messages(Path(folder), entries)


def _sent_messages(folder: Path, entries: int) -> list[bytes]:
    disk, engine = Disk(folder), Engine()
    uplink, evening = Uplink(disk), [started(), *open_entries("sic-bo", entries)]
    sent = list[bytes]()
    for at in range(0, len(evening), 20):
        before = {lane: len(engine.of(lane)) for lane in LANE_TABLES}
        disk.write(evening[at : at + 20])
        engine.drain(uplink)
        sent += [message for lane in LANE_TABLES for message in engine.of(lane)[before[lane] :]]
    disk.close()
    return sent


def fill_days(store: Store, clock: LedgerClock, days: int) -> list[bytes]:
    """Have a ledger receive a table's messages on some days from DAY on, which have partitions."""
    make_partitions(store, DAY)
    messages, ledger = table_messages(), open_ledger(store)
    each = -(-len(messages) // days)
    for number in range(days):
        clock.set_day(DAY + timedelta(number))
        batch = messages[number * each : (number + 1) * each]
        ledger.store_messages([received(message) for message in batch])
    return messages


def seal(store: Store, day: date, property_name: str = HOUSE) -> None:
    """Have a day sealed."""
    own = {"property": property_name, "day": day.isoformat(), "number": 0}
    with write_transaction(store) as connection:
        rest = {"octets": b"sealed", "previous": "", "sealed_ms": 0}
        insert_missing(connection, SEALED_DAY_TABLE, [own | rest])
