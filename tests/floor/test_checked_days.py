"""A check of new records looks at recent days, and at every day once something is not there."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import event, func, select, update

from firmware.floor.ledger import table_message
from firmware.floor.ledger.chain_check import CHECKED_LANE
from firmware.floor.ledger.day_partitions import DAYS_AHEAD, make_partitions
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, select_rows
from tests.kits.floor.archive_kit import DAY, table_messages
from tests.kits.floor.ledger_clock import LedgerClock
from tests.kits.floor_wire import open_ledger, received

APART = timedelta(5)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> LedgerClock:
    clock = LedgerClock()
    clock.set_day(DAY)
    monkeypatch.setattr(table_message, "time", clock)
    return clock


def store_days_apart(store: Store, clock: LedgerClock) -> Iterator[Ledger]:
    """Have each message of a table come days after the one before, to a ledger that remembers
    nothing.
    """
    for number, message in enumerate(table_messages()):
        clock.set_day(DAY + number * APART)
        ledger = open_ledger(store)
        ledger.store_messages([received(message)])
        yield ledger


def outcome(store: Store) -> tuple[list[str], int]:
    """Return the kinds of alarms, and the last checked record."""
    with store.connect() as connection:
        (row,) = select_rows(connection, WATERMARK_TABLE, lane=CHECKED_LANE)
        return sorted({alarm.kind for alarm in stored_alarms(connection)}), row["number"]


def test_lines_of_earlier_days_are_checked(store: Store, clock: LedgerClock) -> None:
    *_, last_ledger = store_days_apart(store, clock)
    checked = outcome(store)
    assert checked[0] == []
    with store.connect() as connection:
        released = max(row["shoe"] for row in select_rows(connection, FACT_TABLE))
    assert checked[1] == released - 1
    assert last_ledger.store_messages([received(table_messages()[-1])]).alarms == []


def test_altered_fact_of_an_earlier_day_is_found(store: Store, clock: LedgerClock) -> None:
    is_altered = False
    for _ in store_days_apart(store, clock):
        if not is_altered:
            with store.begin() as connection:
                shoe = select(func.max(FACT_TABLE.c.shoe)).scalar_subquery()
                own = FACT_TABLE.c.number == 3, FACT_TABLE.c.shoe == shoe, shoe > 0
                altered = update(FACT_TABLE).where(*own).values(body="{}")
                is_altered = connection.execute(altered).rowcount == 1
    assert is_altered
    assert outcome(store)[0] == ["fact_differs"]


def test_check_reads_few_partitions(store: Store, clock: LedgerClock) -> None:
    if store.dialect.name != "postgresql":
        pytest.skip("one table for all days")
    for weeks in range(1, 8):
        make_partitions(store, DAY - weeks * timedelta(DAYS_AHEAD))
    make_partitions(store, DAY)
    ledger, reads = open_ledger(store), list[tuple[str, Any]]()

    def note(_c: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if re.search(r"FROM (fact|record)\b", statement):
            reads.append((statement, values))

    event.listen(store, "before_cursor_execute", note)
    for message in table_messages():
        ledger.store_messages([received(message)])
    event.remove(store, "before_cursor_execute", note)
    assert len(reads) > 10
    assert min(day for read in reads for day in days_read(store, *read)) == DAY - timedelta(1)


def days_read(store: Store, statement: str, values: Any) -> set[date]:
    """Return the days whose partitions PostgreSQL looks into."""
    with store.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars().all()
    return {date.fromisoformat(day) for line in plan for day in re.findall(r"_(\d{8})\b", line)}
