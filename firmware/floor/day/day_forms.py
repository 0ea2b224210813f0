"""The forms of a gaming day: its sittings from opener to closer, and the other forms."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from firmware.floor.day.day_content import DayException
from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.form_balance import TableSitting, balance_forms
from firmware.floor.pit.forms import FiledForm


class FormsOfDay(NamedTuple):
    """A day's forms by number, its sittings, and the requests of it that are still under way."""

    forms: tuple[FiledForm, ...]
    sittings: tuple[TableSitting, ...]
    open_requests: tuple[FiledForm, ...]


def forms_of_day(
    filed_forms: Sequence[FiledForm], hours: HourRange, tables: Collection[str]
) -> FormsOfDay:
    """Return the forms of some tables. A sitting, with all its forms, belongs to the day in which
    it began; a form that has no sitting, to the day in which it was filed.
    """
    own_forms = [filed_form for filed_form in filed_forms if filed_form.table_name in tables]
    balance = balance_forms(own_forms)
    sitting_starts = _sitting_starts(balance.sittings)
    forms_by_number = {filed_form.number: filed_form for filed_form in own_forms}
    forms = [
        filed_form
        for filed_form in own_forms
        if _is_within(_time_of(filed_form, sitting_starts, forms_by_number), hours)
    ]
    numbers = {filed_form.number for filed_form in forms}
    sittings = [sitting for sitting in balance.sittings if _is_within(sitting.began, hours)]
    requests = [request for request in balance.open_requests if request.number in numbers]
    return FormsOfDay(tuple(forms), tuple(sittings), tuple(requests))


def form_exceptions(of_day: FormsOfDay, played_tables: Collection[str]) -> Iterator[DayException]:
    """Yield the forms that a day lacks: openers of tables that have played, closers, drops, and
    the last step of requests.
    """
    sitting_tables = {sitting.table_name for sitting in of_day.sittings}
    for table in sorted({*played_tables} - sitting_tables):
        yield DayException("no_opener", table)
    for sitting in of_day.sittings:
        values: dict[str, str | int] = {"number": sitting.opener}
        if sitting.left is None:
            yield DayException("no_closer", sitting.table_name, values)
        if sitting.drop is None:
            yield DayException("no_drop", sitting.table_name, values)
    for request in of_day.open_requests:
        yield DayException("open_request", request.table_name, {"number": request.number})


def _sitting_starts(sittings: Sequence[TableSitting]) -> dict[int, int]:
    """Return by number of a form the time at which its sitting began."""
    return {
        number: sitting.began
        for sitting in sittings
        for number in (sitting.opener, *sitting.resting_numbers)
    }


def _time_of(
    filed_form: FiledForm,
    sitting_starts: Mapping[int, int],
    forms_by_number: Mapping[int, FiledForm],
) -> int:
    """Return the time by which a form belongs to a day: that of the form which it is about, if it
    is about any.
    """
    while filed_form.number not in sitting_starts:
        about = forms_by_number.get(getattr(filed_form.form, "of", 0))
        # a form is about an earlier one: a database that says otherwise must not hold us up
        if about is None or about.number >= filed_form.number:
            return filed_form.at
        filed_form = about
    return sitting_starts[filed_form.number]


def _is_within(time_ms: int, hours: HourRange) -> bool:
    return hours.first_ms <= time_ms < hours.end_ms
