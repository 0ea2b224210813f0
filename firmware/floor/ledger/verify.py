"""Holds what the database has of each journal against hash chain, segment headers and records.

Whoever alters or deletes a row after it was stored is found by the next row of the chain, by the
facts that the records give, or by the watermark, which says what must be there. The ledger does it
slowly all the time, and `croupier ledger verify` at once.
"""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Engine, RowMapping, Table, func, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.journal_places import RegisteredJournal, registered_journals
from firmware.floor.ledger.chain_check import CannotFold, FoldedFact, RecordFolder
from firmware.floor.ledger.doubt import doubt_number
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.log import WriteLog
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, RECORD_TABLE, WATERMARK_TABLE

ROWS_PER_TRANSACTION: Final = 500
SLICE_RECORDS: Final = 500
SLICE_INTERVAL_S: Final = 5.0
"""The ledger verifies a hundred records a second besides its work."""
RETRY_INTERVAL_S: Final = 60.0

FINDING_KEYS: Final = {
    "missing": "floor.verify.missing",
    "chain": "floor.verify.chain",
    "unreadable": "floor.verify.unreadable",
    "differs": "floor.verify.differs",
    "extra": "floor.verify.extra",
}
"""By finding: the key of its message."""


class VerifiedRecord(NamedTuple):
    """A record that was read. With a finding it is the last one: `place` names the first row of its
    journal that is not as it was stored.
    """

    journal: RegisteredJournal
    number: int
    finding: str = ""
    place: str = ""


class _Found(Exception):
    """A row that is not as it was stored; `finding` is one of FINDING_KEYS."""

    def __init__(self, finding: str, lane: str, position: LanePosition) -> None:
        super().__init__(finding)
        self.finding = finding
        self.place = f"{lane} {position.shoe}.{position.number}"


def verify_journals(database: Engine, since: str = "") -> Iterator[VerifiedRecord]:
    """Verify each journal, from the first shoe on of which a fact came since a day (ISO 8601);
    yield each record as it is read. Raises SQLAlchemyError.
    """
    with database.connect() as connection:
        journals = [*registered_journals(connection).values()]
    for journal in journals:
        first_number = _first_number(database, journal.identity, since) if since else 0
        if first_number is not None:
            yield from _verify_journal(database, journal, first_number)


async def verify_slowly(ledger: Ledger, write_log: WriteLog) -> None:
    """Verify all journals, one slice after another, for ever; what is found raises an alarm."""
    while True:
        try:
            await _verify_slices(ledger, write_log)
            await asyncio.sleep(SLICE_INTERVAL_S)
        except SQLAlchemyError:
            await asyncio.sleep(RETRY_INTERVAL_S)


async def _verify_slices(ledger: Ledger, write_log: WriteLog) -> None:
    verified_records = verify_journals(ledger.database)
    while verified := await asyncio.to_thread(_slice_of, verified_records):
        alarms = [
            LedgerAlarm(
                "ledger_altered",
                record.journal.place.name,
                record.journal.identity,
                record.place,
            )
            for record in verified
            if record.finding
        ]
        for alarm in await asyncio.to_thread(ledger.raise_alarms, alarms):
            write_log(alarm.log_text)
        await asyncio.sleep(SLICE_INTERVAL_S)


def _slice_of(verified_records: Iterator[VerifiedRecord]) -> list[VerifiedRecord]:
    return list(islice(verified_records, SLICE_RECORDS))


def _first_number(database: Engine, identity: str, since: str) -> int | None:
    """Return the record from which facts since a day can be told: two shoes before the first one;
    None if none came since.
    """
    shoe, is_own = FACT_TABLE.c.shoe, FACT_TABLE.c.journal == identity
    with database.connect() as connection:
        first_shoe = connection.scalar(
            select(func.min(shoe)).where(is_own, FACT_TABLE.c.received_at >= since)
        )
        if first_shoe is None:
            return None
        statement = select(shoe).distinct().where(is_own, shoe < first_shoe)
        earlier_shoes = connection.scalars(statement.order_by(shoe.desc()).limit(2)).all()
    return earlier_shoes[-1] if len(earlier_shoes) > 1 else 0


def _verify_journal(
    database: Engine, journal: RegisteredJournal, first_number: int
) -> Iterator[VerifiedRecord]:
    verifier, number = _Verifier(database, journal.identity, first_number), first_number
    try:
        for number in verifier.read_records():
            yield VerifiedRecord(journal, number)
        verifier.check_ends()
    except _Found as found:
        yield VerifiedRecord(journal, number, found.finding, found.place)


