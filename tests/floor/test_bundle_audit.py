"""A table's bundle against the ledger's database: the first row that differs is named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, Engine, delete, func, select, update

from firmware.cli.main import main
from firmware.floor.archive.day_rows import MOVED_TABLES, DayEnds
from firmware.floor.archive.detach import archive_day
from firmware.floor.facts import LANE_START
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.verdict import audit_verdict
from firmware.floor.jackpot_tables import JACKPOT_GRANT_TABLE, JACKPOT_MESSAGE_TABLE
from firmware.floor.ledger.archived_days import ArchivedDays
from firmware.floor.ledger.bundle_audit import audit_bundle
from firmware.floor.ledger.bundle_jackpots import BundleJackpots
from firmware.floor.store import (
    FACT_TABLE,
    RECORD_TABLE,
    WATERMARK_TABLE,
    insert_missing,
    open_database,
    select_rows,
)
from firmware.shell.history.journal_entries import Attested
from firmware.shell.trust.keys import DeviceKey
from tests.campaigns.floor.month_floor import Kind, Month
from tests.kits.floor.archive_kit import DAY, TODAY
from tests.kits.floor.jackpots import GAME, SCRIPT, TERMS
from tests.kits.floor.played_table import MADE, ROUNDS, Played

LUCKY = Kind("caribbean-1", GAME, 720_000, SCRIPT["options"], lucky=0.3)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    played = Played(tmp_path_factory.mktemp("audited"))
    yield played
    played.store.dispose()


@pytest.fixture
def store(untouched: Played, tmp_path: Path) -> Iterator[Engine]:
    """Give a copy of the database, to be altered."""
    copy = tmp_path / "ledger.db"
    untouched.store.dispose()
    copy.write_bytes(Path(untouched.url.removeprefix("sqlite:///")).read_bytes())
    store = open_database(f"sqlite:///{copy}")
    yield store
    store.dispose()


def test_sound_database_proven_with_sums(untouched: Played, store: Engine) -> None:
    verdict = audit_bundle(store, untouched.bundle, ArchivedDays())
    assert (verdict.outcome, verdict.verdict_text.key) == ("proven", "floor.audit.proven")
    values = verdict.verdict_text.values
    # the meters are recorded as the next round opens
    assert values["rounds"] == ROUNDS - 1
    assert values["handle_cents"] == (ROUNDS - 1) * 1500


def test_table_that_lost_has_negative_win(tmp_path: Path) -> None:
    played = Played(tmp_path, rounds=2, seed=2)
    verdict = audit_bundle(played.store, played.bundle, ArchivedDays())
    assert verdict.verdict_text.values["held_cents"] == -500
    played.store.dispose()


def alter_record(connection: Connection) -> None:
    place = RECORD_TABLE.c.number == 5
    connection.execute(update(RECORD_TABLE).where(place).values(payload=b"{}"))


def delete_record(connection: Connection) -> None:
    connection.execute(delete(RECORD_TABLE).where(RECORD_TABLE.c.number == 7))


def alter_fact(connection: Connection) -> None:
    place = FACT_TABLE.c.body.like('%"meters"%')
    connection.execute(update(FACT_TABLE).where(place).values(body='{"round":1,"meters":{}}'))


def delete_fact(connection: Connection) -> None:
    first = FACT_TABLE.c.number == 3
    connection.execute(delete(FACT_TABLE).where(first))


def hide_the_end(connection: Connection) -> None:
    connection.execute(delete(RECORD_TABLE).where(RECORD_TABLE.c.number > 9))
    place = WATERMARK_TABLE.c.lane == "record"
    connection.execute(update(WATERMARK_TABLE).where(place).values(number=9))


ALTERED: dict[str, tuple[Callable[[Connection], None], str]] = {
    "record": (alter_record, "contradicted"),
    "no_record": (delete_record, "contradicted"),
    "fact": (alter_fact, "contradicted"),
    "no_fact": (delete_fact, "contradicted"),
    "open": (hide_the_end, "open"),
}


@pytest.mark.parametrize("found", ALTERED)
def test_insider_alteration_is_named(untouched: Played, store: Engine, found: str) -> None:
    alter, outcome = ALTERED[found]
    with store.begin() as connection:
        alter(connection)
    verdict = audit_bundle(store, untouched.bundle, ArchivedDays())
    assert (verdict.outcome, verdict.verdict_text.key) == (outcome, f"floor.audit.{found}")


def test_fact_without_a_record_is_named(untouched: Played, store: Engine) -> None:
    with store.begin() as connection:
        row = {"shoe": 0, "number": 1 << 40, "body": "{}", "received_at": MADE}
        insert_missing(connection, FACT_TABLE, [{"journal": untouched.identity, **row}])
    verdict = audit_bundle(store, untouched.bundle, ArchivedDays())
    assert verdict.verdict_text.key == "floor.audit.extra_fact"


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    """Give a floor of one table, which wins of its jackpot often."""
    month = Month(tmp_path_factory.mktemp("linked"), 1, [LUCKY])
    month.play(days=1, hours=8)
    month.bundle(month.tables[0])
    yield month
    month.close()


@pytest.fixture
def linked_store(linked: Month, tmp_path: Path) -> Iterator[Engine]:
    linked.store.dispose()
    copy = tmp_path / "linked.db"
    copy.write_bytes(Path(linked.address.removeprefix("sqlite:///")).read_bytes())
    store = open_database(f"sqlite:///{copy}")
    yield store
    store.dispose()


def test_the_jackpot_of_a_sound_database_is_proven(linked: Month, linked_store: Engine) -> None:
    verdict = audit_bundle(linked_store, linked.bundle(linked.tables[0]), ArchivedDays())
    assert (verdict.outcome, verdict.verdict_text.key) == ("proven", "floor.audit.proven")
    assert verdict.verdict_text.values["messages"] > verdict.verdict_text.values["grants"] > 1


MESSAGE, GRANT = JACKPOT_MESSAGE_TABLE, JACKPOT_GRANT_TABLE
ALTERED_JACKPOTS = {
    "message altered": (
        update(MESSAGE).where(MESSAGE.c.number == 3).values(body="{}"),
        "jackpot_message",
    ),
    "message deleted": (delete(MESSAGE).where(MESSAGE.c.number == 3), "jackpot_message"),
    "last message deleted": (
        delete(MESSAGE).where(
            MESSAGE.c.number == select(func.max(MESSAGE.c.number)).scalar_subquery()
        ),
        "jackpot_message",
    ),
    "grant altered": (update(GRANT).where(GRANT.c.hit_number == 1).values(body="{}"), "grant"),
    "grant deleted": (delete(GRANT).where(GRANT.c.hit_number == 1), "grant"),
}


@pytest.mark.parametrize("altered", ALTERED_JACKPOTS)
def test_what_an_insider_has_altered_of_a_jackpot_is_named(
    linked: Month, linked_store: Engine, altered: str
) -> None:
    statement, key = ALTERED_JACKPOTS[altered]
    with linked_store.begin() as connection:
        connection.execute(statement)
    verdict = audit_bundle(linked_store, linked.bundle(linked.tables[0]), ArchivedDays())
    assert verdict.outcome == "contradicted"
    assert verdict.verdict_text.key == f"floor.audit.{key}"


@pytest.mark.parametrize(("altered", "is_named"), [(1, False), (3, True), (5, True), (6, False)])
def test_messages_outside_bundle_are_not_judged(
    linked_store: Engine, altered: int, *, is_named: bool
) -> None:
    recorded = BundleJackpots()
    with linked_store.begin() as connection:
        rows = [row for row in select_rows(connection, MESSAGE) if row["number"] in (3, 4, 5)]
        for row in rows:
            recorded.take(msgspec.json.decode(row["body"], type=Attested), [])
        change = update(MESSAGE).where(MESSAGE.c.number == altered).values(body="{}")
        assert connection.execute(change).rowcount == 1
        found = recorded.difference(connection, rows[0]["journal"], LANE_START)
    assert (found is not None) == is_named


def test_jackpot_audit_needs_no_archived_day(
    linked: Month, linked_store: Engine, tmp_path: Path
) -> None:
    bundle, jackpot = linked.bundle(linked.tables[0]), JackpotStore(linked_store, TERMS.jackpot)
    before = audit_verdict(jackpot, [bundle])
    with linked_store.begin() as connection:
        for table in MOVED_TABLES:
            connection.execute(update(table).values(day=DAY))
    signer = DeviceKey.enrol(tmp_path)
    [*_, last] = archive_day(linked_store, tmp_path, DayEnds.of(DAY), TODAY, signer)
    assert last.name == "dropped"
    assert before.outcome == "proven"
    assert audit_verdict(jackpot, [bundle]) == before


def test_exit_codes_match_jackpot_audit(
    untouched: Played, store: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["floor", "audit", str(untouched.bundle), "--database", str(store.url)]
    assert main([*command, "--lang", "en"]) == 0
    assert "to the cent" in capsys.readouterr().out
    for alter, code in ((hide_the_end, 4), (alter_record, 1)):
        with store.begin() as connection:
            alter(connection)
        assert main([*command, "--lang", "en"]) == code
