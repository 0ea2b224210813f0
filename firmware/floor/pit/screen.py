"""The pit's screen: a tile for each table, worst first, and the open alarms."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.faults import FAULT_WORDS, PART_WORDS
from firmware.floor.heartbeat import BankView, TournamentView
from firmware.floor.ledger.ledger_alarms import ALARM_KEYS as LEDGER_ALARM_KEYS
from firmware.floor.pit.alarm_rules import rule_message
from firmware.floor.pit.alarms import PIT_ALARM_KEYS, is_grave, past_tolerance
from firmware.floor.pit.cards import CardsByHand
from firmware.floor.pit.heartbeats import Heartbeat, LeaseState, lease_state
from firmware.floor.pit.jackpots import PitJackpot
from firmware.floor.pit.sources import Source
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.play import PlayPhase, ShuffleCount
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.table_projection import TableProjection
from firmware.floor.projection.takings import SettledRound
from firmware.floor.projection.takings_sums import TakingsSums

ALARM_KEYS: Final[Mapping[str, str]] = {**LEDGER_ALARM_KEYS, **PIT_ALARM_KEYS}
PART_UNIT: Final = re.compile("[-.]")
"""Separates a part's name from the number of its unit, as in `chips-2`."""
UNHEARD_KINDS: Final = frozenset({"bank_silent", "hall_silent", "no_bank"})
BAND_DEVIATIONS: Final = 3.0
"""Standard deviations beyond which a hold is out of its band; by chance three in 1,000 are."""

HoldBand = Literal["within", "above", "below"]


class Acknowledgement(msgspec.Struct, frozen=True):
    """Who has acknowledged an alarm, when, and his note."""

    by: str
    at: EpochMs
    words: str = ""


class AlarmMessageKeys(msgspec.Struct, frozen=True):
    """The keys of an alarm's message, and of the fault and the part that it names, if any."""

    alarm: str
    fault: str | None = None
    part: str | None = None
    rule: str | None = None
    """The message by which the rules of every table explain it."""


class ShownAlarm(msgspec.Struct, frozen=True):
    """An alarm, its message, and who has acknowledged it."""

    alarm: Alarm
    grave: bool
    seen: Acknowledgement | None
    keys: AlarmMessageKeys


class MoneySummary(msgspec.Struct, frozen=True):
    """The money of some rounds, in cents. `expected` and `deviations` are of the bets that have an
    exact edge, whose stakes are `priced` and whose gain is `won`.
    """

    rounds: int
    handle: int
    held: int
    voids: int
    late_bets: int
    priced: int
    won: int
    expected: int
    deviations: float | None
    band: HoldBand | None


class TableTile(msgspec.Struct, frozen=True):
    """A table at a glance."""

    table: str
    game: str
    limits: dict[str, dict[str, int]]
    phase: PlayPhase
    round: int
    opened: EpochMs
    last: EpochMs
    pace: float | None
    spots: int
    shift: MoneySummary
    alarms: int
    grave: int
    in_doubt: int = 0
    """How often a card of the shift was not read with certainty, or may be lost."""
    shuffle: ShuffleCount | None = None
    behind_s: int | None = None
    """For how long the oldest unsent fact waits for the ledger, in s; None without a heartbeat."""
    lease: LeaseState | None = None
    """Whether it takes bets on its linked jackpot; None if it has none, or without a heartbeat."""
    tournament: bool = False
    """Whether its chips have no value: it has no money."""
    written_gib: tuple[int, ...] = ()
    """GiB written to the disk of each copy of its journal, by its heartbeat."""
    seats: tuple[str, ...] = ()
    """The names of its spots; empty if they are their numbers."""


class SourceTile(msgspec.Struct, frozen=True):
    """A bank of machines or a tournament at a glance; its view is None while it is silent."""

    table: str
    of: Literal["bank", "hall"]
    view: BankView | TournamentView | None
    alarms: int
    grave: int
    unheard_since: EpochMs | None = None
    """Since when a bank or tournament is silent that should not be."""


class TableDetail(msgspec.Struct, frozen=True):
    """A table in detail: its last rounds, the newest first, and the shift's bets."""

    tile: TableTile
    rounds: tuple[SettledRound, ...]
    bets: dict[str, MoneySummary]


class FloorScreen(msgspec.Struct, frozen=True):
    """The whole screen."""

    now: EpochMs
    shift: EpochMs
    tiles: tuple[TableTile | SourceTile, ...]
    alarms: tuple[ShownAlarm, ...]
    jackpots: tuple[PitJackpot, ...] = ()
    blind: bool = False
    """Whether the engine is not connected: there are no present heartbeats."""


def money_summary(takings_sums: TakingsSums) -> MoneySummary:
    expected_sums = takings_sums.theory
    deviations = expected_sums.deviation_count
    band: HoldBand | None = None
    if deviations is not None:
        is_within = abs(deviations) <= BAND_DEVIATIONS
        band = "within" if is_within else "above" if deviations > 0 else "below"
    summed_counts = (
        takings_sums.rounds,
        takings_sums.handle,
        takings_sums.held,
        takings_sums.voids,
        takings_sums.late_bets,
    )
    return MoneySummary(
        *summed_counts,
        expected_sums.total_stakes,
        expected_sums.actual_gain,
        round(expected_sums.expected_gain),
        deviations,
        band,
    )