class _Verifier:
    """Verifies one journal, as far as its watermarks were at the beginning."""

    def __init__(self, database: Engine, identity: str, first_number: int) -> None:
        self._database, self._identity = database, identity
        self._next_number = first_number
        with database.connect() as connection:
            statement = select(WATERMARK_TABLE).where(WATERMARK_TABLE.c.journal == identity)
            self._watermarks = {
                row["lane"]: LanePosition(row["shoe"], row["number"])
                for row in connection.execute(statement).mappings()
            }
            is_foldable = doubt_number(connection, identity) is None
        self._folder = RecordFolder(identity, has_facts=is_foldable)
        self._stored_facts = _StoredFacts(
            self._rows(FACT_TABLE, "fact", (FACT_TABLE.c.shoe, FACT_TABLE.c.number), first_number)
        )
        self._is_from_start = first_number == 0 and is_foldable

    def read_records(self) -> Iterator[int]:
        """Verify each record and its facts; yield its number. Raises _Found."""
        rows = self._rows(RECORD_TABLE, "record", (RECORD_TABLE.c.number,), self._next_number)
        for row in rows:
            if row["number"] != self._next_number:
                self._skip_cut(row["number"])
            self._next_number = row["number"] + 1
            self._read_record(row)
            yield row["number"]

    def check_ends(self) -> None:
        """Check that nothing is missing up to the watermarks, nor was added. Raises _Found."""
        last_record = self._watermarks.get("record", LANE_START)
        if self._next_number <= last_record.number:
            raise _Found("missing", "record", LanePosition(0, self._next_number))
        if self._is_from_start:
            self._stored_facts.check_before(
                LanePosition(self._folder.extractor.released_records, 0)
            )
        last_fact = self._watermarks.get("fact", LANE_START)
        if last_fact > LANE_START and not self._has_fact(last_fact):
            raise _Found("missing", "fact", last_fact)

    def _read_record(self, row: RowMapping) -> None:
        position = LanePosition(0, row["number"])
        try:
            checked_record = self._folder.read(row)
        except CannotFold:
            raise _Found("unreadable", "record", position) from None
        if not checked_record.follows:
            raise _Found("chain", "record", position)
        for folded in checked_record.facts:
            if folded.fact.position <= self._watermarks.get("fact", LANE_START):
                self._stored_facts.check(folded, is_first=not self._is_from_start)
                self._is_from_start = True

    def _skip_cut(self, number: int) -> None:
        """Pass over records that the journal had let go; raise _Found if it had not."""
        place = f"0.{self._next_number - 1}–0.{number}"
        columns = ALARM_TABLE.c
        condition = (
            columns.kind == "cut",
            columns.journal == self._identity,
            columns.place == place,
        )
        with self._database.connect() as connection:
            if connection.execute(select(columns.id).where(*condition)).first() is None:
                raise _Found("missing", "record", LanePosition(0, self._next_number))
        self._is_from_start = False

    def _has_fact(self, position: LanePosition) -> bool:
        columns = FACT_TABLE.c
        condition = (
            columns.journal == self._identity,
            tuple_(columns.shoe, columns.number) == tuple_(*position),
        )
        with self._database.connect() as connection:
            return bool(connection.execute(select(columns.shoe).where(*condition)).first())

    def _rows(
        self, table: Table, lane: str, key: tuple[ColumnElement[int], ...], first_number: int
    ) -> Iterator[RowMapping]:
        """Yield the rows of a lane from a record or shoe on, a few in each transaction."""
        last_key = self._watermarks.get(lane, LANE_START)[-len(key) :]
        after_key = (first_number, -1)[: len(key)] if len(key) > 1 else (first_number - 1,)
        statement = select(table).where(
            table.c.journal == self._identity, tuple_(*key) <= tuple_(*last_key)
        )
        ordered = statement.order_by(*key).limit(ROWS_PER_TRANSACTION)
        while True:
            with self._database.connect() as connection:
                rows = connection.execute(ordered.where(tuple_(*key) > tuple_(*after_key)))
                page = rows.mappings().all()
            yield from page
            if len(page) < ROWS_PER_TRANSACTION:
                return
            after_key = tuple(page[-1][column.name] for column in key)


class _StoredFacts:
    """The stored facts in their order, held against those that the records give."""

    def __init__(self, rows: Iterable[RowMapping]) -> None:
        self._rows = iter(rows)
        self._row = next(self._rows, None)

    def check(self, folded: FoldedFact, *, is_first: bool) -> None:
        """Hold the next fact against the stored one; the first after a gap may have others before
        it. Raises _Found.
        """
        position = folded.fact.position
        if is_first:
            self._skip_before(position)
        self.check_before(position)
        if self._row is None or self._position > position:
            raise _Found("missing", "fact", position)
        if self._row["body"] != folded.body:
            raise _Found("differs", "fact", position)
        self._row = next(self._rows, None)

    def check_before(self, position: LanePosition) -> None:
        """Raise _Found if a fact is stored before a position that no record gives."""
        if self._row is not None and self._position < position:
            raise _Found("extra", "fact", self._position)

    def _skip_before(self, position: LanePosition) -> None:
        while self._row is not None and self._position < position:
            self._row = next(self._rows, None)

    @property
    def _position(self) -> LanePosition:
        row = self._row
        return LANE_START if row is None else LanePosition(row["shoe"], row["number"])
