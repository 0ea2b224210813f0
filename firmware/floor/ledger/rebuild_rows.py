"""Brings the rows of an old database up to its facts, and makes deleted or doubtful rows again.

Both fold in batches, each in a transaction that has the journal's watermark: a ledger at work may
store meanwhile, and whichever has the watermark next continues.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, func, select, tuple_

from firmware.floor.ledger.watermarks import LaneWatermarks
from firmware.floor.projection.alarm_rows import mark_earlier_acknowledged
from firmware.floor.projection.row_tables import ROW_TABLES, TABLE_STATE_TABLE
from firmware.floor.projection.row_writer import FoldMemory, RowWriter
from firmware.floor.projection.takings import FindEdges
from firmware.floor.store import ARCHIVED_LANE_TABLE, WATERMARK_TABLE, write_transaction

_STATE, _WATERMARK = TABLE_STATE_TABLE.c, WATERMARK_TABLE.c


class RowProgress(NamedTuple):
    """How many facts are folded, of how many journals, and how many of these are up to date."""

    facts: int
    journals: int
    done: int


OnProgress = Callable[[RowProgress], None]


class FactsArchived(Exception):
    """Facts of these journals are in archived days, so that their rows can't be made again."""

    def __init__(self, journals: Sequence[str]) -> None:
        super().__init__(*journals)
        self.journals = journals


def catch_up_rows(database: Engine, find_edges: FindEdges, on_progress: OnProgress) -> int:
    """Fold the facts that are in no rows yet; return how many they were. Raises SQLAlchemyError."""
    with database.connect() as connection:
        journals = _journals_behind(connection)
    return _fold_journals(database, journals, find_edges, on_progress)


def rebuild_rows(database: Engine, find_edges: FindEdges, on_progress: OnProgress) -> int:
    """Delete the rows of all journals, and fold all facts again; return how many they were. Raises
    FactsArchived, SQLAlchemyError.
    """
    with database.connect() as connection:
        if archived := connection.scalars(select(ARCHIVED_LANE_TABLE.c.journal).distinct()).all():
            raise FactsArchived(archived)
        is_fact_lane = _WATERMARK.lane == "fact"
        journals = [*connection.scalars(select(_WATERMARK.journal).where(is_fact_lane))]
    for journal in journals:
        with write_transaction(database) as connection:
            LaneWatermarks(connection, [journal])
            for table in ROW_TABLES:
                connection.execute(delete(table).where(table.c.journal == journal))
    return _fold_journals(database, journals, find_edges, on_progress)


def _journals_behind(connection: Connection) -> list[str]:
    position = tuple_(func.coalesce(_STATE.shoe, 0), func.coalesce(_STATE.number, -1))
    statement = (
        select(_WATERMARK.journal)
        .outerjoin(TABLE_STATE_TABLE, _STATE.journal == _WATERMARK.journal)
        .where(
            _WATERMARK.lane == "fact",
            position < tuple_(_WATERMARK.shoe, _WATERMARK.number),
        )
    )
    return [*connection.scalars(statement.order_by(_WATERMARK.journal))]


def _fold_journals(
    database: Engine, journals: list[str], find_edges: FindEdges, on_progress: OnProgress
) -> int:
    memory, facts = FoldMemory(), 0
    for number, journal in enumerate(journals):
        while batch := _fold_batch(database, journal, memory, find_edges):
            facts += batch
            on_progress(RowProgress(facts, len(journals), number))
        with write_transaction(database) as connection:
            mark_earlier_acknowledged(connection, journal)
        on_progress(RowProgress(facts, len(journals), number + 1))
    return facts


def _fold_batch(database: Engine, journal: str, memory: FoldMemory, find_edges: FindEdges) -> int:
    memory.begin()
    with write_transaction(database) as connection:
        watermark = LaneWatermarks(connection, [journal]).watermark(journal, "fact")
        folded = RowWriter(connection, memory, find_edges).fold_to({journal: watermark}, {})
    memory.commit()
    return folded
