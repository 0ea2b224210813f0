"""A journal's takings as rows by hour and class of bet."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE
from firmware.floor.projection.takings_sums import TakingsSums
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


def sums_of_row(sums: Sequence[Any]) -> TakingsSums:
    """Return the sums of a row's columns after its key."""
    rounds, handle, held, voids, late_bets, priced_rounds, stakes, gain, expected, variance = sums
    theory = ExpectedHold(priced_rounds, stakes, gain, Fraction(expected), variance)
    return TakingsSums(rounds, handle, held, voids, late_bets, theory)


def row_of_sums(journal: str, hour: int, bet_class: str, sums: TakingsSums) -> Mapping[str, Any]:
    """Return the row of an hour."""
    return {
        "journal": journal,
        "hour": hour,
        "bet_class": bet_class,
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
