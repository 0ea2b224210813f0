"""Goes through the pit's own chain again and again, and through the forms that it holds."""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, Engine

from firmware.floor.pit.chain_entries import FormFiled, PitStarted
from firmware.floor.pit.chain_store import PitChain, stored_entries
from firmware.floor.pit.entry_check import ChainCheck, CheckedEntry
from firmware.floor.pit.form_store import forms_numbered, unsigned_numbers
from firmware.floor.pit.forms import FiledForm
from firmware.floor.projection.table_alarms import Alarm, bound_id

ENTRIES_A_LOOK: Final = 50


class ChainWatch:
    """The alarms of a chain that is not as it was signed. `look` raises SQLAlchemyError."""

    def __init__(self, database: Engine, chain: PitChain) -> None:
        self._database, self._chain = database, chain
        self._check: ChainCheck | None = None
        self._unsigned_forms: int | None = None
        self._alarms_of_lap: dict[str, Alarm] = {}
        self._alarms: dict[str, Alarm] = {}

    def alarms(self) -> list[Alarm]:
        """Return the findings of the present round through the chain, and of the one before."""
        return list({**self._alarms, **self._alarms_of_lap}.values())

    def look(self, last_number: int = 0) -> None:
        """Check the next entries, and the forms that they file; of those that are missing, only
        the ones up to `last_number` raise an alarm here.
        """
        with self._database.connect() as connection:
            check = self._check or self._new_check(connection)
            if check is None:
                return
            self._check = check
            entries = stored_entries(
                connection, self._chain.pit, check.head.records, ENTRIES_A_LOOK
            )
            checked_entries = [*check.check(entries)]
            numbers = _filed_numbers(checked_entries)
            forms = forms_numbered(connection, numbers)
            for number in numbers:
                if number <= last_number and number not in forms:
                    self._raise("form_missing", number)
            for checked_entry in checked_entries:
                self._note(checked_entry, forms)
            if len(entries) < ENTRIES_A_LOOK:
                self._end_lap(connection)

    def _new_check(self, connection: Connection) -> ChainCheck | None:
        header = self._chain.header(connection)
        if header is None:
            return None
        return ChainCheck(header.identity, header.genesis_head, self._chain.public_key)

    def _note(self, checked_entry: CheckedEntry, forms: dict[int, FiledForm]) -> None:
        match checked_entry.entry:
            case PitStarted(unsigned_forms=count) if self._unsigned_forms is None:
                self._unsigned_forms = count
            case FormFiled(number=number) as filed if number in forms and not _agrees(
                filed, forms[number]
            ):
                self._raise("form_differs", number, forms[number])
        if checked_entry.fault is not None:
            self._raise(*checked_entry.fault)

    def _end_lap(self, connection: Connection) -> None:
        """Look for forms that no pit has signed, and begin from the start again."""
        for number in unsigned_numbers(connection):
            if self._unsigned_forms is not None and number > self._unsigned_forms:
                self._raise("form_differs", number)
        self._alarms, self._alarms_of_lap = self._alarms_of_lap, {}
        self._check = None

    def _raise(self, alarm_kind: str, number: int, *sources: object) -> None:
        alarm_id = bound_id("chain", self._chain.pit, alarm_kind, number, *sources)
        known_alarm = self._alarms.get(alarm_id)
        now_ms = known_alarm.since if known_alarm else self._chain.wall_clock()
        self._alarms_of_lap[alarm_id] = Alarm(
            alarm_id, alarm_kind, "", now_ms, now_ms, _values(alarm_kind, number)
        )


def _values(alarm_kind: str, number: int) -> dict[str, Any]:
    is_missing = alarm_kind == "form_missing"
    return {"first": number, "last": number} if is_missing else {"number": number}


def _filed_numbers(checked_entries: Iterable[CheckedEntry]) -> list[int]:
    entries = (checked_entry.entry for checked_entry in checked_entries)
    return [entry.number for entry in entries if isinstance(entry, FormFiled)]


def _agrees(entry: FormFiled, filed_form: FiledForm) -> bool:
    signed = (entry.table, entry.person, entry.second, entry.form, entry.at)
    return signed == (
        filed_form.table_name,
        filed_form.by,
        filed_form.second,
        filed_form.form,
        filed_form.at,
    )
