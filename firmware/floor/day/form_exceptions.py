"""The forms that a gaming day lacks."""

from collections.abc import Collection, Iterator

from firmware.floor.day.day_content import DayException
from firmware.floor.pit.form_days import FormsOfDay


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
