"""The master game report: day by day, by table, by pit or by shift.

A closed day is as it was sealed, with its last amendment; a day that is not closed is as the ledger
has it now, and says so. Each day is read by itself, so that a year costs a year, and no memory.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple, cast, get_args

import msgspec
from sqlalchemy import Connection

from firmware.floor.day.day_content import DayTakings
from firmware.floor.day.day_desk import DayBook
from firmware.floor.day.day_money import takings_of_rows
from firmware.floor.day.day_store import sealed_files
from firmware.floor.day.game_figures import GameFigures, game_figures
from firmware.floor.gaming_day import ONE_DAY
from firmware.floor.journal_places import registered_journals
from firmware.floor.pit.form_balance import TableSitting, balance_forms
from firmware.floor.pit.form_store import stored_forms
from firmware.floor.pit.shifts import format_hour, shift_start_hour
from firmware.floor.projection.fact import MS_PER_HOUR

GameGrouping = Literal["table", "pit", "shift"]
HourKey = tuple[str, int]
"""A table and an hour since 1970."""


class GameLine(msgspec.Struct, frozen=True):
    """A group's figures: of a table, a pit or the time at which a shift began; of the day if it is
    empty.
    """

    group: str
    figures: GameFigures


class GameDay(msgspec.Struct, frozen=True):
    """A gaming day of the report; `number` is that of its last sealed file, None if it is not
    closed.
    """

    day: str
    number: int | None
    lines: tuple[GameLine, ...]
    total: GameFigures


class _DaySources(NamedTuple):
    """The sittings and the takings of a day, by table and hour, and the pit of each table."""

    number: int | None
    sittings: Sequence[TableSitting]
    takings: dict[HourKey, list[DayTakings]]
    pits: dict[str, str]


def parse_game_grouping(grouping_name: str) -> GameGrouping:
    """Parse the name of a grouping. Raises ValueError."""
    if grouping_name not in get_args(GameGrouping):
        raise ValueError(grouping_name)
    return cast("GameGrouping", grouping_name)


def game_report(
    book: DayBook,
    property_name: str,
    days: tuple[date, date],
    grouping: GameGrouping,
    shift_starts: tuple[int, ...],
) -> Iterator[GameDay]:
    """Yield the days from the first to the last one. Raises SQLAlchemyError, NotSealed."""
    first_day, last_day = days
    with book.reading() as connection:
        open_sittings = _sittings_by_day(connection, book)
    day = first_day
    while day <= last_day:
        with book.reading() as connection:
            sources = _sealed_sources(connection, property_name, day) or _open_sources(
                connection, book, property_name, day, open_sittings[day]
            )
        yield _game_day(day, sources, grouping, shift_starts)
        day += ONE_DAY


def _sittings_by_day(
    connection: Connection, book: DayBook
) -> defaultdict[date, list[TableSitting]]:
    by_day: defaultdict[date, list[TableSitting]] = defaultdict(list)
    for sitting in balance_forms(stored_forms(connection)).sittings:
        by_day[book.calendar.gaming_day(sitting.began)].append(sitting)
    return by_day


def _sealed_sources(connection: Connection, property_name: str, day: date) -> _DaySources | None:
    files = sealed_files(connection, property_name, day)
    if not files:
        return None
    content = files[-1].opened().sealed.content
    takings: defaultdict[HourKey, list[DayTakings]] = defaultdict(list)
    for table in content.tables:
        for hour, hour_takings in table.hours:
            takings[table.table, hour].append(hour_takings)
    pits = {table.table: table.pit for table in content.tables}
    return _DaySources(files[-1].number, content.sittings, takings, pits)


def _open_sources(
    connection: Connection,
    book: DayBook,
    property_name: str,
    day: date,
    sittings: Sequence[TableSitting],
) -> _DaySources:
    """Return a day by the ledger's rows: of a day that is not closed no fact is read."""
    places = {
        identity: journal.place
        for identity, journal in registered_journals(connection).items()
        if journal.place.property_name == property_name
    }
    takings: defaultdict[HourKey, list[DayTakings]] = defaultdict(list)
    money = takings_of_rows(connection, places, book.calendar.day_hours(day))
    for journal, journal_money in money.items():
        for hour, hour_takings in journal_money.by_hour.items():
            takings[places[journal].name, hour].append(hour_takings)
    pits = {place.name: place.pit for place in places.values()}
    own_sittings = [sitting for sitting in sittings if sitting.table_name in pits]
    return _DaySources(None, own_sittings, takings, pits)


def _game_day(
    day: date, sources: _DaySources, grouping: GameGrouping, shift_starts: tuple[int, ...]
) -> GameDay:
    def group_name(table: str, at_ms: int) -> str:
        if grouping == "table":
            return table
        if grouping == "pit":
            return sources.pits.get(table, "")
        return format_hour(shift_start_hour(shift_starts, at_ms))

    sittings: defaultdict[str, list[TableSitting]] = defaultdict(list)
    takings: defaultdict[str, list[DayTakings]] = defaultdict(list)
    for sitting in sources.sittings:
        sittings[group_name(sitting.table_name, sitting.began)].append(sitting)
    for (table, hour), hour_takings in sources.takings.items():
        takings[group_name(table, hour * MS_PER_HOUR)] += hour_takings
    lines = [
        GameLine(group, game_figures(sittings[group], takings[group]))
        for group in sorted({*sittings, *takings})
    ]
    all_takings = [each for group in takings.values() for each in group]
    total = game_figures(sources.sittings, all_takings)
    return GameDay(day.isoformat(), sources.number, tuple(lines), total)
