"""Checks the stored records against their hash chain, and the stored facts against the records."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, or_, select

from firmware.floor.driver_query import DriverQuery
from firmware.floor.facts import LanePosition
from firmware.floor.ledger.doubt import begin_doubt, doubt_number
from firmware.floor.ledger.folder_memory import FolderMemory
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.record_folder import CannotFold, FoldedFact, RecordFolder
from firmware.floor.ledger.table_message import EVERY_DAY, Row, TableJournal
from firmware.floor.ledger.watermarks import LaneWatermarks
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, RECORD_TABLE

CHECKED_LANE: Final = "checked"
"""The lane of checked records: its number is the last one checked, its shoe the record where the
next check starts to read. That is two shoes earlier, because a FactExtractor that starts within a
journal makes no facts before its second shoe.
"""


def check_journal(
    connection: Connection,
    watermarks: LaneWatermarks,
    source: TableJournal,
    folder_memory: FolderMemory,
    recent_day: date,
) -> Iterator[LedgerAlarm]:
    """Check the records not checked yet, up to the newest shoe of which there is a fact: all their
    facts are stored. Records whose facts can't be extracted leave the journal in doubt; of one
    that is in doubt, the chain alone is checked, and no folder is remembered. Lines are looked for
    from `recent_day` on, and on earlier days if one is not there.
    """
    first_number, checked_number = watermarks.watermark(source.journal, CHECKED_LANE)
    last_number = min(
        watermarks.watermark(source.journal, "record").number,
        watermarks.watermark(source.journal, "fact").shoe - 1,
    )
    if last_number <= checked_number:
        return
    span = _Span(first_number, checked_number, last_number)
    journal_rows = _JournalRows(connection, source, recent_day)
    folder, is_foldable = folder_memory.take_at(source.journal, checked_number), True
    if folder is None:
        is_foldable = doubt_number(connection, source.journal) is None
        folder = RecordFolder(source.journal, has_facts=is_foldable)
    # of a folder that goes on, only the facts since its last one are still to be compared
    last_fact = max(LanePosition(first_number, -1), folder.extractor.last_position)
    stored_facts = _StoredFacts(journal_rows, last_fact, last_number)
    try:
        yield from _check_records(journal_rows, stored_facts, span, folder)
    except CannotFold as error:
        is_foldable = False
        yield from begin_doubt(connection, source, error.record_number)
        chain_span = span._replace(checked_number=max(checked_number, error.record_number - 1))
        chain_folder = RecordFolder(source.journal, has_facts=False)
        yield from _check_records(journal_rows, stored_facts, chain_span, chain_folder)
    if is_foldable:
        folder_memory.put(source.journal, folder)
    next_start = _next_start(last_fact, stored_facts.bodies, span) if is_foldable else last_number
    watermarks.advance(source.journal, CHECKED_LANE, LanePosition(next_start, last_number))


class _Span(NamedTuple):
    """The records of a check: where it reads from, what is checked already, and the last one."""

    first_number: int
    checked_number: int
    last_number: int


def _next_start(
    last_fact: LanePosition, stored_facts: Mapping[LanePosition, str], span: _Span
) -> int:
    """Return the record from which a check reads that has no folder."""
    earlier_shoes = {last_fact.shoe} if last_fact.number >= 0 else set()
    covered_shoes = sorted(earlier_shoes | {position.shoe for position in stored_facts})
    return covered_shoes[-2] if len(covered_shoes) > 1 else span.first_number


_OF_JOURNAL: Final[BindParameter[str]] = bindparam("journal")
_FIRST: Final[BindParameter[int]] = bindparam("first")
_LAST: Final[BindParameter[int]] = bindparam("last")
_SINCE: Final[BindParameter[date]] = bindparam("since")
"""A day: without one PostgreSQL would look into the partition of each day."""
_RECORD_COLUMNS: Final = RECORD_TABLE.c.keys()
_RECORD_ROWS: Final = DriverQuery(
    select(RECORD_TABLE)
    .where(
        RECORD_TABLE.c.journal == _OF_JOURNAL,
        RECORD_TABLE.c.number.between(_FIRST, _LAST),
        RECORD_TABLE.c.day >= _SINCE,
    )
    .order_by(RECORD_TABLE.c.number)
)
_FACT_BODIES: Final = DriverQuery(
    select(FACT_TABLE.c.shoe, FACT_TABLE.c.number, FACT_TABLE.c.body).where(
        FACT_TABLE.c.journal == _OF_JOURNAL,
        FACT_TABLE.c.shoe.between(_FIRST, _LAST),
        or_(FACT_TABLE.c.shoe > _FIRST, FACT_TABLE.c.number > bindparam("after_number")),
        FACT_TABLE.c.day >= _SINCE,
    )
)


class _JournalRows(NamedTuple):
    """The rows of one journal in the database."""

    connection: Connection
    source: TableJournal
    recent_day: date

    def record_rows(self, first_number: int, last_number: int) -> Sequence[Row]:
        ends = {"first": first_number, "last": last_number}
        recent_rows = self._selected(_RECORD_ROWS, self.recent_day, **ends)
        is_whole = len(recent_rows) == last_number - first_number + 1
        rows = recent_rows if is_whole else self._selected(_RECORD_ROWS, EVERY_DAY, **ends)
        return [dict(zip(_RECORD_COLUMNS, row, strict=True)) for row in rows]

    def fact_bodies(
        self, after: LanePosition, last_shoe: int, since: date
    ) -> dict[LanePosition, str]:
        """Return the facts after a position, up to the end of a shoe, by position."""
        ends = {"first": after.shoe, "after_number": after.number, "last": last_shoe}
        return {
            LanePosition(shoe, number): body
            for shoe, number, body in self._selected(_FACT_BODIES, since, **ends)
        }

    def _selected(self, query: DriverQuery, since: date, **ends: int) -> list[tuple[Any, ...]]:
        return query.rows(
            self.connection, journal=self.source.journal, since=since.isoformat(), **ends
        )

    def is_cut(self) -> bool:
        """Return whether records of the journal are known to be missing."""
        condition = ALARM_TABLE.c.kind == "cut", ALARM_TABLE.c.journal == self.source.journal
        return bool(self.connection.execute(select(ALARM_TABLE.c.id).where(*condition)).first())


class _StoredFacts:
    """The stored facts of a span: those of recent days, and all once one is not among them."""

    def __init__(self, journal_rows: _JournalRows, after: LanePosition, last_shoe: int) -> None:
        self._journal_rows, self._ends = journal_rows, (after, last_shoe)
        self.bodies = journal_rows.fact_bodies(*self._ends, journal_rows.recent_day)
        self._is_whole = False

    def body(self, position: LanePosition) -> str | None:
        if position not in self.bodies and not self._is_whole:
            self._is_whole = True
            self.bodies = self._journal_rows.fact_bodies(*self._ends, EVERY_DAY)
        return self.bodies.get(position)


def _check_records(
    journal_rows: _JournalRows,
    stored_facts: _StoredFacts,
    span: _Span,
    folder: RecordFolder,
) -> Iterator[LedgerAlarm]:
    first_number = max(span.first_number, folder.next_number)
    for record_row in journal_rows.record_rows(first_number, span.last_number):
        checked_record = folder.read(record_row)
        if checked_record.number <= span.checked_number:
            continue
        if not checked_record.follows:
            yield journal_rows.source.alarm("chain_broken", str(checked_record.number))
        for folded in checked_record.facts:
            if not _matches_stored_fact(folded, stored_facts, journal_rows):
                place = f"{folded.fact.position.shoe}.{folded.fact.position.number}"
                yield journal_rows.source.alarm("fact_differs", place)


def _matches_stored_fact(
    folded: FoldedFact, stored_facts: _StoredFacts, journal_rows: _JournalRows
) -> bool:
    """Return whether a stored fact equals the one that its record gives, and no extra ones precede
    it. A fact that was cut off is missing, and has raised its alarm already.
    """
    fact, (previous_shoe, previous_number) = folded.fact, folded.fact.previous
    stored_body = stored_facts.body(fact.position)
    if stored_body is None:
        return journal_rows.is_cut()
    # within a shoe positions have no gap in which an extra fact could be
    return stored_body == folded.body and (
        fact.position.shoe == previous_shoe
        or stored_facts.body(LanePosition(previous_shoe, previous_number + 1)) is None
    )
