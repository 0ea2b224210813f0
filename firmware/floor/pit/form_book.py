"""The forms of the last days and their balance, brought up to date with the new ones alone.

A correction or a voided form changes what was balanced before: then, and once a day, the last days
are read again.
"""

from typing import Final

from sqlalchemy import Connection, Engine, func, select

from firmware.floor.pit.form_balance import FormBalance, SittingBooks, missing_alarms
from firmware.floor.pit.form_store import FORM_TABLE, highest_number, select_forms
from firmware.floor.pit.forms import FiledForm, FormCorrected, FormVoided, with_marks
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs
from firmware.floor.projection.table_alarms import Alarm

BOOK_DAYS: Final = 7
"""A sitting is counted within a day or two; older forms are in the reports of their gaming days."""
DAY_MS: Final = 24 * MS_PER_HOUR

_NUMBER, _FILED_MS = FORM_TABLE.c.number, FORM_TABLE.c.filed_ms
_FIRST_NUMBER: Final = select(func.min(_NUMBER))


class FormBook:
    """The forms of the last days of one database. `read_new` raises SQLAlchemyError."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._forms: list[FiledForm] = []
        self._books = SittingBooks()
        self._first_day: int | None = None
        self.before_first = 0
        """The number before the first of these days."""
        self._stored_count = self._highest_number = 0
        self.alarms: list[Alarm] = []

    @property
    def forms(self) -> list[FiledForm]:
        """The forms of the last days, in the order of their numbers."""
        return self._forms

    @property
    def balance(self) -> FormBalance:
        return self._books.balance

    def read_new(self, now_ms: EpochMs) -> None:
        """Read the forms that are new."""
        first_day = now_ms // DAY_MS - BOOK_DAYS
        with self._database.connect() as connection:
            if first_day != self._first_day:
                self._first_day = first_day
                self._read_days(connection)
                return
            last_number = self._forms[-1].number if self._forms else self.before_first
            is_new = last_number < _NUMBER
            new_forms = select_forms(connection, is_new)
            count, highest = self._counts(connection)
            if count != self._stored_count + len(new_forms) or any(map(_changes_others, new_forms)):
                self._read_days(connection)
                return
        if new_forms or highest != self._highest_number:
            self._add(new_forms)
            self._note_counts(count, highest)

    def _add(self, new_forms: list[FiledForm]) -> None:
        # another list, since a request may be encoding the one before
        self._forms = [*self._forms, *new_forms]
        for new_form in new_forms:
            self._books.apply_form(new_form, new_form.form)

    def _read_days(self, connection: Connection) -> None:
        first = connection.scalar(_FIRST_NUMBER.where((self._first_day or 0) * DAY_MS <= _FILED_MS))
        self.before_first = self._number_before(connection, first)
        self._forms = with_marks(select_forms(connection, self.before_first < _NUMBER))
        self._books = SittingBooks()
        self._books.apply_forms(self._forms)
        self._note_counts(*self._counts(connection))

    def _note_counts(self, count: int, highest: int) -> None:
        self._stored_count, self._highest_number = count, highest
        missing = missing_alarms(self._forms, highest, self.before_first)
        self.alarms = [*self._books.alarms, *missing]

    def _number_before(self, connection: Connection, first: int | None) -> int:
        """Return the last number before a form, of which there is one; the highest if there is no
        form of these days, 0 if there is none at all.
        """
        earlier = select(func.max(_NUMBER))
        before = earlier if first is None else earlier.where(first > _NUMBER)
        return connection.scalar(before) or 0

    def _counts(self, connection: Connection) -> tuple[int, int]:
        """Return how many forms of these days are stored, readable or not, and the highest number
        that a form has had.
        """
        counted = select(func.count()).where(self.before_first < _NUMBER)
        return connection.scalar(counted) or 0, highest_number(connection)


def _changes_others(filed_form: FiledForm) -> bool:
    return isinstance(filed_form.form, FormVoided | FormCorrected)
