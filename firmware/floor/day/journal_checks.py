"""Whether the ledger has all of a gaming day: each journal whole, and no table missing."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from firmware.floor.day.day_content import DayException, TableDay
from firmware.floor.day.journal_reading import JournalReading
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.gaming_day import HourRange
from firmware.floor.journal_places import RegisteredJournal
from firmware.floor.ledger.chain_check import CHECKED_LANE
from firmware.floor.projection.fact import parse_iso_ms
from firmware.floor.projection.row_tables import TABLE_STATE_TABLE
from firmware.floor.roster.enrolment import Enrolment
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.store import ALARM_TABLE, DOUBT_TABLE, GAP_TABLE, WATERMARK_TABLE

ALTERED_KINDS: Final = ("altered", "chain_broken", "fact_differs", "ledger_altered")
"""The ledger's alarms of rows that are not as they were recorded."""


class LedgerState(NamedTuple):
    """How far the ledger has each journal, and its doubts of some."""

    watermarks: Mapping[tuple[str, str], LanePosition]
    """By journal and lane."""
    folded: Mapping[str, LanePosition]
    gaps: frozenset[tuple[str, str]]
    """Journals and lanes of which something later is stored."""
    doubts: frozenset[str]
    altered: Mapping[str, int]
    """By journal, the time of the last alarm of a row that is not as recorded."""

    def watermark(self, journal: str, lane: str) -> LanePosition:
        return self.watermarks.get((journal, lane), LANE_START)


def read_ledger_state(connection: Connection) -> LedgerState:
    alarms = select(ALARM_TABLE.c.journal, ALARM_TABLE.c.raised_at).where(
        ALARM_TABLE.c.kind.in_(ALTERED_KINDS)
    )
    states = TABLE_STATE_TABLE.c
    folded = connection.execute(select(states.journal, states.shoe, states.number))
    return LedgerState(
        {
            (row.journal, row.lane): LanePosition(row.shoe, row.number)
            for row in connection.execute(select(WATERMARK_TABLE))
        },
        {row.journal: LanePosition(row.shoe, row.number) for row in folded},
        frozenset(
            (row.journal, row.lane)
            for row in connection.execute(select(GAP_TABLE.c.journal, GAP_TABLE.c.lane).distinct())
        ),
        frozenset(connection.scalars(select(DOUBT_TABLE.c.journal))),
        {row.journal: parse_iso_ms(row.raised_at) or 0 for row in connection.execute(alarms)},
    )


def journal_exceptions(
    table: TableDay,
    reading: JournalReading,
    ledger: LedgerState,
    hours: HourRange,
    *,
    is_present: bool,
    is_whole: bool,
) -> Iterator[DayException]:
    """Yield the faults of a journal. `is_present` unless the table has begun another one, after
    which an earlier journal has ended; `is_whole` if nothing of it waits to be sent.
    """
    journal, state = table.journal, reading.last_state
    if _has_gap(table, reading, ledger):
        yield DayException("gap", table.table)
    if ledger.folded.get(journal, LANE_START) < ledger.watermark(journal, "fact"):
        yield DayException("unfolded", table.table)
    if is_present and state.in_service and state.last_ms < hours.end_ms and not is_whole:
        yield DayException("silent", table.table, {"at": state.last_ms})
    if is_present and reading.open_round is not None:
        yield DayException("open_round", table.table, {"round": reading.open_round})
    # a table of tagged cards keeps its records: the ledger can't verify those that it has not
    own_records = min(table.released, ledger.watermark(journal, "record").number)
    if ledger.watermark(journal, CHECKED_LANE).number < own_records:
        yield DayException("unverified", table.table, {"number": own_records})
    if journal in ledger.doubts:
        yield DayException("in_doubt", table.table)
    if ledger.altered.get(journal, 0) >= hours.first_ms:
        yield DayException("altered", table.table)


def _has_gap(table: TableDay, reading: JournalReading, ledger: LedgerState) -> bool:
    """Return whether facts or records of the day may be missing: a gap after them is none."""
    journal, is_past = table.journal, reading.next_state != reading.last_state
    lacks_records = ledger.watermark(journal, "record").number < table.released
    return ((journal, "fact") in ledger.gaps and not is_past) or (
        (journal, "record") in ledger.gaps and lacks_records
    )


def retired_names(connection: Connection, property_name: str) -> frozenset[str]:
    """Return the tables of a property that are out of service for good."""
    return frozenset(
        enrolment.name
        for enrolment in _enrolments(connection, property_name)
        if enrolment.state != "enrolled"
    )


def missing_tables(
    connection: Connection, property_name: str, journals: Mapping[str, RegisteredJournal]
) -> Iterator[DayException]:
    """Yield the enrolled tables of which the ledger has nothing at all."""
    known = {journal.place.name for journal in journals.values()}
    for enrolment in _enrolments(connection, property_name):
        if enrolment.state == "enrolled" and enrolment.name not in known:
            yield DayException("missing", enrolment.name)


def _enrolments(connection: Connection, property_name: str) -> list[Enrolment]:
    """Return the newest enrolment of each table's key."""
    newest = {
        signed.enrolment.key: signed.enrolment
        for signed in RosterStore(connection.engine, ()).history()
    }
    return [
        enrolment
        for enrolment in newest.values()
        if enrolment.role == "table" and enrolment.property_name == property_name
    ]
