"""Verifies the stored rows of one journal: each record, its facts, and both ends."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import Engine, select, tuple_

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.ledger.archived_days import ArchivedDays, Row
from firmware.floor.ledger.doubt import doubt_number
from firmware.floor.ledger.journal_lines import JournalLines
from firmware.floor.ledger.record_folder import CannotFold, FoldedFact, RecordFolder
from firmware.floor.ledger.stored_lines import archived_position
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, WATERMARK_TABLE

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
    """Verifies one journal, as far as its watermarks were at the beginning, over archived days and
    the database. The lines of days that are not at hand are passed over.
    """

    def __init__(
        self, database: Engine, identity: str, first_number: int, archived_days: ArchivedDays
    ) -> None:
        self._database, self._identity = database, identity
        with database.connect() as connection:
            statement = select(WATERMARK_TABLE).where(WATERMARK_TABLE.c.journal == identity)
            self._watermarks = {
                row["lane"]: LanePosition(row["shoe"], row["number"])
                for row in connection.execute(statement).mappings()
            }
            is_foldable = doubt_number(connection, identity) is None
        self._lines = JournalLines(database, identity, archived_days)
        self._next_number = first_number
        self._folder = RecordFolder(identity, has_facts=is_foldable)
        first_fact = LanePosition(first_number, 0)
        self._stored_facts = _StoredFacts(self._lines.rows("fact", first_fact, self._last_fact))
        self._is_from_start = first_number == 0 and is_foldable

    def read_records(self) -> Iterator[int]:
        """Verify each record and its facts; yield its number. Raises FoundRow."""
        first_record = LanePosition(0, self._next_number)
        for row in self._lines.rows("record", first_record, self._last_record):
            if row["number"] != self._next_number:
                self._pass_over(row["number"])
            self._next_number = row["number"] + 1
            self._read_record(row)
            yield row["number"]

    def check_ends(self) -> None:
        """Check that nothing is missing up to the watermarks, nor was added. Raises FoundRow."""
        if self._next_number <= self._last_record.number:
            self._pass_over(self._last_record.number + 1)
        if self._is_from_start:
            self._stored_facts.check_before(
                LanePosition(self._folder.extractor.released_records, 0)
            )
        if self._last_fact > LANE_START and not self._has_fact(self._last_fact):
            raise FoundRow("missing", "fact", self._last_fact)

    @property
    def _last_fact(self) -> LanePosition:
        return self._watermarks.get("fact", LANE_START)

    @property
    def _last_record(self) -> LanePosition:
        return self._watermarks.get("record", LANE_START)

    def _read_record(self, row: Row) -> None:
        position = LanePosition(0, row["number"])
        try:
            checked_record = self._folder.read(row)
        except CannotFold:
            raise FoundRow("unreadable", "record", position) from None
        if not checked_record.follows:
            raise FoundRow("chain", "record", position)
        for folded in checked_record.facts:
            if folded.fact.position <= self._last_fact:
                self._check_fact(folded)

    def _check_fact(self, folded: FoldedFact) -> None:
        position = folded.fact.position
        is_stored = self._stored_facts.check(folded, is_first=not self._is_from_start)
        if not is_stored and not self._lines.is_not_at_hand("fact", position):
            raise FoundRow("missing", "fact", position)
        self._is_from_start = True

    def _pass_over(self, number: int) -> None:
        """Pass over the records before one which the journal had let go, or whose day is not at
        hand; raise FoundRow if they are missing otherwise.
        """
        unread_end = self._lines.unread_end("record", LanePosition(0, self._next_number))
        first_missing = max(self._next_number, unread_end.number + 1)
        if first_missing < number and not self._is_cut(first_missing, number):
            raise FoundRow("missing", "record", LanePosition(0, first_missing))
        self._is_from_start = False

    def _is_cut(self, first_number: int, end_number: int) -> bool:
        columns = ALARM_TABLE.c
        condition = (
            columns.kind == "cut",
            columns.journal == self._identity,
            columns.place == f"0.{first_number - 1}–0.{end_number}",
        )
        with self._database.connect() as connection:
            return bool(connection.execute(select(columns.id).where(*condition)).first())

    def _has_fact(self, position: LanePosition) -> bool:
        columns = FACT_TABLE.c
        condition = (
            columns.journal == self._identity,
            tuple_(columns.shoe, columns.number) == tuple_(*position),
        )
        with self._database.connect() as connection:
            if position <= archived_position(connection, self._identity, "fact"):
                return True
            return bool(connection.execute(select(columns.shoe).where(*condition)).first())


class _StoredFacts:
    """The stored facts in their order, held against those that the records give."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self._row = next(self._rows, None)

    def check(self, folded: FoldedFact, *, is_first: bool) -> bool:
        """Hold the next fact against the stored one, and return whether there is one; the first
        after a gap may have others before it. Raises FoundRow.
        """
        position = folded.fact.position
        if is_first:
            self._skip_before(position)
        self.check_before(position)
        if self._row is None or self._position > position:
            return False
        if self._row["body"] != folded.body:
            raise FoundRow("differs", "fact", position)
        self._row = next(self._rows, None)
        return True

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
