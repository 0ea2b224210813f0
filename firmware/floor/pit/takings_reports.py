"""Reports of the tables' takings: by hour, by shift or by table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, Literal, cast, get_args

import msgspec

from firmware.floor.pit.screen import MoneySummary, money_summary
from firmware.floor.pit.shifts import format_hour, shift_start_hour
from firmware.floor.projection.fact import MS_PER_HOUR
from firmware.floor.projection.takings_sums import TakingsSums
from firmware.shell.words.spreadsheet import CsvCell, csv_text, in_units

Grouping = Literal["hour", "shift", "table"]
MONEY_COLUMNS: Final = ("handle", "held", "priced", "won", "expected")
REPORT_COLUMN_KEYS: Final[Mapping[str, str]] = {
    "rounds": "pit.report.rounds",
    "handle": "pit.report.handle",
    "held": "pit.report.held",
    "priced": "pit.report.priced",
    "won": "pit.report.won",
    "expected": "pit.report.expected",
    "deviations": "pit.report.deviations",
}
"""By column after the group: the key of its heading."""


def parse_grouping(grouping_name: str) -> Grouping:
    """Parse the name of a grouping. Raises ValueError."""
    if grouping_name not in get_args(Grouping):
        raise ValueError(grouping_name)
    return cast("Grouping", grouping_name)


class ReportLine(msgspec.Struct, frozen=True):
    """The money of one group: a table's name, or the time with which an hour or a shift began."""

    group: str
    money: MoneySummary


def grouped_takings(
    hour_takings: Iterable[tuple[str, int, TakingsSums]],
    grouping: Grouping,
    shift_starts: tuple[int, ...],
) -> list[ReportLine]:
    """Return the groups in order, and the total last, whose group is empty; given the takings by
    name of table and hour.
    """
    sums_by_group: dict[str, TakingsSums] = {}
    for table_name, hour, sums in hour_takings:
        for group_name in (_group_name(grouping, table_name, hour, shift_starts), ""):
            sums_by_group[group_name] = sums_by_group.get(group_name, TakingsSums()).plus(sums)
    total_sums = sums_by_group.pop("", TakingsSums())
    report_lines = [
        ReportLine(group_name, money_summary(sums))
        for group_name, sums in sorted(sums_by_group.items())
    ]
    return [*report_lines, ReportLine("", money_summary(total_sums))]


def report_csv(report_lines: Sequence[ReportLine], headings: Sequence[str], decimals: int) -> str:
    """Return a report for a spreadsheet: amounts in units of the currency, with a decimal point."""
    rows = (
        [
            line.group,
            *(_csv_cell(line.money, column_name, decimals) for column_name in REPORT_COLUMN_KEYS),
        ]
        for line in report_lines
    )
    return csv_text([headings, *rows])


def _group_name(
    grouping: Grouping, table_name: str, hour: int, shift_starts: tuple[int, ...]
) -> str:
    group_names: dict[Grouping, Callable[[], str]] = {
        "table": lambda: table_name,
        "hour": lambda: format_hour(hour),
        "shift": lambda: format_hour(shift_start_hour(shift_starts, hour * MS_PER_HOUR)),
    }
    return group_names[grouping]()


def _csv_cell(money: MoneySummary, column_name: str, decimals: int) -> CsvCell:
    cell_value: int | float | None = getattr(money, column_name)
    if isinstance(cell_value, float):
        return Decimal(f"{cell_value:.2f}")
    return (
        in_units(cell_value, decimals)
        if column_name in MONEY_COLUMNS and cell_value is not None
        else cell_value
    )
