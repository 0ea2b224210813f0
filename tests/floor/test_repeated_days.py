"""What is sent again on another day, in any order and to any ledger, is stored once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import text, update

from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import USUAL_CALENDAR
from firmware.floor.ledger import table_message
from firmware.floor.ledger.day_partitions import (
    DAYS_AHEAD,
    drop_empty_partitions,
    make_partitions,
    oldest_row_days,
    partition_days,
    prepare_days_once,
)
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.stored_lines import LANE_TABLES
from firmware.floor.ledger.table_message import current_day
from firmware.floor.store import GAP_TABLE, RECORD_TABLE, select_rows, write_transaction
from firmware.floor.wire import FactLine, LaneMessage
from tests.kits.examples import examples
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Engine, Uplink, open_ledger, received, sealed, started

DAY_S = 86_400
NOON = 1_796_126_400
"""A gaming day's noon, in UTC, years ahead of whatever partitions the tests have made."""
JOURNAL = "99" * 16


class Clock:
    """A ledger's time of day, which a test sets."""

    def __init__(self, now_s: float) -> None:
        self.now_s = now_s

    def time(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(NOON)
    monkeypatch.setattr(table_message, "time", clock)
    return clock


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[bytes]]:
    """Both lanes of an evening in small messages, and once more in larger ones, whose ends differ
    from those of the first.
    """
    folder, entries = tmp_path_factory.mktemp("evening"), [started(), *open_entries("sic-bo", 400)]
    disk, small = Disk(folder), Engine()
    uplink = Uplink(disk)
    for at in range(0, len(entries), 20):
        disk.write(entries[at : at + 20])
        small.drain(uplink)
    large = Engine()
    large.drain(Uplink(disk))
    yield [
        message for engine in (small, large) for lane in LANE_TABLES for message in engine.of(lane)
    ]
    disk.close()


def rows(store: Store, lane: str) -> list[dict[str, Any]]:
    with store.connect() as connection:
        return select_rows(connection, LANE_TABLES[lane])


def positions(store: Store, lane: str) -> list[LanePosition]:
    return [LanePosition(row.get("shoe", 0), row["number"]) for row in rows(store, lane)]


def kinds(store: Store) -> list[str]:
    with store.connect() as connection:
        return [row["kind"] for row in stored_alarms(connection)]


@pytest.fixture
def expected(tmp_path: Path, evening: list[bytes]) -> dict[str, list[LanePosition]]:
    from tests.kits.floor.stores import empty_store

    store = empty_store(tmp_path / "whole.db")
    open_ledger(store).store_messages([received(message) for message in evening])
    found = {lane: positions(store, lane) for lane in LANE_TABLES}
    store.dispose()
    return found


@pytest.mark.parametrize("seed", range(examples(4, 12)))
def test_repeated_on_other_days_is_stored_once(
    store: Store,
    clock: Clock,
    evening: list[bytes],
    expected: dict[str, list[LanePosition]],
    seed: int,
) -> None:
    ledger, chance = open_ledger(store), Random(seed)
    for day in range(4):  # a message of the first day may be lost, of the last none
        clock.now_s = NOON + day * DAY_S
        sent = [message for message in evening if day == 3 or chance.random() < 0.5]
        chance.shuffle(sent)
        while sent:
            some = chance.randint(1, 9)
            ledger.store_messages([received(message) for message in sent[:some]])
            sent = sent[some:]
    assert {lane: positions(store, lane) for lane in LANE_TABLES} == expected
    assert kinds(store) == []


@pytest.mark.parametrize("seed", range(examples(1, 4)))
def test_two_ledgers_on_different_days(
    store: Store, clock: Clock, evening: list[bytes], expected: dict[str, Any], seed: int
) -> None:
    chance = Random(seed)
    sent = [received(message) for message in evening * 2]
    chance.shuffle(sent)
    batches = [sent[at : at + 7] for at in range(0, len(sent), 7)]

    def store_batch(number: int) -> None:
        clock.now_s = NOON + (number % 3) * DAY_S  # whichever ledger reads it
        open_ledger(store).store_messages(batches[number])

    with ThreadPoolExecutor(3) as ledgers:
        [*ledgers.map(store_batch, range(len(batches)))]
    assert {lane: positions(store, lane) for lane in LANE_TABLES} == expected
    assert kinds(store) == []


