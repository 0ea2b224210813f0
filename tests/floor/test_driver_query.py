"""A statement by lists selects in the driver's own words the rows that SQLAlchemy selects."""

import pytest
from sqlalchemy import Engine, bindparam, select, tuple_

from firmware.floor.driver_query import DriverQuery
from firmware.floor.store import GAP_TABLE, insert_missing, write_transaction

GAP = GAP_TABLE.c
JOURNALS = ("aa", "b'b", "cc%s", "d:d")
LANES = ("fact", "record")
POSITION = {"after_shoe": 1, "after_number": 2, "shoe": 1 << 40, "number": 4}
PAIRS = [(journal, lane) for journal in JOURNALS for lane in LANES]
BY_LISTS = DriverQuery(
    select(GAP_TABLE)
    .where(
        tuple_(GAP.journal, GAP.lane).in_(bindparam("pairs", expanding=True)),
        GAP.journal.in_(bindparam("journals", expanding=True)),
        GAP.shoe > 3,
    )
    .order_by(*GAP_TABLE.primary_key)
)


@pytest.mark.parametrize("pair_count", [0, 1, 2, len(PAIRS)])
@pytest.mark.parametrize("journal_count", [0, 1, len(JOURNALS)])
def test_lists_of_any_length(store: Engine, pair_count: int, journal_count: int) -> None:
    rows = [{"journal": journal, "lane": lane, **POSITION} for journal, lane in PAIRS]
    lists = {
        "pairs": PAIRS[-pair_count:] if pair_count else [],
        "journals": JOURNALS[:journal_count],
    }
    with write_transaction(store) as connection:
        insert_missing(connection, GAP_TABLE, rows)
        expected = [tuple(row) for row in connection.execute(BY_LISTS.statement, lists)]
        for _ in range(2):
            assert BY_LISTS.rows(connection, **lists) == expected
    chosen = [pair for pair in lists["pairs"] if pair[0] in lists["journals"]]
    assert [row[:2] for row in expected] == chosen
