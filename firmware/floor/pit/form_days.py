"""The forms of a gaming day: its sittings from opener to closer, and the other forms."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

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


def forms_shown(filed_forms: Sequence[FiledForm], hours: HourRange) -> FormsOfDay:
    """Return the forms of a day, and those of earlier days that wait for another form: sittings
    without closer or drop, and requests under way.
    """
    tables = {filed_form.table_name for filed_form in filed_forms}
    of_day = forms_of_day(filed_forms, hours, tables)
    balance = balance_forms(filed_forms)
    waiting = [sitting for sitting in balance.sittings if sitting.win is None]
    sittings = {each.opener: each for each in (*waiting, *of_day.sittings)}
    numbers = {filed_form.number for filed_form in of_day.forms}
    numbers |= {number for each in waiting for number in (each.opener, *each.resting_numbers)}
    numbers |= {request.number for request in balance.open_requests}
    forms = [each for each in filed_forms if _is_about(each, numbers)]
    return FormsOfDay(
        tuple(forms),
        tuple(sittings[opener] for opener in sorted(sittings)),
        tuple(balance.open_requests),
    )


def _is_about(filed_form: FiledForm, numbers: Collection[int]) -> bool:
    return filed_form.number in numbers or getattr(filed_form.form, "of", None) in numbers


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
