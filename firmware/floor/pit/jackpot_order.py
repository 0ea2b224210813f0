"""The wins of jackpots: they come first, with their amounts, until somebody acknowledges them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from firmware.floor.pit.alarms import WON_KIND
from firmware.floor.pit.jackpots import JackpotWin, PitJackpot
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.projection.table_alarms import Alarm

JOURNAL_DIGITS: Final = 8
"""Of a journal's identity, with which the ids of its facts and their alarms begin."""


def with_paid_amounts(alarms: Iterable[Alarm], jackpots: Sequence[PitJackpot]) -> list[Alarm]:
    """Return the alarms; that of a win whose payment the keeper has counted has the amount."""
    paid = {
        (grant.journal[:JOURNAL_DIGITS], grant.round): grant.paid
        for jackpot in jackpots
        for grant in jackpot.grants
    }
    return [_with_paid(alarm, paid) if alarm.alarm_kind == WON_KIND else alarm for alarm in alarms]


def jackpots_in_order(
    jackpots: Iterable[PitJackpot], listed_alarms: Iterable[ShownAlarm]
) -> tuple[PitJackpot, ...]:
    """Return the jackpots, each with its wins that wait; those that have one come first."""
    wins = [
        JackpotWin(shown.alarm.table_name, shown.alarm.values.get("paid_cents"))
        for shown in listed_alarms
        if shown.alarm.alarm_kind == WON_KIND and shown.seen is None
    ]
    with_wins = (replace(jackpot, won=_wins_of(jackpot, wins)) for jackpot in jackpots)
    return tuple(sorted(with_wins, key=lambda jackpot: (not jackpot.won, jackpot.jackpot)))


def _with_paid(alarm: Alarm, paid: Mapping[tuple[str, int | None], int]) -> Alarm:
    paid_cents = paid.get((alarm.id.partition(".")[0], alarm.values.get("round", 0)))
    if paid_cents is None:
        return alarm
    return replace(alarm, values={**alarm.values, "paid_cents": paid_cents})


def _wins_of(jackpot: PitJackpot, wins: Iterable[JackpotWin]) -> tuple[JackpotWin, ...]:
    own_tables = {at_table.table for at_table in jackpot.tables}
    return tuple(win for win in wins if win.table in own_tables)
