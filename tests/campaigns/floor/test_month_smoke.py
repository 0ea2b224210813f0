"""A short form of the month: some hours of five tables, and what is planted is found."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Table, select

from firmware.floor.jackpot_tables import JACKPOT_LINE_TABLE
from firmware.floor.store import FACT_TABLE
from tests.campaigns.floor.floor_month import differences
from tests.campaigns.floor.month_floor import KINDS, LINKED, Month

HOURS = 2
SLOW = [
    kind._replace(each_ms=2 * kind.each_ms, lucky=1 / 6 if kind.name in LINKED else 0)
    for kind in KINDS
    if kind.name != "baccarat"
]
"""Few rounds, and such luck that the lot is won in them."""
SHORT = [*SLOW, *(kind for kind in KINDS if kind.name == "baccarat")]
"""At Baccara enough for a second shoe."""


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    """A month that is played once; what a test plants in its store, it takes out again."""
    month = Month(tmp_path_factory.mktemp("m"), 1, SHORT)
    month.play(1, HOURS)
    yield month
    month.close()


@contextmanager
def planted(month: Month, table: Table, row: ColumnElement[bool], body: Any) -> Iterator[None]:
    """Have the store hold another body in a row."""

    def put(text: str) -> None:
        with month.store.begin() as connection:
            connection.execute(table.update().where(row).values(body=text))

    with month.store.connect() as connection:
        before = connection.execute(select(table.c.body).where(row)).scalar_one()
    put(msgspec.json.encode(body).decode())
    try:
        yield
    finally:
        put(before)


def test_ledger_pit_and_odds_agree(
    month: Month,
) -> None:
    month.read()
    assert month.newest.hits == len(month.book.stored_grants) > 2
    assert list(differences(month)) == []


def test_altered_cent_in_ledger_found(month: Month) -> None:
    journal = next(one.journal.identity for one in month.tables if one.name == "roulette")
    chosen = select(FACT_TABLE).where(
        FACT_TABLE.c.journal == journal, FACT_TABLE.c.body.like('{"BetSettled"%')
    )
    with month.store.connect() as connection:
        row = connection.execute(chosen.limit(1)).one()
    body = msgspec.json.decode(row.body)
    body["BetSettled"]["paid"] += 1
    same = (FACT_TABLE.c.journal == journal) & (FACT_TABLE.c.shoe == row.shoe)
    with planted(month, FACT_TABLE, same & (FACT_TABLE.c.number == row.number), body):
        month.read()
        assert [found.partition(":")[2][:11] for found in differences(month)] == [" priced win"]


def test_extra_jackpot_unit_found(month: Month) -> None:
    stored_line = month.book.newest
    assert stored_line is not None
    signed_line, line = stored_line.signed_line, month.newest
    more = replace(signed_line, line=replace(line, pool=line.pool + 1))
    with planted(month, JACKPOT_LINE_TABLE, JACKPOT_LINE_TABLE.c.version == line.version, more):
        month.read()
        (found,) = differences(month)
    assert found.startswith(f"Line {line.version} has a pool of")
