"""Reads the ledger's database: the facts of every journal, up to its watermark."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine, and_, func, select, tuple_

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.projection.fact import parse_iso_ms
from firmware.floor.projection.table_alarms import Alarm, bound_id
from firmware.floor.projection.table_projection import TableProjection
from firmware.floor.projection.takings import FindEdges
from firmware.floor.store import (
    FACT_TABLE,
    JOURNAL_PLACE_TABLE,
    JOURNAL_TABLE,
    WATERMARK_TABLE,
)

FACTS_PER_TRANSACTION = 2000
"""Facts that are read in one transaction."""
ALARM_SOURCES = ("kind", "table_name", "journal", "place", "raised_at")
"""The columns to which the id of a ledger's alarm is bound."""

_PLACE, _WATERMARK = JOURNAL_PLACE_TABLE.c, WATERMARK_TABLE.c
_JOURNALS: Final = (
    select(
        _PLACE.journal,
        _PLACE.name,
        func.coalesce(_WATERMARK.shoe, LANE_START.shoe).label("shoe"),
        func.coalesce(_WATERMARK.number, LANE_START.number).label("number"),
    )
    .join(JOURNAL_TABLE, JOURNAL_TABLE.c.journal == _PLACE.journal)
    .outerjoin(
        WATERMARK_TABLE,
        and_(_WATERMARK.journal == _PLACE.journal, _WATERMARK.lane == "fact"),
    )
    .order_by(JOURNAL_TABLE.c.began_at, _PLACE.journal, _PLACE.since)
)
"""Every place of every journal, in the order of their beginning, and how far its facts reach."""


class FactReader:
    """The journals of a database. Every method raises SQLAlchemyError."""

    def __init__(self, database: Engine, find_edges: FindEdges) -> None:
        self._database = database
        self._find_edges = find_edges
        self._projections: dict[str, TableProjection] = {}

    def read_new(self, on_batch: Callable[[], None] = lambda: None) -> None:
        """Read the new journals and facts; `on_batch` is called after each transaction but a
        journal's last.
        """
        with self._database.connect() as connection:
            # the last place of each is its present one
            journals = {row.journal: row for row in connection.execute(_JOURNALS)}
        # one of another name is read again, all of it under its present one
        self._projections = {
            identity: self._projection(identity, journal.name)
            for identity, journal in journals.items()
        }
        for identity, projection in self._projections.items():
            watermark = LanePosition(journals[identity].shoe, journals[identity].number)
            # asked of the watermarks first: most tables have nothing new
            while projection.last_position < watermark:
                if self._read_batch(projection, watermark) < FACTS_PER_TRANSACTION:
                    break
                on_batch()

    def projections(self) -> list[TableProjection]:
        """Return the journals that are read, in the order of their beginning."""
        return list(self._projections.values())

    def _projection(self, identity: str, table_name: str) -> TableProjection:
        projection = self._projections.get(identity)
        if projection is None or projection.table_name != table_name:
            return TableProjection(table_name, identity, self._find_edges)
        return projection

    def ledger_alarms(self) -> list[Alarm]:
        """Return the ledger's own alarms."""
        with self._database.connect() as connection:
            alarm_rows = stored_alarms(connection)
        return [
            Alarm(
                bound_id("ledger", *(alarm_row[name] for name in ALARM_SOURCES)),
                alarm_row["kind"],
                alarm_row["table_name"],
                parse_iso_ms(alarm_row["raised_at"]) or 0,
                parse_iso_ms(alarm_row["raised_at"]) or 0,
                {"journal": alarm_row["journal"][:8], "place": alarm_row["place"]},
            )
            for alarm_row in alarm_rows
        ]

    def _read_batch(self, projection: TableProjection, watermark: LanePosition) -> int:
        """Read the next facts of a journal; return how many they were."""
        fact_position = tuple_(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
        statement = select(
            FACT_TABLE.c.shoe, FACT_TABLE.c.number, FACT_TABLE.c.body, FACT_TABLE.c.received_at
        )
        with self._database.connect() as connection:
            fact_rows = connection.execute(
                statement.where(FACT_TABLE.c.journal == projection.journal_identity)
                .where(fact_position > tuple_(*projection.last_position))
                .where(fact_position <= tuple_(*watermark))
                .order_by(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
                .limit(FACTS_PER_TRANSACTION)
            ).all()
        for shoe, fact_number, fact_body, received_at in fact_rows:
            projection.apply_fact(LanePosition(shoe, fact_number), fact_body, received_at)
        return len(fact_rows)