def test_altered_line_is_found_on_another_day(
    store: Store, clock: Clock, evening: list[bytes]
) -> None:
    ledger = open_ledger(store)
    ledger.store_messages([received(message) for message in evening])
    with write_transaction(store) as connection:
        connection.execute(
            update(RECORD_TABLE).where(RECORD_TABLE.c.number == 7).values(payload=b"{}")
        )
    clock.now_s += DAY_S
    ledger.store_messages([received(message) for message in evening])
    assert set(kinds(store)) == {"altered"}


def test_longer_message_behind_a_gap_is_stored_once(store: Store, clock: Clock) -> None:
    after = LanePosition(0, 4)
    short, long = (
        LaneMessage(
            "fact", after, tuple(FactLine(LanePosition(0, n), {}) for n in range(5, 5 + length))
        )
        for length in (2, 4)
    )
    ledger = open_ledger(store)
    for message in (short, long, short, long):
        clock.now_s += DAY_S
        ledger.store_messages([received(sealed(message, JOURNAL))])
    assert positions(store, "fact") == [LanePosition(0, n) for n in range(5, 9)]
    with store.connect() as connection:
        (gap,) = select_rows(connection, GAP_TABLE)
    assert gap["number"] == 8


def test_receipt_has_its_gaming_day(store: Store, clock: Clock, evening: list[bytes]) -> None:
    open_ledger(store).store_messages([received(message) for message in evening])
    for lane in LANE_TABLES:
        days = {(row["received_at"][:10], row["day"]) for row in rows(store, lane)}
        assert days == {(current_day(USUAL_CALENDAR).isoformat(), current_day(USUAL_CALENDAR))}


def test_days_ahead_have_partitions(store: Store) -> None:
    if store.dialect.name != "postgresql":
        assert make_partitions(store, date(2030, 1, 1)) == []
        return
    first = date(2030, 1, 1)
    assert make_partitions(store, first) == []
    assert make_partitions(store, first) == []
    with store.connect() as connection:
        for table in LANE_TABLES.values():
            wanted = {first + timedelta(number) for number in range(DAYS_AHEAD)}
            assert wanted <= partition_days(connection, table)


def test_unforeseen_day_moves_with_an_alarm(
    store: Store, clock: Clock, evening: list[bytes]
) -> None:
    if store.dialect.name != "postgresql":
        pytest.skip("one table for all days")
    clock.now_s = NOON + 3000 * DAY_S
    ledger, logged = open_ledger(store), list[Any]()
    ledger.store_messages([received(message) for message in evening])
    before = rows(store, "record")
    prepare_days_once(ledger, logged.append)
    prepare_days_once(ledger, logged.append)
    assert [alarm.key for alarm in logged] == ["floor.alarm.unforeseen_day"]
    assert rows(store, "record") == before
    with store.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM record_default")) == 0
        assert current_day(USUAL_CALENDAR) in partition_days(connection, RECORD_TABLE)


def test_age_is_that_of_the_oldest_line(store: Store, clock: Clock, evening: list[bytes]) -> None:
    ledger = open_ledger(store)
    assert oldest_row_days(ledger) == 0
    for _ in range(2):
        ledger.store_messages([received(message) for message in evening])
        clock.now_s += 20 * DAY_S
    assert oldest_row_days(ledger) == 40


def test_past_days_without_lines_have_no_partition(
    store: Store, clock: Clock, evening: list[bytes]
) -> None:
    today = current_day(USUAL_CALENDAR)
    make_partitions(store, today)
    open_ledger(store).store_messages([received(message) for message in evening])
    before = rows(store, "record")
    drop_empty_partitions(store, today + timedelta(DAYS_AHEAD - 2))
    assert rows(store, "record") == before
    if store.dialect.name == "postgresql":
        with store.connect() as connection:
            left = partition_days(connection, RECORD_TABLE)
        assert {today, today + timedelta(DAYS_AHEAD - 1)} <= left
        assert not {today + timedelta(number) for number in range(1, DAYS_AHEAD - 1)} & left
