"""Verifies sealed days: their seals, their order, the pit's chain, and the ledger that they sum up.

Each file is verified by itself and by the one before it. The last file of a day is then held
against the ledger, also against one that was restored: the file may come from elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, select

from firmware.floor.day.day_content import DayContent, JournalState
from firmware.floor.day.day_findings import DayFinding
from firmware.floor.day.day_jackpots import jackpots_of_day
from firmware.floor.day.day_store import StoredDay, day_files, stored_octets
from firmware.floor.day.sealed_day import NotSealed, OpenedDay
from firmware.floor.day.table_verifier import TableVerifier
from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.chain_entries import DayClosed, decode_entry
from firmware.floor.pit.chain_store import PIT_ENTRY_TABLE
from firmware.floor.pit.form_days import forms_of_day
from firmware.floor.pit.form_store import stored_forms
from firmware.floor.pit.forms import FiledForm
from firmware.shell.journal.records import decode_record

DayKey = tuple[str, str, int]
"""Property, day and number of a sealed file."""
CLOSED_TEXT = b'"DayClosed"'


class VerifiedDay(NamedTuple):
    """A file that was verified; `tables` were held against the ledger."""

    name: str
    tables: int
    findings: Sequence[DayFinding]


def verify_days(
    database: Engine, given: Sequence[StoredDay] = (), day: str = ""
) -> Iterator[VerifiedDay]:
    """Verify the files that are given and those that the database has, or those of one day. Raises
    SQLAlchemyError.
    """
    with database.connect() as connection:
        verifier = _DaysVerifier(connection, given)
        for key in verifier.keys:
            if day in ("", key[1]):
                yield verifier.verified(key)
        yield from verifier.missing_days(day)


class _DaysVerifier:
    """Files are read one at a time: those of a year need no memory."""

    def __init__(self, connection: Connection, given: Sequence[StoredDay]) -> None:
        self._connection = connection
        self._given = {_key(file): file for file in given}
        self._stored = frozenset(day_files(connection))
        self.keys = sorted({*self._given, *self._stored})
        self._entered = dict(_entered_digests(connection))

    def verified(self, key: DayKey) -> VerifiedDay:
        file = self._file(key)
        findings = [*self._storage_findings(key, file)]
        try:
            opened = file.opened()
        except NotSealed as refusal:
            altered = DayFinding(file.name, "not_sealed", {"why": refusal.why})
            return VerifiedDay(file.name, 0, [*findings, altered])
        findings += self._order_findings(key, file, opened)
        if (*key[:2], key[2] + 1) in self.keys:
            # an amendment is the day's last word: the file that it replaces was true when sealed
            return VerifiedDay(file.name, 0, findings)
        content = opened.sealed.content
        findings += self._content_findings(key, file.name, content)
        return VerifiedDay(file.name, len(content.tables), findings)

    def missing_days(self, day: str) -> Iterator[VerifiedDay]:
        """Yield the days that a pit's chain has closed and that no file is of."""
        for key in sorted(self._entered.keys() - {*self.keys}):
            if day in ("", key[1]):
                name = f"{key[0]} {key[1]}.{key[2]}"
                yield VerifiedDay(name, 0, [DayFinding(name, "missing_day", {})])

    def _file(self, key: DayKey) -> StoredDay:
        return self._given.get(key) or StoredDay(*key, stored_octets(self._connection, *key))

    def _storage_findings(self, key: DayKey, file: StoredDay) -> Iterator[DayFinding]:
        if key not in self._stored:
            yield DayFinding(file.name, "missing_day", {})
        elif key in self._given and stored_octets(self._connection, *key) != file.octets:
            yield DayFinding(file.name, "other_file", {})

    def _order_findings(
        self, key: DayKey, file: StoredDay, opened: OpenedDay
    ) -> Iterator[DayFinding]:
        before = self._files_before(key)
        digests = {each.digest for each in before} if before else {""}
        if opened.sealed.previous not in digests:
            yield DayFinding(file.name, "previous", {"before": before[-1].name if before else "–"})
        if file.digest not in self._entered.get(key, ()):
            yield DayFinding(file.name, "unentered", {"pit": opened.pit})

    def _files_before(self, key: DayKey) -> list[StoredDay]:
        """Return the file before an amendment; before a closing, those of the day before: any of
        them may have been the last one when it was sealed.
        """
        property_name, day, number = key
        if number:
            before = [(property_name, day, number - 1)]
            return [self._file(each) for each in before if each in self.keys]
        earlier = [known for known in self.keys if known[0] == property_name and known[1] < day]
        return [self._file(known) for known in earlier if known[1] == earlier[-1][1]]

    def _states(self, key: DayKey) -> Mapping[str, JournalState]:
        """Return the journals as the closing of the day before has them."""
        own = [known for known in self.keys if known[0] == key[0] and known[2] == 0]
        earlier = [known for known in own if known[1] < key[1]]
        try:
            return self._file(earlier[-1]).opened().sealed.content.journals if earlier else {}
        except NotSealed:
            return {}

    def _content_findings(
        self, key: DayKey, name: str, content: DayContent
    ) -> Iterator[DayFinding]:
        states, hours = self._states(key), HourRange(content.first_hour, content.end_hour)
        for table in content.tables:
            state = states.get(table.journal, JournalState())
            yield from TableVerifier(self._connection, name, table, state, hours).findings()
        yield from _form_findings(self._connection, name, content, hours)
        tables = {table.journal: table for table in content.tables}
        found = jackpots_of_day(self._connection, tables, hours)
        for jackpot in content.jackpots:
            if jackpot not in found:
                yield DayFinding(name, "grants", {"jackpot": jackpot.jackpot})


def _form_findings(
    connection: Connection, name: str, content: DayContent, hours: HourRange
) -> Iterator[DayFinding]:
    tables = {form.table_name for form in content.forms}
    tables |= {table.table for table in content.tables}
    found = forms_of_day(stored_forms(connection), hours, tables)
    signed = {form.number: _signed_part(form) for form in found.forms}
    for form in content.forms:
        if signed.get(form.number) != _signed_part(form):
            yield DayFinding(name, "form", {"number": form.number})
            return
    if found.forms != content.forms:
        yield DayFinding(name, "late_form", {})
    elif found.sittings != content.sittings:
        yield DayFinding(name, "sittings", {})


def _signed_part(form: FiledForm) -> FiledForm:
    """Return a form without the marks that later ones give it."""
    return msgspec.structs.replace(form, voided=None, corrected=None)


def _key(file: StoredDay) -> DayKey:
    return file.property_name, file.day, file.number


def _entered_digests(connection: Connection) -> Iterator[tuple[DayKey, frozenset[str]]]:
    """Yield the digests that pits' chains have of each sealed file."""
    found: dict[DayKey, frozenset[str]] = {}
    for record in connection.scalars(select(PIT_ENTRY_TABLE.c.record)):
        if CLOSED_TEXT not in record:
            continue
        decoded = decode_record(record, 0)
        try:
            entry = decode_entry(decoded.payload) if decoded else None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if isinstance(entry, DayClosed):
            key = entry.property_name, entry.day, entry.number
            found[key] = found.get(key, frozenset()) | {entry.digest}
    yield from found.items()
