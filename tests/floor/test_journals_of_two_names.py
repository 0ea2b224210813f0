"""A journal that an earlier version has under two names is one, and no row is counted twice."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, MetaData, create_engine, make_url, text

from firmware.floor.journal_places import registered_journals
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.schema import MIGRATIONS_FOLDER, migrate_database
from firmware.floor.store import (
    FACT_TABLE,
    GAP_TABLE,
    JOURNAL_PLACE_TABLE,
    RECORD_TABLE,
    WATERMARK_TABLE,
    open_database,
    select_rows,
)

VERSION_BEFORE: Final = "0006_names"
DOUBLED, OTHER = "aa" * 16, "bb" * 16
Row = Mapping[str, Any]


@pytest.fixture(params=["sqlite", "postgresql"])
def before(
    request: pytest.FixtureRequest, tmp_path: Path, database: str | None
) -> Iterator[Engine]:
    """Give an empty database of the version before, of each kind."""
    if request.param == "sqlite":
        yield _of_version_before(f"sqlite:///{tmp_path}/ledger.db")
        return
    if database is None:
        pytest.skip("no PostgreSQL here")
    server = create_engine(database, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE two_names"))
    engine = _of_version_before(make_url(database).set(database="two_names").render_as_string())
    yield engine
    engine.dispose()
    with server.connect() as connection:
        connection.execute(text("DROP DATABASE two_names"))
    server.dispose()


def _of_version_before(url: str) -> Engine:
    engine, config = open_database(url), Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, VERSION_BEFORE)
    return engine


def _key(name: str, journal: str = DOUBLED) -> dict[str, str]:
    return {"table_name": name, "journal": journal}


def _fact(name: str, number: int, body: str, journal: str = DOUBLED) -> Row:
    return {**_key(name, journal), "shoe": 0, "number": number, "body": body, "received_at": name}


def _record(name: str, number: int, payload: bytes) -> Row:
    columns = {"index_in_commit": 0, "previous_digest": b"d", "header": None}
    return {**_key(name), "number": number, "payload": payload, **columns}


def _fill(engine: Engine, rows: Mapping[str, list[Row]]) -> None:
    found = MetaData()
    with engine.begin() as connection:
        found.reflect(connection)
        for table, table_rows in rows.items():
            connection.execute(found.tables[table].insert(), table_rows)


ROWS: Final[Mapping[str, list[Row]]] = {
    "journal": [
        {**_key("table-7"), "began_at": "2026-01-01"},
        {**_key("table-9"), "began_at": "2026-02-01"},
        {**_key("table-8", OTHER), "began_at": "2026-01-02"},
    ],
    "watermark": [
        {**_key("table-7"), "lane": "fact", "shoe": 0, "number": 1},
        {**_key("table-9"), "lane": "fact", "shoe": 0, "number": 2},
        {**_key("table-7"), "lane": "record", "shoe": 0, "number": 1},
        {**_key("table-9"), "lane": "record", "shoe": 0, "number": 0},
        {**_key("table-9"), "lane": "checked", "shoe": 0, "number": 2},
        {**_key("table-8", OTHER), "lane": "fact", "shoe": 0, "number": 0},
    ],
    "gap": [
        {**_key(name), "lane": "fact", "after_shoe": 5, "after_number": 0, "shoe": 5, "number": 3}
        for name in ("table-7", "table-9")
    ],
    "fact": [
        *(_fact("table-7", number, f"{number}") for number in range(2)),
        *(_fact("table-9", number, f"{number}") for number in range(3)),
        _fact("table-8", 0, "other", OTHER),
    ],
    "record": [
        *(_record("table-7", number, b"r") for number in range(2)),
        _record("table-9", 0, b"r"),
    ],
}


def test_equal_rows_of_two_names_merged(before: Engine) -> None:
    _fill(before, ROWS)
    migrate_database(before)
    with before.connect() as connection:
        journals = registered_journals(connection)
        facts = [(row["journal"], row["number"]) for row in select_rows(connection, FACT_TABLE)]
        records = [row["number"] for row in select_rows(connection, RECORD_TABLE)]
        watermarks = {
            (row["journal"], row["lane"]): row["number"]
            for row in select_rows(connection, WATERMARK_TABLE)
        }
        assert len(select_rows(connection, GAP_TABLE)) == 1
        assert len(select_rows(connection, JOURNAL_PLACE_TABLE)) == 3
        assert stored_alarms(connection) == []
    assert [(one.identity, one.place.name) for one in journals.values()] == [
        (DOUBLED, "table-9"),
        (OTHER, "table-8"),
    ]
    assert facts == [(DOUBLED, 0), (DOUBLED, 1), (DOUBLED, 2), (OTHER, 0)]
    assert records == [0, 1]
    assert watermarks == {
        (DOUBLED, "fact"): 2,
        (DOUBLED, "record"): 1,
        (DOUBLED, "checked"): 2,
        (OTHER, "fact"): 0,
    }


def test_older_name_s_row_stays(
    before: Engine,
) -> None:
    changed = [_fact("table-9", 1, "changed"), _fact("table-9", 0, "0")]
    records = [*ROWS["record"], _record("table-9", 1, b"changed")]
    facts = [row for row in ROWS["fact"] if row["table_name"] != "table-9"]
    _fill(before, {**ROWS, "fact": [*facts, *changed], "record": records})
    migrate_database(before)
    with before.connect() as connection:
        bodies = [row["body"] for row in select_rows(connection, FACT_TABLE, journal=DOUBLED)]
        payloads = [row["payload"] for row in select_rows(connection, RECORD_TABLE)]
        alarms = {(row["kind"], row["place"]) for row in stored_alarms(connection)}
    assert (bodies, payloads) == (["0", "1"], [b"r", b"r"])
    assert alarms == {("altered", "fact 0.1"), ("altered", "record 0.1")}
    rejected = QuarantineStore(before).rejected_rows()
    assert {(row["sender"], b"changed" in row["octets"]) for row in rejected} == {("table-9", True)}
    assert len(rejected) == 2
