"""The rows are those of the facts, whichever ledger wrote them and in whatever order they came."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

import msgspec
import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from firmware.cli.main import main
from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import Fact, LanePosition
from firmware.floor.ledger.catch_up import catch_up
from firmware.floor.ledger.rebuild_rows import FactsArchived, catch_up_rows, rebuild_rows
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.pit.table_reader import TableReader
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE, ROW_TABLES, TABLE_STATE_TABLE
from firmware.floor.projection.taking_rows import ClassTakings, hour_takings, sums_between
from firmware.floor.store import (
    ARCHIVED_LANE_TABLE,
    FACT_TABLE,
    WATERMARK_TABLE,
    insert_missing,
    write_transaction,
)
from firmware.floor.wire import FactLine, LaneMessage
from tests.kits.floor.pit_kit import NOW, acknowledge, facts_of, folded, store_facts
from tests.kits.floor.stores import empty_store
from tests.kits.floor.table_rows import rows_of
from tests.kits.floor_kit import open_entries, served
from tests.kits.floor_wire import (
    TABLE,
    Disk,
    Engine,
    Uplink,
    open_ledger,
    received,
    sealed,
    started,
)

JOURNAL = "ab" * 16
FOREVER = 1 << 40
DAY = "2026-11-27"
PLAYED = facts_of(served("sic-bo", 1))


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> list[ReceivedMessage]:
    """What a table sends while it plays: many small messages."""
    disk, engine = Disk(tmp_path_factory.mktemp("table")), Engine()
    uplink, evening = Uplink(disk), [started(), *open_entries("sic-bo", 400)]
    for at in range(0, len(evening), 7):
        disk.write(evening[at : at + 7])
        engine.drain(uplink)
    disk.close()
    return [received(octets) for sent in engine.subjects.values() for octets in sent]


def of_facts(facts: Sequence[Fact], after: LanePosition) -> ReceivedMessage:
    """Return a message of facts of a table."""
    lines = tuple(FactLine(fact.position, fact.body) for fact in facts)
    return received(sealed(LaneMessage("fact", after, lines), JOURNAL))


def in_messages(facts: Sequence[Fact], lines: int) -> list[ReceivedMessage]:
    after, found = LanePosition(0, -1), list[ReceivedMessage]()
    for at in range(0, len(facts), lines):
        found.append(of_facts(facts[at : at + lines], after))
        after = facts[min(at + lines, len(facts)) - 1].position
    return found


def ignored(_: object) -> None:
    """Take no notice of the progress."""


def rebuilt(store: Store) -> int:
    return rebuild_rows(store, find_edges, ignored)


def test_rebuilt_rows_equal_the_written(store: Store, messages: list[ReceivedMessage]) -> None:
    ledger = open_ledger(store)
    for at in range(0, len(messages), 5):
        ledger.store_messages(messages[at : at + 5])
    written = rows_of(store)
    assert [len(written[table.name]) > 0 for table in ROW_TABLES[:3]] == [True] * 3
    assert rebuilt(store) > 0
    assert rows_of(store) == written


@pytest.mark.parametrize("seed", range(3))
def test_two_ledgers_write_the_same_rows(
    seed: int, store: Store, messages: list[ReceivedMessage]
) -> None:
    """In any order, some twice, each time by whichever ledger is free."""
    rng = Random(seed)
    ledgers = [open_ledger(store), open_ledger(store)]
    waiting = [*messages, *rng.sample(messages, len(messages) // 4)]
    if seed:
        rng.shuffle(waiting)
    while waiting:
        count = rng.randint(1, 6)
        rng.choice(ledgers).store_messages(waiting[:count])
        del waiting[:count]
    written = rows_of(store)
    rebuilt(store)
    assert rows_of(store) == written


def test_row_and_watermark_move_together(store: Store, messages: list[ReceivedMessage]) -> None:
    ledger = open_ledger(store)
    columns, marks = TABLE_STATE_TABLE.c, WATERMARK_TABLE.c
    joined = select(columns.shoe, columns.number, marks.shoe, marks.number).where(
        marks.journal == columns.journal, marks.lane == "fact"
    )
    for message in messages:
        ledger.store_messages([message])
        with store.connect() as connection:
            for row in connection.execute(joined):
                assert row[:2] == row[2:]


def test_failed_transaction_is_forgotten(
    store: Store, messages: list[ReceivedMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a ledger folded in a transaction that then failed is folded once."""
    ledger, half = open_ledger(store), len(messages) // 2
    ledger.store_messages(messages[:half])
    before = rows_of(store)
    with monkeypatch.context() as patched:
        patched.setattr("firmware.floor.ledger.ledger.raise_new_alarms", _disk_full)
        with pytest.raises(OperationalError):
            ledger.store_messages(messages[half:])
    assert rows_of(store) == before
    ledger.store_messages(messages[half:])
    written = rows_of(store)
    rebuilt(store)
    assert rows_of(store) == written != before


def _disk_full(*_: object) -> NoReturn:
    raise OperationalError("", {}, Exception("disk full"))


def test_old_database_is_caught_up(store: Store, messages: list[ReceivedMessage]) -> None:
    ledger = open_ledger(store)
    ledger.store_messages(messages)
    written = rows_of(store)
    with store.begin() as connection:
        for table in ROW_TABLES:
            connection.execute(table.delete())
    logged = list[Text]()
    asyncio.run(catch_up(ledger, logged.append))
    assert rows_of(store) == written
    asyncio.run(catch_up(ledger, logged.append))
    assert [(text.key, text.values["journals"]) for text in logged] == [("floor.rows.caught_up", 1)]


