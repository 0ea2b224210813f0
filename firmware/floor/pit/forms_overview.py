"""The forms of the last days beside the meters: each closed sitting's win by both."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from firmware.floor.pit.form_balance import TableSitting
from firmware.floor.pit.form_days import FormsOfDay
from firmware.floor.pit.forms import FiledForm
from firmware.floor.projection.fact import MS_PER_HOUR
from firmware.floor.projection.taking_rows import hour_takings


class FormsOverview(msgspec.Struct, frozen=True):
    """The forms of the last days, the sittings that they give, and for each closed one the win by
    the table's meters.
    """

    filed: list[FiledForm]
    sittings: list[TableSitting]
    wins: dict[int, int | None]
    """By the number of the opener: the win by the forms."""
    held: dict[int, int]
    """By the number of the opener: the win by the meters, to the hour."""
    waiting: list[int]
    tables: list[str]
    """The tables that there are forms of."""


def forms_overview(
    shown: FormsOfDay, held_by_opener: dict[int, int], table_names: list[str]
) -> FormsOverview:
    return FormsOverview(
        [*shown.forms],
        [*shown.sittings],
        {sitting.opener: sitting.win for sitting in shown.sittings},
        held_by_opener,
        [request.number for request in shown.open_requests],
        table_names,
    )


def held_by_meters(
    connection: Connection, sittings: Sequence[TableSitting], names: Mapping[str, str]
) -> dict[int, int]:
    """Return the win by the meters of each closed sitting, by its opener; `names` are those of the
    tables by journal. Raises SQLAlchemyError.
    """
    closed = [sitting for sitting in sittings if sitting.ended]
    tables = {sitting.table_name for sitting in closed}
    journals = [journal for journal, table_name in names.items() if table_name in tables]
    hours = [hour for sitting in closed for hour in _sitting_hours(sitting)]
    span = (min(hours), max(hours)) if hours else (0, 0)
    held_by_table: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for taken in hour_takings(connection, *span, journals):
        held_by_table[names[taken.journal]][taken.hour] += taken.sums.held
    return {
        sitting.opener: sum(
            held_by_table[sitting.table_name][hour] for hour in range(*_sitting_hours(sitting))
        )
        for sitting in closed
    }


def _sitting_hours(sitting: TableSitting) -> tuple[int, int]:
    """Return the first hour of a sitting and that after its last."""
    return sitting.began // MS_PER_HOUR, (sitting.ended or 0) // MS_PER_HOUR + 1