def open_alarms(
    alarms: Iterable[Alarm],
    acknowledgements: Mapping[str, Acknowledgement],
    now_ms: EpochMs,
    shown_before: Mapping[str, ShownAlarm] = MappingProxyType({}),
) -> tuple[ShownAlarm, ...]:
    """Return the alarms that last, or that are not acknowledged: grave ones first, then
    unacknowledged ones, then those whose cause lasts, then the oldest. Those of `shown_before`, by
    id, are taken as they are if nothing of them has changed.
    """
    shown_alarms = [
        _shown_alarm(alarm, acknowledgements.get(alarm.id), shown_before.get(alarm.id))
        for alarm in past_tolerance(alarms, now_ms)
        if alarm.over is None or alarm.id not in acknowledgements
    ]
    return tuple(sorted(shown_alarms, key=_urgency))


def _shown_alarm(
    alarm: Alarm, seen: Acknowledgement | None, before: ShownAlarm | None
) -> ShownAlarm:
    if before is not None and before.alarm is alarm and before.seen == seen:
        return before
    return ShownAlarm(alarm, is_grave(alarm.alarm_kind), seen, _message_keys(alarm))


def _message_keys(alarm: Alarm) -> AlarmMessageKeys:
    if "said" in alarm.values:  # the text of a bank or a tournament
        return AlarmMessageKeys("pit.alarm.fault")
    code, part = alarm.values.get("code"), alarm.values.get("part")
    # a newer program may know kinds, faults and parts that this one does not
    fault_keys = FAULT_WORDS.get(code) if code is not None else None
    part_key = PART_WORDS.get(PART_UNIT.split(part)[0]) if part is not None else None
    alarm_key = ALARM_KEYS.get(alarm.alarm_kind, alarm.alarm_kind)
    fault_key = fault_keys[0] if fault_keys else None
    rule = rule_message(alarm.alarm_kind, fault_key)
    return AlarmMessageKeys(alarm_key, fault_key, part_key, rule)


def table_tile(
    projection: TableProjection,
    own_alarms: Collection[ShownAlarm],
    hour_range: tuple[int, int],
    heartbeat: Heartbeat | None = None,
) -> TableTile:
    """Return a table's tile, with its alarms and the money of these hours."""
    table_play = projection.current_play
    return TableTile(
        projection.table_name,
        table_play.game,
        table_play.limits,
        table_play.phase,
        table_play.round,
        table_play.opened,
        table_play.last,
        projection.takings.rounds_per_hour,
        table_play.spots,
        money_summary(projection.takings.sums_between(*hour_range)),
        len(own_alarms),
        sum(shown_alarm.grave for shown_alarm in own_alarms),
        table_play.doubts_between(*hour_range),
        table_play.shuffle,
        heartbeat.behind_s if heartbeat else None,
        lease_state(heartbeat) if heartbeat and heartbeat.view and heartbeat.view.linked else None,
        table_play.tournament,
        heartbeat.written_gib if heartbeat else (),
        table_play.seats,
    )


def unread_tile(table_name: str, own_alarms: Collection[ShownAlarm]) -> TableTile:
    """Return the tile of a table whose facts can't be shown."""
    grave_count = sum(shown.grave for shown in own_alarms)
    no_money = money_summary(TakingsSums())
    return TableTile(
        table_name, "", {}, "away", 0, 0, 0, None, 0, no_money, len(own_alarms), grave_count
    )


def source_tile(
    source_name: str, source: Source, own_alarms: Collection[ShownAlarm], *, is_silent: bool
) -> SourceTile:
    source_view = None if is_silent else source.heartbeat.view
    grave_count = sum(shown_alarm.grave for shown_alarm in own_alarms)
    return SourceTile(
        source_name,
        source.source_kind,
        source_view,
        len(own_alarms),
        grave_count,
        _silent_since(own_alarms),
    )


def _silent_since(alarms: Iterable[ShownAlarm]) -> EpochMs | None:
    lasting_alarms = (shown_alarm.alarm for shown_alarm in alarms if shown_alarm.alarm.over is None)
    return next(
        (alarm.since for alarm in lasting_alarms if alarm.alarm_kind in UNHEARD_KINDS), None
    )


def table_detail(
    tile: TableTile,
    projection: TableProjection,
    hour_range: tuple[int, int],
    cards_by_round: Mapping[int, CardsByHand] = MappingProxyType({}),
) -> TableDetail:
    """Return a table in detail, with the cards of its rounds as far as they are known."""
    shown_rounds = (
        replace(settled_round, cards=cards_by_round.get(settled_round.round_number, {}))
        for settled_round in projection.takings.settled_rounds
    )
    money_by_bet = {
        bet_name: money_summary(sums)
        for bet_name, sums in projection.takings.sums_by_bet(*hour_range).items()
    }
    return TableDetail(tile, tuple(reversed(tuple(shown_rounds))), money_by_bet)


def alarms_by_table(alarms: Iterable[ShownAlarm]) -> defaultdict[str, list[ShownAlarm]]:
    """Return the alarms of each table, bank and tournament; none of one without."""
    by_table: defaultdict[str, list[ShownAlarm]] = defaultdict(list)
    for shown_alarm in alarms:
        by_table[shown_alarm.alarm.table_name].append(shown_alarm)
    return by_table


def worst_first(tiles: Iterable[TableTile | SourceTile]) -> tuple[TableTile | SourceTile, ...]:
    """Return the tiles by their grave alarms, then by the number of alarms, then by name."""
    return tuple(sorted(tiles, key=lambda tile: (-tile.grave, -tile.alarms, tile.table)))


def newest_projections(projections: Sequence[TableProjection]) -> list[TableProjection]:
    """Return the newest journal of each table, given journals in the order of their beginning."""
    return list({projection.table_name: projection for projection in projections}.values())


def _urgency(shown_alarm: ShownAlarm) -> tuple[bool, bool, bool, EpochMs, str]:
    alarm = shown_alarm.alarm
    is_over, is_seen = alarm.over is not None, shown_alarm.seen is not None
    return not shown_alarm.grave, is_seen, is_over, alarm.since, alarm.id
