"""Everything of a table on a day: the same from the database and, later, from its archive."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import update

from firmware.cli.main import main
from firmware.floor.archive.day_rows import DatabaseDay, DayEnds
from firmware.floor.archive.detach import archive_day, open_relied
from firmware.floor.archive.table_day import DaySource, journals_at, table_rounds, table_rows
from firmware.floor.ledger import table_message
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE, FORM_TABLE
from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE, TABLE_ALARM_TABLE
from firmware.floor.store import (
    JOURNAL_PLACE_TABLE,
    RECORD_TABLE,
    insert_missing,
    write_transaction,
)
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey
from tests.kits.floor.archive_kit import DAY, TODAY, fill_days, seal
from tests.kits.floor.ledger_clock import LedgerClock
from tests.kits.floor_wire import TABLE

ENDS = DayEnds.of(DAY)
NOON_MS = (ENDS.first_hour + 6) * 3_600_000


@pytest.fixture
def signer(tmp_path: Path) -> DeviceKey:
    return DeviceKey.enrol(tmp_path)


@pytest.fixture
def journal(store: Store, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have two days of a table in the database, with a form, an alarm and takings of the first."""
    clock = LedgerClock()
    monkeypatch.setattr(table_message, "time", clock)
    fill_days(store, clock, days=2)
    seal(store, DAY)
    with write_transaction(store) as connection:
        (journal,) = journals_at(DatabaseDay(connection, ENDS), ENDS, TABLE)
        own = {"journal": journal}
        alarm = {"kind": "fault", "since_ms": NOON_MS, "over_ms": NOON_MS, "acknowledged": True}
        takings = {"hour": ENDS.first_hour, "bet_class": "", "expected_gain": "1/3"}
        counts = (
            *("rounds", "handle", "held", "voids", "late_bets", "variance"),
            *("priced_rounds", "priced_stakes", "priced_gain"),
        )
        insert_missing(connection, HOUR_TAKINGS_TABLE, [own | takings | dict.fromkeys(counts, 1)])
        insert_missing(connection, TABLE_ALARM_TABLE, [own | alarm | {"id": "a.1", "body": "{}"}])
        signed = {"acknowledged_by": "anne", "acknowledged_ms": NOON_MS, "note": ""}
        insert_missing(connection, ACKNOWLEDGEMENT_TABLE, [{"alarm_id": "a.1", **signed}])
        for number, name in ((1, TABLE), (2, "table-8")):
            form = {"number": number, "table_name": name, "body": "{}", "filed_by": "anne"}
            insert_missing(connection, FORM_TABLE, [{**form, "filed_ms": NOON_MS}])
    return journal


def table_day(source: DaySource) -> list[tuple[str, dict[str, Any]]]:
    return [(table.name, dict(row)) for table, row in table_rows(source, ENDS, TABLE)]


def test_archive_answers_as_the_rows_did(
    store: Store, journal: str, tmp_path: Path, signer: DeviceKey
) -> None:
    with store.connect() as connection:
        source = DatabaseDay(connection, ENDS)
        before, rounds = table_day(source), [*table_rounds(source, ENDS, TABLE)]
    [*_, last] = archive_day(store, tmp_path / "archive", ENDS, TODAY, signer)
    assert last.name == "dropped"
    archive = open_relied(store, tmp_path / "archive", DAY)
    assert table_day(archive) == before
    assert [*table_rounds(archive, ENDS, TABLE)] == rounds
    assert len(rounds) > 3
    assert {name for name, _ in before} >= {
        *("record", "fact", "form", "table_alarm", "acknowledgement", "hour_takings"),
        *("journal", "journal_place"),
    }
    assert [row["number"] for name, row in before if name == "form"] == [1]


