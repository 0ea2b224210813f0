"""Reports of the tables' takings: by hour, by shift or by table."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, cast, get_args

import msgspec

from firmware.floor.pit.fact import HOUR_MS
from firmware.floor.pit.projection import Fold
from firmware.floor.pit.screen import Money, money
from firmware.floor.pit.shifts import began, hour_name
from firmware.floor.pit.takings import Sums
from firmware.shell.words.spreadsheet import dollars, harmless

Grouping = Literal["hour", "shift", "table"]
MONEY: Final = ("handle", "held", "priced", "won", "expected")
COLUMNS: Final = ("rounds", "handle", "held", "priced", "won", "expected", "deviations")


def grouping(text: str) -> Grouping:
    """Return the grouping of that name. Raises ValueError."""
    if text not in get_args(Grouping):
        raise ValueError(text)
    return cast("Grouping", text)


class Line(msgspec.Struct, frozen=True):
    """The money of one group: a table's name, or the time with which an hour or a shift began."""

    group: str
    money: Money


def report(
    folds: Iterable[Fold], by: Grouping, hours: tuple[int, int], starts: tuple[int, ...]
) -> list[Line]:
    """Return the groups in their order, and the total last, whose group is empty."""
    found: dict[str, Sums] = {}
    for fold in folds:
        for hour, sums in fold.takings.hours.items():
            if hours[0] <= hour < hours[1]:
                for group in (_group(by, fold.table, hour, starts), ""):
                    found[group] = found.get(group, Sums()).and_more(sums)
    last = found.pop("", Sums())
    lines = [Line(group, money(sums)) for group, sums in sorted(found.items())]
    return [*lines, Line("", money(last))]


def as_csv(lines: Sequence[Line], heads: Sequence[str]) -> str:
    """Return a report for a spreadsheet: amounts in dollars, with a point."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    for line in lines:
        writer.writerow([harmless(line.group), *(_cell(line.money, name) for name in COLUMNS)])
    return out.getvalue()


def _group(by: Grouping, table: str, hour: int, starts: tuple[int, ...]) -> str:
    groups: dict[Grouping, Callable[[], str]] = {
        "table": lambda: table,
        "hour": lambda: hour_name(hour),
        "shift": lambda: hour_name(began(starts, hour * HOUR_MS)),
    }
    return groups[by]()


def _cell(money: Money, name: str) -> str:
    value = getattr(money, name)
    if value is None:
        return ""
    if name in MONEY:
        return dollars(value)
    return f"{value:.2f}" if isinstance(value, float) else str(value)