def test_ledger_goes_on_behind_its_rows(store: Store, messages: list[ReceivedMessage]) -> None:
    """A ledger whose rows were deleted behind its back takes the next message as any other."""
    ledger = open_ledger(store)
    ledger.store_messages(messages[: len(messages) // 2])
    with store.begin() as connection:
        for table in ROW_TABLES:
            connection.execute(table.delete())
    ledger.store_messages(messages[len(messages) // 2 :])
    catch_up_rows(store, find_edges, ignored)
    written = rows_of(store)
    rebuilt(store)
    assert rows_of(store) == written


def test_rebuilt_alarm_stays_acknowledged(store: Store) -> None:
    body = {"PowerLost": {}, "wall": NOW}
    fact = Fact(LanePosition(0, 0), LanePosition(0, -1), body)
    open_ledger(store).store_messages([of_facts([fact], LanePosition(0, -1))])
    (row,) = rows_of(store)["table_alarm"]
    assert (row["kind"], row["over_ms"], row["acknowledged"]) == ("power", None, False)
    acknowledge(store, row["id"], "Anne", "seen")
    rebuilt(store)
    assert rows_of(store)["table_alarm"] == [row | {"acknowledged": True}]


def test_unfoldable_fact_is_one_alarm(store: Store) -> None:
    bodies = [
        *({"RoundOpened": {"round": 1}}, {"BetsLocked": {"round": 1, "bets": [1], "bank": 0}}),
        *({"meters": {"bets": {"a": [1 << 50]}, "rounds": 1}, "round": 1}, {"Attested": {}}),
        *({"meters": {"bets": {"\0": [1]}}, "round": 1}, {"RoundOpened": {"round": 2}}),
    ]
    places = [LanePosition(0, number) for number in range(len(bodies))]
    facts = [Fact(place, place, body) for place, body in zip(places, bodies, strict=True)]
    ledger = open_ledger(store)
    for message in in_messages(facts, 1):
        assert ledger.store_messages([message]).watermarks
    (row,) = rows_of(store)["table_alarm"]
    assert (row["kind"], msgspec.json.decode(row["body"])) == ("unread", {"place": "0.1"})
    with store.connect() as connection:
        assert len(connection.execute(select(FACT_TABLE)).all()) == len(bodies)
    reader = TableReader(store)
    reader.read_new(0)
    assert [table.play.round for table in reader.tables()] == [2]
    (alarm,) = reader.fact_alarms()[JOURNAL]
    assert (alarm.id, alarm.table_name, alarm.over) == (row["id"], TABLE, row["over_ms"])


def test_undo_of_two_rounds_withdraws_alarms(store: Store) -> None:
    meters = {"meters": {"bets": {}, "rounds": 0}, "round": 1}
    bodies = [
        *({"MetersBegan": {}}, {"RoundOpened": {"round": 1}}),
        *({"LateBet": {"place": [1, "main"]}}, meters, {"RoundOpened": {"round": 2}}),
        *({"LateBet": {"place": [2, "main"]}}, {"undone": [[0, 1], [0, 2], [0, 4], [0, 5]]}),
    ]
    places = [LanePosition(0, number) for number in range(len(bodies))]
    facts = [Fact(place, place, body) for place, body in zip(places, bodies, strict=True)]
    ledger, counts = open_ledger(store), list[int]()
    for message in in_messages(facts, 1):
        ledger.store_messages([message])
        counts.append(len(rows_of(store)["table_alarm"]))
    assert counts == [0, 0, 1, 1, 1, 2, 0]
    rebuilt(store)
    assert rows_of(store)["table_alarm"] == []


def test_sums_of_rows_are_those_of_facts(store: Store) -> None:
    store_facts(store, "table-7", PLAYED, JOURNAL)
    store_facts(store, "table-8", PLAYED, "cd" * 16)
    fold = folded(PLAYED, JOURNAL)
    with store.connect() as connection:
        sums = sums_between(connection, 0, FOREVER)
        hours = [*hour_takings(connection, 0, FOREVER, [JOURNAL])]
        nothing = sums_between(connection, 0, hours[0].hour)
    classes = {advance.key.bet_class for advance in fold.takings.hour_advances}
    assert {key.bet_class for key in sums} == classes > {""}
    assert len(sums) == 2 * len(classes)
    for bet_class in classes:
        assert sums[ClassTakings(JOURNAL, bet_class)] == fold.sums(bet_class)
    assert sum(taken.sums.handle for taken in hours) == fold.sums().handle > 0
    assert nothing == {}


def test_command_makes_the_rows_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = empty_store(tmp_path / "ledger.db")
    store_facts(store, "table-7", PLAYED, JOURNAL)
    written = rows_of(store)
    with store.begin() as connection:
        connection.execute(HOUR_TAKINGS_TABLE.update().values(held=1))
    command_line = ["--lang", "en", "ledger", "rebuild", "--database", str(store.url)]
    assert main(command_line) == 0
    assert rows_of(store) == written
    assert f"from {len(PLAYED)} facts" in capsys.readouterr().out
    with store.begin() as connection:
        archived = {"journal": JOURNAL, "lane": "fact", "day": DAY, "shoe": 0, "number": 5}
        insert_missing(connection, ARCHIVED_LANE_TABLE, [archived])
    assert main(command_line) == 2
    assert "archived days" in capsys.readouterr().err
    store.dispose()


def test_archived_facts_forbid_a_rebuild(store: Store) -> None:
    store_facts(store, "table-7", PLAYED, JOURNAL)
    written = rows_of(store)
    row = {"journal": JOURNAL, "lane": "fact", "day": DAY, "shoe": 0, "number": 5}
    with write_transaction(store) as connection:
        insert_missing(connection, ARCHIVED_LANE_TABLE, [row])
    with pytest.raises(FactsArchived):
        rebuilt(store)
    assert rows_of(store) == written
