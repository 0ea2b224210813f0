"""The takings of a gaming day: as the ledger's rows have them, and folded again from the facts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection

from firmware.floor.day.day_content import WHOLE_TABLE, DayTakings, JournalState
from firmware.floor.day.stored_facts import facts_from_meters
from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import HourRange
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.table_fold import TableFold
from firmware.floor.projection.taking_rows import sums_between
from firmware.floor.projection.takings_sums import TakingsSums

TakingsByClass = dict[str, DayTakings]
TakingsByHour = dict[int, DayTakings]
VARIANCE_PARTS = 10**9
"""Of so many parts a variance may differ by one: sums of floats depend on their order."""


class JournalMoney(NamedTuple):
    """A journal's takings in some hours: by class of bet, and the whole table's by hour."""

    by_class: TakingsByClass
    by_hour: TakingsByHour


def takings_of_rows(
    connection: Connection, journals: Iterable[str], hours: HourRange
) -> Mapping[str, JournalMoney]:
    """Return the takings of the ledger's rows, by journal."""
    own_journals = [*journals]
    money: defaultdict[str, JournalMoney] = defaultdict(lambda: JournalMoney({}, {}))
    for key, sums in sums_between(connection, *hours, own_journals).items():
        money[key.journal].by_class[key.bet_class] = day_takings(sums)
    for hour in range(*hours):
        hour_sums = sums_between(connection, hour, hour + 1, own_journals, WHOLE_TABLE)
        for key, sums in hour_sums.items():
            money[key.journal].by_hour[hour] = day_takings(sums)
    return money


def takings_of_facts(
    connection: Connection, journal: str, state: JournalState, last: LanePosition, hours: HourRange
) -> JournalMoney:
    """Fold the takings from the facts alone, from the end of the day before up to the last fact."""
    fold = TableFold(journal, find_edges)
    for stored in facts_from_meters(connection, journal, state.next_fact, last):
        fold.apply_fact(*stored)
    by_class, by_hour = dict[str, TakingsSums](), dict[int, TakingsSums]()
    for (hour, bet_class), sums in fold.takings.take_advances():
        if hours.first <= hour < hours.end:
            by_class[bet_class] = by_class.get(bet_class, TakingsSums()).plus(sums)
            if bet_class == WHOLE_TABLE:
                by_hour[hour] = by_hour.get(hour, TakingsSums()).plus(sums)
    return JournalMoney(
        {bet_class: day_takings(sums) for bet_class, sums in by_class.items()},
        {hour: day_takings(sums) for hour, sums in sorted(by_hour.items())},
    )


def differing_class(first: TakingsByClass, second: TakingsByClass) -> str | None:
    """Return the first class of bets whose takings are not the same, to the cent."""
    none = DayTakings(*[0] * len(DayTakings.__struct_fields__))
    for bet_class in sorted(first.keys() | second.keys()):
        if not is_same_money(first.get(bet_class, none), second.get(bet_class, none)):
            return bet_class
    return None


def is_same_money(first: DayTakings, second: DayTakings) -> bool:
    *sums, variance = _fields(first)
    *other_sums, other_variance = _fields(second)
    tolerance = max(1, variance // VARIANCE_PARTS)
    return sums == other_sums and abs(variance - other_variance) <= tolerance


def _fields(takings: DayTakings) -> list[int]:
    return [getattr(takings, field_name) for field_name in takings.__struct_fields__]


def day_takings(sums: TakingsSums) -> DayTakings:
    """Return sums as a sealed day has them, in whole cents."""
    theory = sums.theory
    return DayTakings(
        sums.rounds,
        sums.handle,
        sums.held,
        sums.voids,
        sums.late_bets,
        theory.total_stakes,
        theory.actual_gain,
        round(theory.expected_gain),
        round(theory.variance),
    )
