"""Checks and repeated lines look at recent days first, at every day if one is not there."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
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
from tests.kits.floor_wire import open_ledger, opened, received

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


def test_extra_fact_of_an_earlier_day_is_found(store: Store, clock: LedgerClock) -> None:
    ledger, is_extra = open_ledger(store), False
    for message in table_messages():
        begins_shoe = opened(message).lane == "fact" and opened(message).last.shoe > 0
        clock.set_day(DAY + APART if begins_shoe or is_extra else DAY)
        ledger.store_messages([received(message)])
        is_extra = is_extra or add_extra_fact(store)
    assert is_extra
    assert outcome(store)[0] == ["fact_differs"]


def add_extra_fact(store: Store) -> bool:
    """Add a fact of DAY to the end of the first shoe; return whether that is over."""
    with store.begin() as connection:
        rows = select_rows(connection, FACT_TABLE)
        if is_over := any(row["shoe"] > 0 for row in rows):
            last = max(row["number"] for row in rows if row["shoe"] == 0)
            extra = {**rows[0], "shoe": 0, "number": last + 1, "day": DAY}
            connection.execute(FACT_TABLE.insert().values(extra))
    return is_over


@contextmanager
def noted_first_days(store: Store) -> Iterator[Counter[date]]:
    """Count, by the first day, in which partitions of lines PostgreSQL has looked at the end."""
    reads, first_days = list[tuple[str, Any]](), Counter[date]()

    def note(_c: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if re.search(r"FROM (fact|record)\b", statement):
            reads.append((statement, values))

    event.listen(store, "before_cursor_execute", note)
    yield first_days
    event.remove(store, "before_cursor_execute", note)
    first_days.update(min(days_read(store, *read)) for read in reads)


def make_weeks(store: Store) -> None:
    if store.dialect.name != "postgresql":
        pytest.skip("one table for all days")
    for weeks in range(8):
        make_partitions(store, DAY - weeks * timedelta(DAYS_AHEAD))


def test_check_reads_few_partitions(store: Store, clock: LedgerClock) -> None:
    make_weeks(store)
    ledger = open_ledger(store)
    with noted_first_days(store) as first_days:
        for message in table_messages():
            ledger.store_messages([received(message)])
    assert first_days[DAY - timedelta(1)] > 10
    with store.connect() as connection:
        shoes = {row["shoe"] for row in select_rows(connection, FACT_TABLE)}
    # every day is read where a shoe begins: an extra fact may be behind the one before
    assert first_days.total() - first_days[DAY - timedelta(1)] <= len(shoes) - 1


def test_repeated_line_is_looked_for_on_recent_days(store: Store, clock: LedgerClock) -> None:
    make_weeks(store)
    ledger, messages = open_ledger(store), [*map(received, table_messages())]
    ledger.store_messages(messages)
    with noted_first_days(store) as first_days:
        assert ledger.store_messages(messages).alarms == []
    assert first_days.keys() == {DAY - timedelta(1)}


def days_read(store: Store, statement: str, values: Any) -> set[date]:
    """Return the days whose partitions PostgreSQL looks into."""
    with store.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars().all()
    return {date.fromisoformat(day) for line in plan for day in re.findall(r"_(\d{8})\b", line)}
