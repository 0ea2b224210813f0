"""A ledger's database of the version before the present names opens, and reads the same."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, MetaData, create_engine, make_url, select, text

from firmware.floor.facts import LanePosition
from firmware.floor.jackpot.former_lines import former_lines
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import first_line, fold_message
from firmware.floor.journal_places import registered_journals
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.watermarks import LaneWatermarks
from firmware.floor.migrations.versions.journals_0009 import KEYS
from firmware.floor.migrations.versions.names_0006 import COLUMNS, TABLES
from firmware.floor.pit.alarm_store import AlarmStore
from firmware.floor.pit.form_store import FormStore
from firmware.floor.pit.forms import DropCounted, FiledForm
from firmware.floor.pit.shown_alarms import Acknowledgement
from firmware.floor.pit.table_reader import TableReader
from firmware.floor.projection.table_alarms import Alarm, bound_id
from firmware.floor.schema import MIGRATIONS_FOLDER, migrate_database
from firmware.floor.store import open_database
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage
from tests.kits.floor.jackpots import TERMS, A, fed, hit
from tests.kits.floor.pit_kit import fold_stored

LAST_VERSION: Final = "0005_seen"
READ_AGAIN: Final = {"jackpot_message", "jackpot_grant"}
"""Tables that a keeper fills from the facts again."""
FORMER: Final = {"jackpot_line": "jackpot_former_line"}
KEY: Final = {"table_name": "table-7", "journal": A}
FIRST: Final = first_line([TERMS])
FOLDED: Final = fold_message(FIRST, hit(1, 5000), [TERMS])
assert FOLDED.jackpot_grant is not None
LINES: Final = (FIRST, FOLDED.ledger_line)
GRANT: Final = FOLDED.jackpot_grant
WAITING: Final = Attested(fed(2), "device", "signature")
DROP: Final = DropCounted(1, 5000)
TYPED_DROP: Final = {"form": "DropCounted", "of": 1, "cents": 5000, "second": "Anne"}
"""As it was filed when the second counter was a typed name."""


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


ROWS: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "series": [{**KEY, "began": "2026-11-27T09:00:00.000001+00:00"}],
    "kept": [
        {**KEY, "lane": "checked", "shoe": 0, "number": 1},
        {**KEY, "lane": "fact", "shoe": 0, "number": 1},
        {**KEY, "lane": "lot", "shoe": 0, "number": 1},
        {**KEY, "lane": "record", "shoe": 0, "number": 2},
    ],
    "link": [
        {**KEY, "lane": "fact", "after_shoe": 0, "after_number": 3, "shoe": 0, "number": 5},
    ],
    "fact": [
        {
            **KEY,
            "shoe": 0,
            "number": number,
            "body": _json(
                {"RoundOpened": {"round": number + 1}, "wall": f"2026-11-27T09:0{number}Z"}
            ),
            "received": "2026-11-27T09:05:00.000000+00:00",
        }
        for number in range(2)
    ],
    "record": [
        {
            **KEY,
            "number": number,
            "place": number,
            "before": bytes(range(32)),
            "payload": b"{}",
            "header": b"header" if number == 0 else None,
        }
        for number in range(3)
    ],
    "alarm": [
        {"id": 1, "kind": "altered", **KEY, "place": "fact 0.1", "at": "2026-11-27T09:06:00+00:00"},
    ],
    "lot_terms": [
        {
            "lot": TERMS.jackpot,
            "begins": TERMS.first_generation,
            "body": _json(SignedMessage(TERMS, {"a": "b"})),
        }
    ],
    "lot_line": [
        {"lot": line.jackpot, "version": line.version, "body": _json(line)} for line in LINES
    ],
    "lot_message": [
        {
            "lot": WAITING.message.jackpot,
            "journal": A,
            "n": WAITING.message.message_number,
            "body": _json(WAITING),
        }
    ],
    "lot_grant": [{"lot": GRANT.jackpot, "hit": GRANT.order, "body": _json(GRANT)}],
    "acknowledged": [{"alarm": "ledger.1", "by_whom": "Anne", "at": 1_700_000, "words": "seen"}],
    "form": [
        {
            "number": 1,
            "table_name": "table-7",
            "body": _json(TYPED_DROP),
            "by_whom": "Marc",
            "at": 1_800_000,
        }
    ],
    "seen_alarm": [
        {
            "id": "seen.table-7.behind.1",
            "kind": "behind",
            "table_name": "table-7",
            "since": 1_900_000,
            "ended": None,
            "body": "{}",
        }
    ],
}
"""By table of the version before: rows of it."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, database: str | None) -> Iterator[str]:
    """Give the address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/ledger.db"
        return
    if database is None:
        pytest.skip("no PostgreSQL here")
    server = create_engine(database, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE before_names"))
    yield make_url(database).set(database="before_names").render_as_string()
    with server.connect() as connection:
        connection.execute(text("DROP DATABASE before_names"))
    server.dispose()


ALARM_ID: Final = bound_id(
    "ledger", *(ROWS["alarm"][0][name] for name in ("kind", "table_name", "journal", "place", "at"))
)
PRESENT_VALUES: Final[Mapping[str, Mapping[str, Any]]] = {
    "acknowledgement": {"alarm_id": ALARM_ID},
    "fact": {"day": date(2026, 11, 27)},
    "record": {"received_at": ROWS["fact"][0]["received"], "day": date(2026, 11, 27)},
    "form": {"body": json.dumps(msgspec.to_builtins(DROP)), "second_by": "Anne"},
}
"""By table: what is in other words since."""


@pytest.fixture
def migrated(url: str) -> Iterator[Engine]:
    """Give a database of the version before, with rows in each table, migrated to this one."""
    engine = open_database(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, LAST_VERSION)
        before = MetaData()
        before.reflect(connection)
        assert before.tables.keys() - {"alembic_version"} == ROWS.keys()
        for name, rows in ROWS.items():
            connection.execute(before.tables[name].insert(), [*rows])
    migrate_database(engine)
    yield engine
    engine.dispose()


def test_every_row_is_there_under_new_names(migrated: Engine) -> None:
    now = MetaData()
    with migrated.connect() as connection:
        now.reflect(connection)
        for old, rows in ROWS.items():
            name = TABLES.get(old, old)
            columns = COLUMNS.get(name, {})
            if name in READ_AGAIN:
                continue
            expected = [
                now_named(name, {columns.get(key, key): row[key] for key in row})
                | PRESENT_VALUES.get(name, {})
                for row in rows
                if row.get("lane") != "lot"
            ]
            name = FORMER.get(name, name)
            found = connection.execute(select(now.tables[name])).mappings()
            assert sorted(map(dict, found), key=repr) == sorted(expected, key=repr), name
    assert not now.tables.keys() & TABLES.keys()


ADDED: Final[Mapping[str, Mapping[str, Any]]] = {
    "journal": {"device": None, "key": None},
    "view_alarm": {"closed": False},
}
"""By table: the columns that later migrations have added."""


def now_named(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as it is now: a journal's name is that of its place."""
    without = {key: row[key] for key in row if key != "table_name" or table not in KEYS}
    return without | ADDED.get(table, {})


