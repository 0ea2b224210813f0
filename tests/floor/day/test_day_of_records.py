"""A day of a real ledger: its records are sealed by their digests, and a lost one is named."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import delete, update

from firmware.floor.day.day_content import TableDay
from firmware.floor.day.day_desk import SignedWords
from firmware.floor.store import RECORD_TABLE
from firmware.shell.journal import RetentionPolicy
from tests.kits.floor.day_kit import DayFloor, signature_of
from tests.kits.floor.enrolled import PROPERTY
from tests.kits.floor.pit_kit import timed_now
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Engine, Uplink, open_ledger, received, started

PLAYED = date(2026, 11, 27)
AFTER_MS = int(datetime(2026, 11, 28, 9, tzinfo=UTC).timestamp() * 1000)
"""Of `timed_now`: the table plays at ten on the 27th."""


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    disk = Disk(tmp_path_factory.mktemp("disk"), RetentionPolicy(1 << 15))
    disk.write([started(), *map(timed_now, open_entries("sic-bo", 600))])
    yield disk
    disk.close()


@pytest.fixture
def floor(tmp_path: Path, disk: Disk) -> DayFloor:
    store = empty_store(tmp_path / "ledger.db")
    ledger, engine = open_ledger(store), Engine()
    engine.drain(Uplink(disk, "table-7"))
    for messages in engine.subjects.values():
        ledger.store_messages([*map(received, messages)])
    floor = DayFloor(store, tmp_path)
    floor.now = AFTER_MS
    draft = floor.draft(PLAYED)
    kinds = {exception.kind for exception in draft.content.exceptions}
    # of the enrolled tables one has sent nothing at all
    assert "missing" in kinds <= {"silent", "open_round", "no_opener", "missing"}
    signed = SignedWords(draft.digest, dict.fromkeys(kinds, "it was cut off"))
    floor.day_desk.close(PROPERTY, PLAYED, signed, signature_of("anne", "simon"))
    return floor


def sealed_table(floor: DayFloor) -> TableDay:
    (table,) = floor.files(PLAYED)[0].opened().sealed.content.tables
    return table


def change(store: Store, statement: object) -> None:
    with store.begin() as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def test_records_of_the_day_are_sealed(floor: DayFloor, disk: Disk) -> None:
    table = sealed_table(floor)
    assert table.first_record is not None
    assert table.last_record is not None
    assert (table.journal, table.first_record.number) == (disk.identity, 0)
    assert table.last_record.number == table.released > 100
    assert len(bytes.fromhex(table.last_record.digest)) == 32
    assert table.takings[""].rounds > 0
    assert floor.findings() == []


def test_lost_record_is_named(floor: DayFloor) -> None:
    last = sealed_table(floor).released
    change(floor.store, delete(RECORD_TABLE).where(RECORD_TABLE.c.number >= last - 3))
    assert floor.findings() == ["record"]


def test_altered_record_is_named(floor: DayFloor) -> None:
    last = sealed_table(floor).released
    is_last = RECORD_TABLE.c.number == last
    change(floor.store, update(RECORD_TABLE).where(is_last).values(payload=b"{}"))
    assert floor.findings() == ["record"]
