"""A journal's takings as rows by hour and class of bet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, tuple_

from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE
from firmware.floor.projection.takings_sums import HourClass, TakingsSums
from firmware.odds.expected_hold import ExpectedHold

_SUMS_COLUMNS = [
    column for column in HOUR_TAKINGS_TABLE.c if column.name not in ("journal", "hour", "bet_class")
]


class ClassTakings(NamedTuple):
    """A class of bets at a journal's table; '' is the whole table."""

    journal: str
    bet_class: str


def sums_between(
    connection: Connection,
    first_hour: int,
    end_hour: int,
    journals: Iterable[str] | None = None,
    bet_class: str | None = None,
) -> dict[ClassTakings, TakingsSums]:
    """Return the sums of the hours since 1970 from `first_hour` to before `end_hour`: of all
    journals or of some, of all classes of bets or of one.
    """
    columns = HOUR_TAKINGS_TABLE.c
    statement = (
        select(columns.journal, columns.bet_class, *_SUMS_COLUMNS)
        .where(columns.hour >= first_hour, columns.hour < end_hour)
        .order_by(columns.journal, columns.bet_class, columns.hour)
    )
    if journals is not None:
        statement = statement.where(columns.journal.in_(journals))
    if bet_class is not None:
        statement = statement.where(columns.bet_class == bet_class)
    sums_so_far: dict[ClassTakings, TakingsSums] = {}
    for journal, row_class, *sums in connection.execute(statement):
        key = ClassTakings(journal, row_class)
        sums_so_far[key] = sums_so_far.get(key, TakingsSums()).plus(sums_of_row(sums))
    return sums_so_far


class HourTakings(NamedTuple):
    """The takings of a journal's table in an hour since 1970."""

    journal: str
    hour: int
    sums: TakingsSums


def hour_takings(
    connection: Connection, first_hour: int, end_hour: int, journals: Iterable[str] | None = None
) -> Iterator[HourTakings]:
    """Yield the takings of whole tables by the hour, from `first_hour` to before `end_hour`: of all
    journals or of some, of each in the order of hours.
    """
    columns = HOUR_TAKINGS_TABLE.c
    statement = (
        select(columns.journal, columns.hour, *_SUMS_COLUMNS)
        .where(columns.bet_class == "", columns.hour >= first_hour, columns.hour < end_hour)
        .order_by(columns.journal, columns.hour)
    )
    if journals is not None:
        statement = statement.where(columns.journal.in_(journals))
    for journal, hour, *sums in connection.execute(statement):
        yield HourTakings(journal, hour, sums_of_row(sums))


def read_hours(
    connection: Connection, keys_by_journal: Mapping[str, Iterable[HourClass]]
) -> dict[str, dict[HourClass, TakingsSums]]:
    """Return the sums of some hours and classes of some journals, as far as there are rows."""
    columns = HOUR_TAKINGS_TABLE.c
    keys = [(journal, *key) for journal, hours in keys_by_journal.items() for key in hours]
    has_key = tuple_(columns.journal, columns.hour, columns.bet_class).in_(keys)
    found: dict[str, dict[HourClass, TakingsSums]] = {journal: {} for journal in keys_by_journal}
    statement = select(columns.journal, columns.hour, columns.bet_class, *_SUMS_COLUMNS)
    for journal, hour, bet_class, *sums in connection.execute(statement.where(has_key)):
        found[journal][HourClass(hour, bet_class)] = sums_of_row(sums)
    return found


def sums_of_row(sums: Sequence[Any]) -> TakingsSums:
    """Return the sums of a row's columns after its key."""
    rounds, handle, held, voids, late_bets, priced_rounds, stakes, gain, expected, variance = sums
    theory = ExpectedHold(priced_rounds, stakes, gain, Fraction(expected), variance)
    return TakingsSums(rounds, handle, held, voids, late_bets, theory)


def row_of_sums(journal: str, key: HourClass, sums: TakingsSums) -> Mapping[str, Any]:
    """Return the row of an hour."""
    return {
        "journal": journal,
        **key._asdict(),
        "rounds": sums.rounds,
        "handle": sums.handle,
        "held": sums.held,
        "voids": sums.voids,
        "late_bets": sums.late_bets,
        "priced_rounds": sums.theory.round_count,
        "priced_stakes": sums.theory.total_stakes,
        "priced_gain": sums.theory.actual_gain,
        "expected_gain": str(sums.theory.expected_gain),
        "variance": sums.theory.variance,
    }
