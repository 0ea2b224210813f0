"""Verifies the stored rows of one journal: each record, its facts, and both ends."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import ColumnElement, Engine, RowMapping, Table, select, tuple_

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.ledger.doubt import doubt_number
from firmware.floor.ledger.record_folder import CannotFold, FoldedFact, RecordFolder
from firmware.floor.ledger.stored_lines import archived_position
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, RECORD_TABLE, WATERMARK_TABLE

ROWS_PER_TRANSACTION: Final = 500
FINDING_KEYS: Final = {
    "missing": "floor.verify.missing",
    "chain": "floor.verify.chain",
    "unreadable": "floor.verify.unreadable",
    "differs": "floor.verify.differs",
    "extra": "floor.verify.extra",
}
"""By finding: the key of its message."""


class FoundRow(Exception):
    """A row that is not as it was stored; `finding` is one of FINDING_KEYS."""

    def __init__(self, finding: str, lane: str, position: LanePosition) -> None:
        super().__init__(finding)
        self.finding = finding
        self.place = f"{lane} {position.shoe}.{position.number}"


class JournalVerifier:
    """Verifies one journal, as far as its watermarks were at the beginning, and from where its
    archive ends: archived lines were verified as they left the database.
    """

    def __init__(self, database: Engine, identity: str, first_number: int) -> None:
        self._database, self._identity = database, identity
        with database.connect() as connection:
            statement = select(WATERMARK_TABLE).where(WATERMARK_TABLE.c.journal == identity)
            self._watermarks = {
                row["lane"]: LanePosition(row["shoe"], row["number"])
                for row in connection.execute(statement).mappings()
            }
            is_foldable = doubt_number(connection, identity) is None
            archived_record = archived_position(connection, identity, "record")
            self._archived_fact = archived_position(connection, identity, "fact")
        self._next_number = first_number = max(first_number, archived_record.number + 1)
        self._folder = RecordFolder(identity, has_facts=is_foldable)
        self._stored_facts = _StoredFacts(
            self._rows(FACT_TABLE, "fact", (FACT_TABLE.c.shoe, FACT_TABLE.c.number), first_number)
        )
        self._is_from_start = first_number == 0 and is_foldable

    def read_records(self) -> Iterator[int]:
        """Verify each record and its facts; yield its number. Raises FoundRow."""
        rows = self._rows(RECORD_TABLE, "record", (RECORD_TABLE.c.number,), self._next_number)
        for row in rows:
            if row["number"] != self._next_number:
                self._skip_cut(row["number"])
            self._next_number = row["number"] + 1
            self._read_record(row)
            yield row["number"]

    def check_ends(self) -> None:
        """Check that nothing is missing up to the watermarks, nor was added. Raises FoundRow."""
        last_record = self._watermarks.get("record", LANE_START)
        if self._next_number <= last_record.number:
            raise FoundRow("missing", "record", LanePosition(0, self._next_number))
        if self._is_from_start:
            self._stored_facts.check_before(
                LanePosition(self._folder.extractor.released_records, 0)
            )
        if self._last_fact > self._archived_fact and not self._has_fact(self._last_fact):
            raise FoundRow("missing", "fact", self._last_fact)

    @property
    def _last_fact(self) -> LanePosition:
        return self._watermarks.get("fact", LANE_START)

    def _read_record(self, row: RowMapping) -> None:
        position = LanePosition(0, row["number"])
        try:
            checked_record = self._folder.read(row)
        except CannotFold:
            raise FoundRow("unreadable", "record", position) from None
        if not checked_record.follows:
            raise FoundRow("chain", "record", position)
        for folded in checked_record.facts:
            if self._archived_fact < folded.fact.position <= self._last_fact:
                self._stored_facts.check(folded, is_first=not self._is_from_start)
                self._is_from_start = True

    def _skip_cut(self, number: int) -> None:
        """Pass over records that the journal had let go; raise FoundRow if it had not."""
        place = f"0.{self._next_number - 1}–0.{number}"
        columns = ALARM_TABLE.c
        condition = (
            columns.kind == "cut",
            columns.journal == self._identity,
            columns.place == place,
        )
        with self._database.connect() as connection:
            if connection.execute(select(columns.id).where(*condition)).first() is None:
                raise FoundRow("missing", "record", LanePosition(0, self._next_number))
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
        it. Raises FoundRow.
        """
        position = folded.fact.position
        if is_first:
            self._skip_before(position)
        self.check_before(position)
        if self._row is None or self._position > position:
            raise FoundRow("missing", "fact", position)
        if self._row["body"] != folded.body:
            raise FoundRow("differs", "fact", position)
        self._row = next(self._rows, None)

    def check_before(self, position: LanePosition) -> None:
        """Raise FoundRow if a fact is stored before a position that no record gives."""
        if self._row is not None and self._position < position:
            raise FoundRow("extra", "fact", self._position)

    def _skip_before(self, position: LanePosition) -> None:
        while self._row is not None and self._position < position:
            self._row = next(self._rows, None)

    @property
    def _position(self) -> LanePosition:
        row = self._row
        return LANE_START if row is None else LanePosition(row["shoe"], row["number"])
