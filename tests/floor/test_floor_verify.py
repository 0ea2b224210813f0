"""Whoever alters or deletes a row of the ledger is found, by the command and in the background."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import delete, select, update

from firmware.cli.main import main
from firmware.core.vocabulary.panel import Text
from firmware.floor.ledger import verify
from firmware.floor.ledger.archived_days import ArchivedDays
from firmware.floor.ledger.verify import verify_journals
from firmware.floor.store import FACT_TABLE, RECORD_TABLE
from firmware.shell.journal import RetentionPolicy
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import ENROLLED, Disk, Engine, Uplink, open_ledger, received, started


def filled(folder: Path, disks: dict[str, Disk]) -> Store:
    store = empty_store(folder / "ledger.db")
    ledger = open_ledger(store)
    for table, disk in disks.items():
        engine = Engine()
        engine.drain(Uplink(disk, table))
        for messages in engine.subjects.values():
            ledger.store_messages([*map(received, messages)])
    return store


@pytest.fixture(scope="module")
def disks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Disk]]:
    """Journals of several segments, one of which has let go its first records."""
    evening = [started(), *open_entries("sic-bo", 600)]
    whole = Disk(tmp_path_factory.mktemp("whole"), RetentionPolicy(1 << 15))
    whole.write(evening)
    cut = Disk(tmp_path_factory.mktemp("cut"), RetentionPolicy(1 << 15, 4 << 20))
    cut.write(evening * 4)
    yield {"table-7": whole, "table-8": cut}
    whole.close()
    cut.close()


@pytest.fixture
def store(tmp_path: Path, disks: dict[str, Disk]) -> Iterator[Store]:
    store = filled(tmp_path, disks)
    yield store
    store.dispose()


def findings(store: Store, since: date | None = None) -> list[tuple[str, str, str]]:
    return [
        (record.journal.place.name, record.finding, record.place)
        for record in verify_journals(store, ArchivedDays(), since)
        if record.finding
    ]


def change(store: Store, statement: object) -> None:
    with store.begin() as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def of(table: object, disk: Disk) -> object:
    return table.c.journal == disk.identity  # type: ignore[attr-defined]


def test_sent_data_is_sound_even_if_cut(store: Store) -> None:
    assert findings(store) == []
    assert findings(store, date(2020, 1, 1)) == []
    assert findings(store, date(2999, 1, 1)) == []


def test_altered_or_missing_row_is_named(store: Store, disks: dict[str, Disk]) -> None:
    disk = disks["table-7"]
    with store.connect() as connection:
        last = connection.scalars(
            select(RECORD_TABLE.c.number)
            .where(of(RECORD_TABLE, disk))
            .order_by(RECORD_TABLE.c.number.desc())
        ).first()
        shoe, number = connection.execute(
            select(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
            .where(of(FACT_TABLE, disk))
            .order_by(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
            .offset(20)
        ).first()
        own_record = (of(RECORD_TABLE, disk), RECORD_TABLE.c.number == 40)
        payload = connection.scalars(select(RECORD_TABLE.c.payload).where(*own_record)).one()
    altered = payload.replace(b"your_bets", b"your_betz")
    assert altered != payload
    record, fact = f"record 0.{40}", f"fact {shoe}.{number}"
    own_fact = (of(FACT_TABLE, disk), FACT_TABLE.c.shoe == shoe, FACT_TABLE.c.number == number)
    ends = (of(RECORD_TABLE, disk), RECORD_TABLE.c.number == last)
    changes = {
        ("chain", "record 0.41"): update(RECORD_TABLE).where(*own_record).values(payload=altered),
        ("missing", record): delete(RECORD_TABLE).where(*own_record),
        ("missing", f"record 0.{last}"): delete(RECORD_TABLE).where(*ends),
        ("differs", fact): update(FACT_TABLE).where(*own_fact).values(body="{}"),
        ("missing", fact): delete(FACT_TABLE).where(*own_fact),
        ("extra", f"fact {shoe}.{900}"): FACT_TABLE.insert().values(
            journal=disk.identity, shoe=shoe, number=900, body="{}", received_at=""
        ),
    }
    for (finding, place), statement in changes.items():
        with store.connect() as connection:
            before = {
                table: connection.execute(select(table)).mappings().all()
                for table in (RECORD_TABLE, FACT_TABLE)
            }
        change(store, statement)
        assert findings(store) == [("table-7", finding, place)]
        for table, rows in before.items():
            change(store, delete(table))
            with store.begin() as connection:
                connection.execute(table.insert(), [dict(row) for row in rows])


def test_missing_last_fact_is_found(store: Store, disks: dict[str, Disk]) -> None:
    with store.connect() as connection:
        last = connection.execute(
            select(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
            .where(of(FACT_TABLE, disks["table-7"]))
            .order_by(FACT_TABLE.c.shoe.desc(), FACT_TABLE.c.number.desc())
        ).first()
    own = (of(FACT_TABLE, disks["table-7"]), FACT_TABLE.c.shoe == last.shoe)
    change(store, delete(FACT_TABLE).where(*own, FACT_TABLE.c.number == last.number))
    assert findings(store) == [("table-7", "missing", f"fact {last.shoe}.{last.number}")]


def test_command_names_rows_and_exits_1(
    store: Store, disks: dict[str, Disk], capsys: pytest.CaptureFixture[str]
) -> None:
    address = str(store.url)
    assert main(["floor", "verify", "--database", address, "--lang", "en"]) == 0
    assert "all is as the tables sent it" in capsys.readouterr().out
    for disk in disks.values():
        own = (of(RECORD_TABLE, disk), RECORD_TABLE.c.header.is_(None))
        with store.connect() as connection:
            numbers = connection.scalars(select(RECORD_TABLE.c.number).where(*own)).all()
        change(
            store,
            delete(RECORD_TABLE).where(
                of(RECORD_TABLE, disk), RECORD_TABLE.c.number.in_(numbers[30:33])
            ),
        )
    assert main(["floor", "verify", "--database", address, "--lang", "en"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in lines] == ["table-7", "table-8"]
    assert all("this row is missing" in line for line in lines)


def test_rejected_messages_listed_in_words(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = open_ledger(store)
    address = str(store.url)
    assert main(["floor", "rejected", "--database", address, "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No message was set aside\n"
    assert main(["floor", "rejected", "--database", address, "--json"]) == 0
    assert capsys.readouterr().out == ""
    subject = ENROLLED.sender("table-7")
    octets = subject.seal("floor.fact.montreal.main.table-7", "ab" * 16, (0, 0), b"x")
    ledger.store_messages([received(octets), received(octets)])
    assert main(["floor", "rejected", "--database", address, "--lang", "en"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert "from table-7: its content can't be read" in line
    assert main(["floor", "rejected", "--database", address, "--json"]) == 0
    assert '"reason": "unreadable"' in capsys.readouterr().out


def test_ledger_raises_one_alarm(
    store: Store, disks: dict[str, Disk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "SLICE_INTERVAL_S", 0.0)
    own = (of(RECORD_TABLE, disks["table-7"]), RECORD_TABLE.c.number == 40)
    change(store, delete(RECORD_TABLE).where(*own))
    ledger, said = open_ledger(store), list[Text]()

    async def verify_twice() -> None:
        slowly = asyncio.create_task(verify.verify_slowly(ledger, said.append))
        async with asyncio.timeout(60):
            while not said:
                await asyncio.sleep(0)
        slowly.cancel()
        await verify._verify_slices(ledger, said.append)

    asyncio.run(verify_twice())
    assert [text.key for text in said] == ["floor.alarm.ledger_altered"]
    assert said[0].values["place"] == "record 0.40"