def test_journal_named_after_its_place(migrated: Engine) -> None:
    with migrated.connect() as connection:
        (journal,) = registered_journals(connection).values()
    assert (journal.identity, journal.place, journal.key) == (A, ("", "main", "table-7"), None)


def test_ledger_resumes_its_place(migrated: Engine) -> None:
    with migrated.begin() as connection:
        watermarks = LaneWatermarks(connection, [A])
        found = {lane: watermarks.watermark(A, lane) for lane in ("fact", "record")}
        (alarm,) = stored_alarms(connection)
    assert found == {"fact": LanePosition(0, 1), "record": LanePosition(0, 2)}
    assert (alarm["kind"], alarm["place"]) == ("altered", "fact 0.1")


def test_jackpot_resumes_its_place(migrated: Engine) -> None:
    store = JackpotStore(migrated, TERMS.jackpot)
    assert store.all_terms == [TERMS]
    assert [line.pool for line in former_lines(store)] == [line.pool for line in LINES]
    assert store.newest_line is None  # until a keeper has recomputed and signed them


def test_pit_reads_the_same(migrated: Engine) -> None:
    fold_stored(migrated, A, LanePosition(0, 1))
    reader = TableReader(migrated)
    reader.read_new(0)
    (table,) = reader.tables()
    assert (table.table_name, table.play.round) == ("table-7", 2)
    forms = FormStore(migrated)
    assert forms.acknowledgements([ALARM_ID, "another"]) == {
        ALARM_ID: Acknowledgement("Anne", 1_700_000, "seen")
    }
    assert forms.filed_forms() == [FiledForm(1, "table-7", DROP, "Marc", 1_800_000, "Anne")]
    lasting = Alarm("seen.table-7.behind.1", "behind", "table-7", 1_900_000)
    assert AlarmStore(migrated).unfinished_alarms() == [lasting]
