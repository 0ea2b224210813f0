"""A property's gaming day as the ledger has it now, which two people look at before they sign.

facts ──JournalReading──> first and last fact, meters, corrections ─┐
hour rows ──────────────> takings by class                          ├──> DayContent
forms, jackpots, alarms, records ──────────────────────────────────┘
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from firmware.floor.day.day_alarms import alarms_of_day
from firmware.floor.day.day_content import (
    DayContent,
    DayException,
    JournalState,
    TableDay,
)
from firmware.floor.day.day_jackpots import jackpots_of_day
from firmware.floor.day.day_money import JournalMoney, takings_of_rows
from firmware.floor.day.day_store import last_closing
from firmware.floor.day.form_exceptions import form_exceptions
from firmware.floor.day.journal_checks import (
    LedgerState,
    journal_exceptions,
    missing_tables,
    read_ledger_state,
    retired_names,
)
from firmware.floor.day.journal_reading import JournalReading
from firmware.floor.day.record_heads import first_head, last_head
from firmware.floor.day.stored_facts import facts_after, meters_before
from firmware.floor.gaming_day import GamingCalendar, HourRange
from firmware.floor.journal_places import RegisteredJournal, registered_journals
from firmware.floor.pit.form_balance import missing_numbers
from firmware.floor.pit.form_days import forms_of_day
from firmware.floor.pit.form_store import highest_number, stored_forms
from firmware.floor.pit.forms import FiledForm

NothingWaits = Callable[[str], bool]
"""Returns whether a table sends heartbeats now, and all that it has recorded is in the ledger."""


class _Property(NamedTuple):
    """A property's journals by identity, the newest of each table, and how the ledger has them."""

    journals: dict[str, RegisteredJournal]
    present: frozenset[str]
    ledger: LedgerState
    nothing_waits: NothingWaits
    states: Mapping[str, JournalState]
    """Of the journals that the day before knew."""


class _ReadJournal(NamedTuple):
    table: TableDay
    state: JournalState
    exceptions: list[DayException]


def properties(connection: Connection) -> list[str]:
    """Return the properties whose tables the ledger has."""
    journals = registered_journals(connection).values()
    return sorted({journal.place.property_name for journal in journals})


def property_day(
    connection: Connection,
    property_name: str,
    day: date,
    calendar: GamingCalendar,
    nothing_waits: NothingWaits,
) -> DayContent:
    """Return a day as it is now, which reads the facts since the closing before it. Raises
    NotSealed if that one is not as it was sealed.
    """
    hours = calendar.day_hours(day)
    closing = last_closing(connection, property_name, day)
    states = closing.opened().sealed.content.journals if closing else {}
    place = _property(connection, property_name, states, nothing_waits)
    read_journals = _read_journals(connection, place, hours)
    tables = [read.table for read in read_journals if _has_content(read)]
    exceptions = [exception for read in read_journals for exception in read.exceptions]
    exceptions += missing_tables(connection, property_name, place.journals)
    return _content(
        connection,
        DayContent(
            day.isoformat(),
            property_name,
            calendar.starts_text,
            calendar.zone_name,
            *hours,
            tables=tuple(tables),
            forms=(),
            sittings=(),
            jackpots=jackpots_of_day(connection, {each.journal: each for each in tables}, hours),
            alarms=(),
            exceptions=tuple(exceptions),
            journals={read.table.journal: read.state for read in read_journals},
        ),
        {identity: journal.place.name for identity, journal in place.journals.items()},
        hours,
    )


def _read_journals(
    connection: Connection, place: _Property, hours: HourRange
) -> list[_ReadJournal]:
    takings = takings_of_rows(connection, place.journals, hours)
    no_money = JournalMoney({}, {})
    return [
        _read_journal(connection, place, journal, hours, takings.get(identity, no_money))
        for identity, journal in place.journals.items()
    ]


