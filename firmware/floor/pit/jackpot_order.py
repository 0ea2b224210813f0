"""The order of the jackpots: those that were won and wait for people come first."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from firmware.floor.pit.jackpots import PitJackpot
from firmware.floor.pit.shown_alarms import ShownAlarm

WON_KIND = "lot_called"


def jackpots_in_order(
    jackpots: Iterable[PitJackpot], listed_alarms: Iterable[ShownAlarm]
) -> tuple[PitJackpot, ...]:
    """Return the jackpots, each with the tables at which a win waits."""
    won_tables = {
        shown.alarm.table_name
        for shown in listed_alarms
        if shown.alarm.alarm_kind == WON_KIND and shown.seen is None
    }
    with_wins = (replace(jackpot, won_at=_won_at(jackpot, won_tables)) for jackpot in jackpots)
    return tuple(sorted(with_wins, key=lambda jackpot: (not jackpot.won_at, jackpot.jackpot)))


def _won_at(jackpot: PitJackpot, won_tables: Collection[str]) -> tuple[str, ...]:
    return tuple(at_table.table for at_table in jackpot.tables if at_table.table in won_tables)
