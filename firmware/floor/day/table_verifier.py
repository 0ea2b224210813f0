"""Holds a table's sealed day against the ledger's facts and records, from which it is made again.

The rows of the takings are not read: an alteration of them, or of facts, is found by the other.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from firmware.floor.day.day_content import JournalState, RecordHead, TableDay
from firmware.floor.day.day_findings import DayFinding, FindingKind
from firmware.floor.day.day_money import (
    JournalMoney,
    differing_class,
    is_same_money,
    takings_of_facts,
    takings_of_rows,
)
from firmware.floor.day.journal_reading import JournalReading
from firmware.floor.day.record_heads import first_head, last_head
from firmware.floor.day.stored_facts import facts_after, meters_before
from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import HourRange
from firmware.floor.store import ARCHIVED_LANE_TABLE, FACT_TABLE, JOURNAL_TABLE


class TableVerifier(NamedTuple):
    """One table of one sealed day; `state` is its journal's at the end of the day before."""

    connection: Connection
    name: str
    table: TableDay
    state: JournalState
    hours: HourRange

    def findings(self) -> Iterator[DayFinding]:
        """Yield the first difference of each kind."""
        if not self._has_journal():
            yield self._finding("journal")
            return
        if self._is_archived():
            yield self._finding("archived")
            return
        yield from self._record_findings()
        yield from self._fact_findings()
        yield from self._late_findings()

    def _has_journal(self) -> bool:
        columns = JOURNAL_TABLE.c
        statement = select(columns.journal).where(columns.journal == self.table.journal)
        return self.connection.execute(statement).first() is not None

    def _is_archived(self) -> bool:
        """Return whether facts of the day are in files: they are opened again before."""
        columns = ARCHIVED_LANE_TABLE.c
        statement = select(columns.shoe, columns.number).where(
            columns.journal == self.table.journal, columns.lane == "fact"
        )
        archived = [LanePosition(*row) for row in self.connection.execute(statement)]
        first = self.table.first_fact
        return first is not None and bool(archived) and first <= max(archived)

    def _record_findings(self) -> Iterator[DayFinding]:
        first, last = self.table.first_record, self.table.last_record
        if first is None or last is None:
            return
        numbers = first.number, last.number
        found = first_head(self.connection, self.table.journal, *numbers)
        yield from self._record_finding(first, found)
        found = last_head(self.connection, self.table.journal, *numbers)
        yield from self._record_finding(last, found)

    def _record_finding(self, sealed: RecordHead, found: RecordHead | None) -> Iterator[DayFinding]:
        if found != sealed:
            highest = "–" if found is None else str(found.number)
            yield self._finding("record", number=sealed.number, found=highest)

    def _fact_findings(self) -> Iterator[DayFinding]:
        last, identity = self.table.last_fact, self.table.journal
        if last is None:
            return
        for position in (self.table.first_fact, last):
            if position is not None and not self._has_fact(position):
                yield self._finding("fact", place=f"{position.shoe}.{position.number}")
                return
        meters = meters_before(self.connection, identity, self.state.next_fact)
        reading = JournalReading(identity, self.hours, self.state, meters)
        reading.read(facts_after(self.connection, identity, self.state.next_fact, last))
        if reading.first_fact != self.table.first_fact:
            place = reading.first_fact or last
            yield self._finding("fact", place=f"{place.shoe}.{place.number}")
        sealed_meters = self.table.first_meters, self.table.last_meters
        if (reading.first_meters, reading.last_meters) != sealed_meters:
            yield self._finding("meters")
        if tuple(reading.corrections) != self.table.corrections:
            yield self._finding("corrections")
        money = takings_of_facts(self.connection, identity, self.state, last, self.hours)
        yield from self._money_findings(money)

    def _money_findings(self, money: JournalMoney) -> Iterator[DayFinding]:
        bet_class = differing_class(money.by_class, self.table.takings)
        if bet_class is not None:
            sealed = self.table.takings.get(bet_class)
            found = money.by_class.get(bet_class)
            yield self._finding(
                "takings",
                bet=bet_class or "*",
                sealed_cents=sealed.held if sealed else 0,
                found_cents=found.held if found else 0,
            )
        sealed_hours = dict(self.table.hours)
        if sealed_hours.keys() != money.by_hour.keys() or not all(
            is_same_money(sealed_hours[hour], money.by_hour[hour]) for hour in sealed_hours
        ):
            yield self._finding("hours")

    def _late_findings(self) -> Iterator[DayFinding]:
        rows = takings_of_rows(self.connection, [self.table.journal], self.hours)
        by_class = rows[self.table.journal].by_class
        if differing_class(by_class, self.table.takings) is not None:
            yield self._finding("late")

    def _has_fact(self, position: LanePosition) -> bool:
        columns = FACT_TABLE.c
        statement = select(columns.shoe).where(
            columns.journal == self.table.journal,
            columns.shoe == position.shoe,
            columns.number == position.number,
        )
        return self.connection.execute(statement).first() is not None

    def _finding(self, kind: FindingKind, **values: str | int) -> DayFinding:
        named = {"table": self.table.table, "journal": self.table.journal[:8]}
        return DayFinding(self.name, kind, {**named, **values})