def _property(
    connection: Connection,
    property_name: str,
    states: Mapping[str, JournalState],
    nothing_waits: NothingWaits,
) -> _Property:
    journals = {
        identity: journal
        for identity, journal in registered_journals(connection).items()
        if journal.place.property_name == property_name
    }
    newest = {journal.place: identity for identity, journal in journals.items()}
    retired = retired_names(connection, property_name)
    present = {identity for place, identity in newest.items() if place.name not in retired}
    ledger = read_ledger_state(connection)
    return _Property(journals, frozenset(present), ledger, nothing_waits, states)


def _content(
    connection: Connection, content: DayContent, names: dict[str, str], hours: HourRange
) -> DayContent:
    """Return the content with forms and alarms."""
    all_forms = stored_forms(connection)
    of_day = forms_of_day(all_forms, hours, frozenset(names.values()))
    played = {
        table.table
        for table in content.tables
        if any(takings.rounds for takings in table.takings.values())
    }
    missing = _missing_of_day(connection, all_forms, hours)
    exceptions = [
        *content.exceptions,
        *form_exceptions(of_day, played),
        *(
            DayException("form_missing", f"{first}", {"first": first, "last": last})
            for first, last in missing
        ),
    ]
    return msgspec.structs.replace(
        content,
        forms=of_day.forms,
        sittings=of_day.sittings,
        alarms=alarms_of_day(connection, hours, names),
        exceptions=tuple(exceptions),
    )


def _missing_of_day(
    connection: Connection, all_forms: Sequence[FiledForm], hours: HourRange
) -> list[tuple[int, int]]:
    """Return the missing numbers that may have been filed in the day, by the forms around them."""
    times = {form.number: form.at for form in all_forms}
    return [
        (first, last)
        for first, last in missing_numbers(all_forms, highest_number(connection))
        if times.get(first - 1, 0) < hours.end_ms
        and times.get(last + 1, hours.end_ms) >= hours.first_ms
    ]


def _read_journal(
    connection: Connection,
    place: _Property,
    journal: RegisteredJournal,
    hours: HourRange,
    money: JournalMoney,
) -> _ReadJournal:
    identity, state = journal.identity, place.states.get(journal.identity, JournalState())
    last = place.ledger.watermark(identity, "fact")
    meters = meters_before(connection, identity, state.next_fact)
    reading = JournalReading(identity, hours, state, meters)
    if last > state.next_fact:
        reading.read(facts_after(connection, identity, state.next_fact, last))
    table = _with_records(connection, _table_day(journal, reading, money), state.next_record)
    next_record = table.last_record.number + 1 if table.last_record else state.next_record
    exceptions = journal_exceptions(
        table,
        reading,
        place.ledger,
        hours,
        is_present=identity in place.present,
        is_whole=place.nothing_waits(journal.place.name),
    )
    next_state = msgspec.structs.replace(reading.next_state, next_record=next_record)
    return _ReadJournal(table, next_state, [*exceptions])


def _table_day(
    journal: RegisteredJournal, reading: JournalReading, money: JournalMoney
) -> TableDay:
    return TableDay(
        journal.identity,
        journal.place.name,
        journal.place.pit,
        reading.first_fact,
        reading.last_fact,
        None,
        None,
        reading.last_fact.shoe - 1 if reading.last_fact else -1,
        reading.first_meters,
        reading.last_meters,
        money.by_class,
        tuple(sorted(money.by_hour.items())),
        tuple(reading.corrections),
    )


def _with_records(connection: Connection, table: TableDay, next_record: int) -> TableDay:
    """Return a table with the first and the last record of the shoes that were over with its last
    fact: of the shoe in play the ledger has none yet.
    """
    if table.released < next_record:
        return table
    numbers = next_record, table.released
    return msgspec.structs.replace(
        table,
        first_record=first_head(connection, table.journal, *numbers),
        last_record=last_head(connection, table.journal, *numbers),
    )


def _has_content(read: _ReadJournal) -> bool:
    return read.table.first_fact is not None or bool(read.table.takings or read.exceptions)
