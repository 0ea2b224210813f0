"""A sealed day leaves the database for a file, and nothing is lost wherever that is interrupted."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import text

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.archive.archive_manifest import ArchiveRefused
from firmware.floor.archive.day_archive import DayArchive, day_folder
from firmware.floor.archive.day_rows import DAY_CONDITIONS, MOVED_TABLES, DayEnds, day_rows
from firmware.floor.archive.detach import STEPS, archive_day, open_relied
from firmware.floor.archive.reopen import reopen_day
from firmware.floor.archive.retention import (
    Retention,
    due_days,
    expired_days,
    read_retention,
    row_days,
    why_it_stays,
)
from firmware.floor.facts import LanePosition
from firmware.floor.ledger import table_message
from firmware.floor.ledger.archived_days import ArchivedDays
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.verify import verify_journals
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, insert_missing, write_transaction
from firmware.shell.trust.keys import DeviceKey
from tests.kits.floor.archive_kit import DAY, TODAY, fill_days, seal, table_messages
from tests.kits.floor.killed_archive import archive_and_kill
from tests.kits.floor.ledger_clock import LedgerClock
from tests.kits.floor_wire import HOUSE, open_ledger, received

ENDS = DayEnds.of(DAY)


@pytest.fixture
def signer(tmp_path: Path) -> DeviceKey:
    return DeviceKey.enrol(tmp_path)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> LedgerClock:
    clock = LedgerClock()
    monkeypatch.setattr(table_message, "time", clock)
    return clock


@pytest.fixture
def messages(store: Store, clock: LedgerClock) -> list[bytes]:
    """What a table has sent on three days, the first of which is sealed."""
    messages = fill_days(store, clock, days=3)
    seal(store, DAY)
    return messages


def rows_of_day(store: Store, day: date) -> dict[str, list[dict[str, Any]]]:
    with store.connect() as connection:
        return {
            table.name: [*map(dict, day_rows(connection, table, DayEnds.of(day)))]
            for table in DAY_CONDITIONS
        }


def archived_rows(archive: DayArchive) -> dict[str, list[dict[str, Any]]]:
    return {table.name: [*map(dict, archive.rows(table))] for table in DAY_CONDITIONS}


def moved(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {table.name: rows[table.name] for table in MOVED_TABLES}


def archived(store: Store, folder: Path, signer: DeviceKey, day: date = DAY) -> DayArchive:
    *_, last = archive_day(store, folder, DayEnds.of(day), TODAY, signer)
    assert last.archive is not None
    return last.archive


def test_archive_has_the_octets_of_the_rows(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    before = rows_of_day(store, DAY)
    assert len(before["record"]) > 50
    assert before["journal_place"]
    archive = archived(store, tmp_path / "archive", signer)
    assert archived_rows(archive) == before
    after = rows_of_day(store, DAY)
    assert after == before | {table.name: [] for table in MOVED_TABLES}


def test_other_days_stay(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    next_day = DAY + timedelta(1)
    before = rows_of_day(store, next_day)
    archived(store, tmp_path / "archive", signer)
    assert rows_of_day(store, next_day) == before
    assert moved(before)["record"]


@pytest.mark.parametrize("stop", range(len(STEPS)))
def test_killed_between_steps_loses_nothing(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey, stop: int
) -> None:
    before = moved(rows_of_day(store, DAY))
    archive = tmp_path / "archive"
    archive_and_kill(store, archive, tmp_path, stop)
    rows = moved(rows_of_day(store, DAY))
    if rows != before:  # then the archive alone has them, and is relied on
        assert rows == {table.name: [] for table in MOVED_TABLES}
        assert moved(archived_rows(open_relied(store, archive, DAY))) == before
    assert moved(archived_rows(archived(store, archive, signer))) == before
    assert moved(rows_of_day(store, DAY)) == {table.name: [] for table in MOVED_TABLES}


def test_killed_while_writing_begins_again(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    archive = tmp_path / "archive"
    unfinished = day_folder(archive, DAY).with_name(f"{DAY}.unfinished")
    unfinished.mkdir(parents=True)
    (unfinished / "record.parquet").write_bytes(b"half")
    archived(store, archive, signer)
    assert not unfinished.exists()


@pytest.mark.parametrize("name", ["record.parquet", "journal.parquet", "manifest.json"])
def test_changed_archive_is_not_relied_on(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey, name: str
) -> None:
    archive, before = tmp_path / "archive", rows_of_day(store, DAY)
    steps = archive_day(store, archive, ENDS, TODAY, signer)
    assert [next(steps).name for _ in range(2)] == ["carried", "written"]
    path = day_folder(archive, DAY) / name
    octets = path.read_bytes()
    path.write_bytes(octets[:-9] + bytes([octets[-9] ^ 1]) + octets[-8:])
    if name == "manifest.json":  # it was read already; whoever goes on later reads it again
        steps = archive_day(store, archive, ENDS, TODAY, signer)
    with pytest.raises(ArchiveRefused):
        list(steps)
    assert rows_of_day(store, DAY) == before


def test_relied_archive_that_changed_is_refused(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    archive = archived(store, tmp_path / "archive", signer)
    path = archive.folder / "fact.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ArchiveRefused):
        open_relied(store, tmp_path / "archive", DAY)
    path.unlink()
    with pytest.raises(ArchiveRefused):
        open_relied(store, tmp_path / "archive", DAY)


def test_foreign_archive_in_the_folder_stays(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    """Of another property, or of this one before its database was restored with fewer rows."""
    archive = tmp_path / "archive"
    steps = archive_day(store, archive, ENDS, TODAY, signer)
    assert [next(steps).name for _ in range(2)] == ["carried", "written"]
    octets = (day_folder(archive, DAY) / "record.parquet").read_bytes()
    with write_transaction(store) as connection:
        connection.execute(RECORD_TABLE.delete().where(RECORD_TABLE.c.number == 3))
    with pytest.raises(ArchiveRefused):
        archived(store, archive, signer)
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(ArchiveRefused):
        archived(store, archive, DeviceKey.enrol(tmp_path / "elsewhere"))
    assert (day_folder(archive, DAY) / "record.parquet").read_bytes() == octets


def test_archived_line_is_not_stored_again(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    archived(store, tmp_path / "archive", signer)
    with store.connect() as connection:
        days = row_days(connection)
    open_ledger(store).store_messages([received(message) for message in messages])
    with store.connect() as connection:
        assert row_days(connection) == days
        assert stored_alarms(connection) == []
    assert DAY not in days


def test_rest_of_the_journal_verifies(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    archive = archived(store, tmp_path / "archive", signer)
    verified = [*verify_journals(store, ArchivedDays())]
    assert [record.place for record in verified if record.finding] == []
    first = max(lane.last.number for lane in archive.manifest.lanes if lane.lane == "record")
    assert verified[0].number == first + 1


def test_line_behind_a_gap_is_carried_over(
    store: Store, clock: LedgerClock, tmp_path: Path, signer: DeviceKey
) -> None:
    messages = table_messages(300)
    ledger = open_ledger(store)
    clock.set_day(DAY)
    ledger.store_messages([received(message) for message in [*messages[:3], *messages[4:]]])
    behind = rows_of_day(store, DAY)
    archive = archived(store, tmp_path / "archive", signer)
    clock.set_day(TODAY)
    ledger.store_messages([received(message) for message in messages])
    everything = moved(archived_rows(archive))
    for name, rows in moved(rows_of_day(store, TODAY)).items():
        everything[name] += rows
    for name, rows in everything.items():
        keys = [LanePosition(row.get("shoe", 0), row["number"]) for row in rows]
        assert len(keys) == len(set(keys)), name
    assert len(everything["fact"]) > len(behind["fact"])


def test_day_that_is_not_sealed_never_leaves(store: Store, messages: list[bytes]) -> None:
    with store.connect() as connection:
        verdicts = [*due_days(connection, Retention(row_days=3), TODAY)]
    assert [(verdict.day, verdict.why is None) for verdict in verdicts] == [
        (DAY, True),
        (DAY + timedelta(1), False),
        (DAY + timedelta(2), False),
    ]
    assert verdicts[1].why is not None
    assert verdicts[1].why.key == "floor.archive.not_sealed"


def test_day_of_another_property_counts_for_nothing(store: Store, messages: list[bytes]) -> None:
    next_day = DAY + timedelta(1)
    seal(store, next_day, "laval")
    with store.connect() as connection:
        assert why_it_stays(connection, next_day) is not None
    seal(store, next_day, HOUSE)
    with store.connect() as connection:
        assert why_it_stays(connection, next_day) is None


def test_young_day_is_not_due(store: Store, messages: list[bytes]) -> None:
    days = (TODAY - DAY).days
    with store.connect() as connection:
        assert [*due_days(connection, Retention(row_days=days + 1), TODAY)] == []
        assert len([*due_days(connection, Retention(row_days=days), TODAY)]) == 1


def test_day_unread_by_a_keeper_stays(store: Store, messages: list[bytes]) -> None:
    journal = rows_of_day(store, DAY)["fact"][0]["journal"]
    lane = {"journal": journal, "lane": "jackpot", "shoe": 0, "number": 0}
    with write_transaction(store) as connection:
        insert_missing(connection, FACT_TABLE.metadata.tables["watermark"], [lane])
    with store.connect() as connection:
        why = why_it_stays(connection, DAY)
    assert why is not None
    assert why.key == "floor.archive.unread"


def test_retention_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "retention.toml"
    path.write_text("row_days = 14\narchive_years = 10\n")
    assert read_retention(path) == Retention(14, 10)
    for content in ("row_days = 1\n", "days = 3\n", "row_days =\n"):
        path.write_text(content)
        with pytest.raises(RequestFailed):
            read_retention(path)


def test_old_archive_is_named_and_stays(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    folder = tmp_path / "archive"
    archive = archived(store, folder, signer)
    assert expired_days(folder, Retention(), TODAY) == []
    assert expired_days(folder, Retention(archive_years=1), DAY + timedelta(400)) == [DAY]
    archive.check()


def test_detached_partition_is_dropped(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    archived(store, tmp_path / "archive", signer)
    if store.dialect.name == "postgresql":
        with store.connect() as connection:
            name = text(f"SELECT to_regclass('record_{DAY:%Y%m%d}')")
            assert connection.scalar(name) is None


def test_reopened_day_is_as_before(
    store: Store, messages: list[bytes], tmp_path: Path, signer: DeviceKey
) -> None:
    before, folder = rows_of_day(store, DAY), tmp_path / "archive"
    archived(store, folder, signer)
    reopen_day(store, folder, DAY)
    assert rows_of_day(store, DAY) == before
    open_ledger(store).store_messages([received(message) for message in messages])
    assert rows_of_day(store, DAY) == before
    assert {record.finding for record in verify_journals(store, ArchivedDays())} == {""}
    assert moved(archived_rows(archived(store, folder, signer))) == moved(before)
    assert moved(rows_of_day(store, DAY)) == {table.name: [] for table in MOVED_TABLES}
