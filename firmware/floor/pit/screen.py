"""The pit's screen: a tile for each table, always at its place, and the alarms beside them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.floor.heartbeat import BankView, TournamentView
from firmware.floor.pit.alarm_groups import AlarmGroup
from firmware.floor.pit.cards import CardsByHand
from firmware.floor.pit.heartbeats import Heartbeat, LeaseState, lease_state
from firmware.floor.pit.jackpots import PitJackpot
from firmware.floor.pit.shelved import ShelvedAlarm
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.pit.sources import Source
from firmware.floor.pit.table_reader import FloorTable
from firmware.floor.pit.tile_order import TablePlace
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.play import PlayPhase, ShuffleCount
from firmware.floor.projection.state_rows import ShownTable
from firmware.floor.projection.takings import SettledRound
from firmware.floor.projection.takings_sums import TakingsSums

UNHEARD_KINDS: Final = frozenset({"bank_silent", "hall_silent", "no_bank"})
BAND_DEVIATIONS: Final = 3.0
"""Standard deviations beyond which a hold is out of its band; by chance three in 1,000 are."""

HoldBand = Literal["within", "above", "below"]


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
    groups: tuple[AlarmGroup, ...] = ()
    shelved: tuple[ShelvedAlarm, ...] = ()
    places: dict[str, TablePlace] = {}
    """By the name of a tile."""
    unknown: tuple[str, ...] = ()
    """The tables in service whose present state is not known."""


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


def table_tile(
    table: FloorTable,
    shown: ShownTable,
    own_alarms: Collection[ShownAlarm],
    hour_range: tuple[int, int],
    heartbeat: Heartbeat | None = None,
) -> TableTile:
    """Return a table's tile, with its alarms and the money of these hours."""
    table_play = shown.play
    return TableTile(
        table.table_name,
        table_play.game,
        table_play.limits,
        table_play.phase,
        table_play.round,
        table_play.opened,
        table_play.last,
        shown.pace,
        table_play.spots,
        money_summary(table.shift_sums),
        len(own_alarms),
        sum(shown_alarm.is_grave for shown_alarm in own_alarms),
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
    grave_count = sum(shown.is_grave for shown in own_alarms)
    no_money = money_summary(TakingsSums())
    return TableTile(
        table_name, "", {}, "away", 0, 0, 0, None, 0, no_money, len(own_alarms), grave_count
    )


def source_tile(
    source_name: str, source: Source, own_alarms: Collection[ShownAlarm], *, is_silent: bool
) -> SourceTile:
    source_view = None if is_silent else source.heartbeat.view
    grave_count = sum(shown_alarm.is_grave for shown_alarm in own_alarms)
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
    settled_rounds: Sequence[SettledRound],
    sums_by_class: Mapping[str, TakingsSums],
    cards_by_round: Mapping[int, CardsByHand] = MappingProxyType({}),
) -> TableDetail:
    """Return a table in detail, with the money of each class of bets, and the cards of its rounds
    as far as they are known.
    """
    shown_rounds = (
        replace(settled_round, cards=cards_by_round.get(settled_round.round_number, {}))
        for settled_round in settled_rounds
    )
    money_by_bet = {bet_class: money_summary(sums) for bet_class, sums in sums_by_class.items()}
    return TableDetail(tile, tuple(reversed(tuple(shown_rounds))), money_by_bet)


def alarms_by_table(alarms: Iterable[ShownAlarm]) -> defaultdict[str, list[ShownAlarm]]:
    """Return the alarms of each table, bank and tournament; none of one without."""
    by_table: defaultdict[str, list[ShownAlarm]] = defaultdict(list)
    for shown_alarm in alarms:
        by_table[shown_alarm.alarm.table_name].append(shown_alarm)
    return by_table
