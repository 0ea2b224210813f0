"""The facts of a journal as the ledger's database has them, in the order of their positions."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, and_, or_, select, tuple_

from firmware.core.vocabulary.meters import Meters
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.store import FACT_TABLE

FACTS_PER_READ: Final = 5000
METERS_TEXT: Final = '%"meters":%'
STARTED_TEXT: Final = '{"started":%'
TIMED_TEXT: Final = '%"wall":%'

_COLUMNS = FACT_TABLE.c
_POSITION: Final = tuple_(_COLUMNS.shoe, _COLUMNS.number)


class StoredFact(NamedTuple):
    """A fact as it is stored, not yet read."""

    position: LanePosition
    body: str
    received_at: str


def facts_after(
    connection: Connection, journal: str, after: LanePosition, last: LanePosition
) -> Iterator[StoredFact]:
    """Yield the facts after a position, up to the last one; some at a time are read."""
    while True:
        page = [*map(_stored_fact, connection.execute(_page(journal, after, last)))]
        yield from page
        if len(page) < FACTS_PER_READ:
            return
        after = page[-1].position


def last_fact_like(
    connection: Connection, journal: str, at_most: LanePosition, text: str
) -> StoredFact | None:
    """Return the last fact up to a position whose text is like a pattern, None if there is none."""
    statement = (
        _facts(journal)
        .where(tuple_(*at_most) >= _POSITION, _COLUMNS.body.like(text))
        .order_by(_COLUMNS.shoe.desc(), _COLUMNS.number.desc())
        .limit(1)
    )
    row = connection.execute(statement).first()
    return _stored_fact(row) if row else None


def meters_before(connection: Connection, journal: str, position: LanePosition) -> Meters | None:
    """Return the last meters of the facts up to a position, None if there are none yet."""
    if position == LANE_START:
        return None
    stored = last_fact_like(connection, journal, position, METERS_TEXT)
    if stored is None:
        return None
    return msgspec.convert(msgspec.json.decode(stored.body)["meters"], Meters)


def facts_from_meters(
    connection: Connection, journal: str, before: LanePosition, last: LanePosition
) -> Iterator[StoredFact]:
    """Yield the facts by which takings are folded from a position on: the last start before it,
    then all facts since the last meters before it. A fold that begins so has the meters, the edges
    and the clock of one that begins with the journal.
    """
    meters = last_fact_like(connection, journal, before, METERS_TEXT)
    if meters is None:
        yield from facts_after(connection, journal, LANE_START, last)
        return
    started = last_fact_like(connection, journal, meters.position, STARTED_TEXT)
    timed = last_fact_like(connection, journal, meters.position, TIMED_TEXT)
    if started is not None:
        yield started
    if timed is not None and timed != started:
        yield timed
    yield meters
    yield from facts_after(connection, journal, meters.position, last)


def _page(journal: str, after: LanePosition, last: LanePosition) -> Select[Any]:
    # not a comparison of pairs alone: SQLite finds their beginning by the index, PostgreSQL too
    is_after = or_(
        _COLUMNS.shoe > after.shoe,
        and_(_COLUMNS.shoe == after.shoe, _COLUMNS.number > after.number),
    )
    return (
        _facts(journal)
        .where(_COLUMNS.shoe >= after.shoe, is_after, tuple_(*last) >= _POSITION)
        .order_by(_COLUMNS.shoe, _COLUMNS.number)
        .limit(FACTS_PER_READ)
    )


def _facts(journal: str) -> Select[Any]:
    return select(_COLUMNS.shoe, _COLUMNS.number, _COLUMNS.body, _COLUMNS.received_at).where(
        _COLUMNS.journal == journal
    )


def _stored_fact(row: Any) -> StoredFact:  # noqa: ANN401 - a row of the columns above
    return StoredFact(LanePosition(row.shoe, row.number), row.body, row.received_at)
