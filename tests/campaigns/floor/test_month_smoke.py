"""A short form of the month: some hours of five tables, and what is planted is found."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Update, select

from firmware.floor.lot.book import LOT_LINE
from firmware.floor.store import FACT
from tests.campaigns.floor.floor_month import amiss
from tests.campaigns.floor.month_floor import KINDS, LINKED, Month
from tests.kits.examples import examples

HOURS = examples(1, 2)


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    """Return a month that was played; a test that alters its ledger puts back what was there."""
    month = Month(tmp_path_factory.mktemp("m"), 1)
    month.play(1, HOURS)
    yield month
    month.close()


def test_ledger_pit_journals_and_odds_agree_and_the_lot_is_proven(month: Month) -> None:
    month.read()
    assert list(amiss(month)) == []


@contextmanager
def altered(month: Month, row: Update, body: str, before: str) -> Iterator[None]:
    """Have a row of the ledger say this, and what it said before afterwards."""
    with month.store.begin() as connection:
        connection.execute(row.values(body=body))
    month.read()
    yield
    with month.store.begin() as connection:
        connection.execute(row.values(body=before))


def test_a_cent_that_is_paid_otherwise_in_the_ledger_is_found(month: Month) -> None:
    chosen = select(FACT).where(FACT.c.table_name == "roulette", FACT.c.body.like('{"BetSettled"%'))
    with month.store.begin() as connection:
        row = connection.execute(chosen.limit(1)).one()
    body = msgspec.json.decode(row.body)
    body["BetSettled"]["paid"] += 1
    same = FACT.c.table_name == "roulette", FACT.c.shoe == row.shoe, FACT.c.number == row.number
    text = msgspec.json.encode(body).decode()
    with altered(month, FACT.update().where(*same), text, row.body):
        assert [found.partition(":")[2][:11] for found in amiss(month)] == [" priced win"]


def test_a_unit_too_many_in_a_line_of_the_lot_is_found(month: Month) -> None:
    line = month.newest
    wrong, right = (
        msgspec.json.encode(one).decode()
        for one in (msgspec.structs.replace(line, pool=line.pool + 1), line)
    )
    newest = LOT_LINE.update().where(LOT_LINE.c.version == line.version)
    with altered(month, newest, wrong, right):
        (found,) = amiss(month)
    assert found.startswith(f"Line {line.version} has a pool of")


def test_a_lot_that_is_won_often_is_proven_with_its_grants(tmp_path: Path) -> None:
    lucky = [kind._replace(lucky=examples(1 / 4, 1 / 12)) for kind in KINDS if kind.name in LINKED]
    month = Month(tmp_path, 5, lucky)
    month.play(1, 2 * HOURS)
    month.read()
    assert month.newest.hits == len(month.book.grants) > 2
    assert list(amiss(month)) == []
    month.close()