def test_command_prints_the_same(
    store: Store,
    journal: str,
    tmp_path: Path,
    signer: DeviceKey,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = ["--database", store.url.render_as_string(hide_password=False)]
    folder = tmp_path / "archive"
    asked = ["floor", "recall", TABLE, DAY.isoformat(), "--lang", "en"]
    assert main([*asked, *address, "--json"]) == 0
    rows = capsys.readouterr().out
    assert main([*asked, *address]) == 0
    heading, _, words = capsys.readouterr().out.partition("\n")
    assert heading == f"{TABLE}, {DAY}: from the ledger's database"
    list(archive_day(store, folder, ENDS, TODAY, signer))
    for source in ([*address, "--archive", str(folder)], ["--archive", str(folder)]):
        assert main([*asked, *source, "--json"]) == 0
        assert capsys.readouterr().out == rows
        assert main([*asked, *source]) == 0
        heading, _, archived_words = capsys.readouterr().out.partition("\n")
        assert heading.startswith(f"{TABLE}, {DAY}: from the archive {folder}")
        assert archived_words == words
    assert len(rows.splitlines()) > 300
    assert all(json.loads(line)["table"] for line in rows.splitlines())


def test_changed_archive_answers_nothing(
    store: Store,
    journal: str,
    tmp_path: Path,
    signer: DeviceKey,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "archive"
    [*_, last] = archive_day(store, folder, ENDS, TODAY, signer)
    assert last.archive is not None
    path = last.archive.folder / "fact.parquet"
    write_atomically(path, path.read_bytes()[::-1])
    asked = ["floor", "recall", TABLE, DAY.isoformat(), "--archive", str(folder), "--lang", "en"]
    assert main(asked) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "fact.parquet is not what the manifest says" in printed.err


def test_name_of_that_day_finds_the_table(store: Store, journal: str) -> None:
    place = {"journal": journal, "property": "montreal", "pit": "main", "position": ""}
    moved = {"name": "table-9", "since": f"{TODAY}T00:00:00", "enrolled_ms": 1, "enrolment": 1}
    began = {"since": f"{DAY}T00:00:00"}
    with write_transaction(store) as connection:
        connection.execute(update(JOURNAL_PLACE_TABLE).values(began))
        insert_missing(connection, JOURNAL_PLACE_TABLE, [place | moved])
        source = DatabaseDay(connection, ENDS)
        assert journals_at(source, ENDS, TABLE) == {journal}
        assert journals_at(source, ENDS, "table-9") == frozenset()
        later = DatabaseDay(connection, DayEnds.of(TODAY + timedelta(1)))
        assert journals_at(later, later.ends, "table-9") == {journal}
        assert journals_at(later, later.ends, TABLE) == frozenset()


def test_archive_command_moves_what_is_due(
    store: Store,
    journal: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.undo()  # today is years after these days
    DeviceKey.enrol(tmp_path)
    command = [
        *("floor", "archive", "--database", store.url.render_as_string(hide_password=False)),
        *("--folder", str(tmp_path / "archive"), "--key", str(tmp_path / DEVICE_KEY_FILE)),
        *("--lang", "en"),
    ]
    assert main(command) == 1
    printed = capsys.readouterr().out
    assert f"{DAY}: archived" in printed
    assert f"{DAY + timedelta(1)} stays: it is not sealed at montreal" in printed
    with store.connect() as connection:
        assert [*DatabaseDay(connection, ENDS).rows(RECORD_TABLE)] == []
    address = ["--database", store.url.render_as_string(hide_password=False), "--lang", "en"]
    again = ["floor", "reopen", DAY.isoformat(), "--archive", str(tmp_path / "archive"), *address]
    assert main(again) == 0
    assert f"{DAY}: in the database again" in capsys.readouterr().out
    with store.connect() as connection:
        assert [*DatabaseDay(connection, ENDS).rows(RECORD_TABLE)] != []
    assert main(again) == 2
    assert "is not archived" in capsys.readouterr().err


def test_recall_needs_a_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["floor", "recall", TABLE, DAY.isoformat(), "--lang", "en"]) == 2
    assert "an archive's folder" in capsys.readouterr().err
