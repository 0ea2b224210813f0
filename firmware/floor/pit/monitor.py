"""Follows the ledger for all browsers together: it is read once a second, for any
number of them.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.pit.alarm_board import AlarmBoard, WorkedAlarms
from firmware.floor.pit.alarm_history import past_alarms
from firmware.floor.pit.alarm_store import AlarmStore
from firmware.floor.pit.cards import PublicCards
from firmware.floor.pit.chain_watch import ChainWatch
from firmware.floor.pit.engine_watch import EngineWatch
from firmware.floor.pit.fact_reader import FactReader
from firmware.floor.pit.form_balance import TableSitting, balance_forms, missing_alarms
from firmware.floor.pit.form_store import FormStore
from firmware.floor.pit.forms import FiledForm
from firmware.floor.pit.heartbeats import AlarmCauses, Heartbeats
from firmware.floor.pit.jackpot_order import jackpots_in_order
from firmware.floor.pit.jackpots import PitJackpot, floor_jackpots
from firmware.floor.pit.screen import (
    FloorScreen,
    SourceTile,
    TableDetail,
    TableTile,
    alarms_by_table,
    newest_projections,
    source_tile,
    table_detail,
)
from firmware.floor.pit.screen_changes import ScreenChanges
from firmware.floor.pit.shelved import ShelvedAlarm
from firmware.floor.pit.shifts import USUAL_SHIFT_STARTS, shift_start_hour
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.pit.takings_reports import Grouping, ReportLine, grouped_takings
from firmware.floor.pit.tile_order import TablePlaces, order_key
from firmware.floor.pit.tiles import TableTiles
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.table_projection import TableProjection
from firmware.floor.projection.takings import FindEdges

END_OF_TIME_HOUR: Final = 1 << 40
AlarmSource = Callable[[], list[Alarm]]
"""Returns the present alarms of another room. Raises SQLAlchemyError."""


class FormsOverview(msgspec.Struct, frozen=True):
    """All forms, the sittings that they give, and for each closed one the win by the table's
    meters.
    """

    filed: list[FiledForm]
    sittings: list[TableSitting]
    wins: dict[int, int | None]
    """By the number of the opener: the win by the forms."""
    held: dict[int, int]
    """By the number of the opener: the win by the meters, to the hour."""
    waiting: list[int]
    tables: list[str]
    """The tables that there are forms of."""


def wall_clock_ms() -> EpochMs:
    return time.time_ns() // 1_000_000


class FloorMonitor:
    """Monitors the floor of one database, from any thread. `screen` is None while the
    database fails.
    """

    def __init__(
        self,
        database: Engine,
        find_edges: FindEdges,
        shift_starts: tuple[int, ...] = USUAL_SHIFT_STARTS,
        wall_clock: Callable[[], EpochMs] = wall_clock_ms,
        heartbeats: Heartbeats | None = None,
        chain_watch: ChainWatch | None = None,
        alarm_source: AlarmSource | None = None,
    ) -> None:
        self.heartbeats = heartbeats or Heartbeats(wall_clock)
        self.shift_starts = shift_starts
        self.changes = ScreenChanges()
        self.screen: FloorScreen | None = None
        self._database, self._wall_clock = database, wall_clock
        self._fact_reader, self._form_store = FactReader(database, find_edges), FormStore(database)
        self._alarm_store, self._public_cards = AlarmStore(database), PublicCards(database)
        self._chain_watch, self._alarm_source = chain_watch, alarm_source
        self._table_tiles, self._alarm_board = TableTiles(), AlarmBoard(database)
        self._table_places, self._engine_watch = TablePlaces(database), EngineWatch()
        self._projection_lock = threading.Lock()

    def refresh(self, on_progress: Callable[[], None] = lambda: None) -> None:
        """Read the new facts, update the alarms, and send the pages the changes of the screen."""
        with self._projection_lock:
            try:
                self._fact_reader.read_new(on_progress)
                if self._chain_watch is not None:
                    self._chain_watch.look()
                jackpots = self._floor_jackpots()
                self._alarm_store.update(self._alarm_causes(jackpots), self._wall_clock())
                self.screen = self._floor_screen(jackpots)
            # no picture rather than an old one: the page says that the floor is not known
            except SQLAlchemyError:
                self.screen = None
            self.changes.publish(self.screen)

    @property
    def encoded_screen(self) -> bytes | None:
        """The screen as JSON, for who asks once."""
        screen = self.screen
        return None if screen is None else msgspec.json.encode(screen)

    def table_detail(self, table_name: str) -> TableDetail | None:
        """Return a table in detail, None if there is none of that name."""
        with self._projection_lock:
            hour_range = self._shift_hours()
            for projection in newest_projections(self._fact_reader.projections()):
                if projection.table_name == table_name:
                    own_alarms = alarms_by_table(self._worked_alarms().listed)[table_name]
                    table_tile = self._table_tile(projection, own_alarms, hour_range)
                    return table_detail(
                        table_tile,
                        projection,
                        hour_range,
                        self._public_cards.cards_by_round(projection.journal_identity),
                    )
        return None

    def grouped_takings(self, grouping: Grouping, hour_range: tuple[int, int]) -> list[ReportLine]:
        with self._projection_lock:
            return grouped_takings(
                self._fact_reader.projections(), grouping, hour_range, self.shift_starts
            )

    def forms_overview(self) -> FormsOverview:
        filed_forms = self._form_store.filed_forms()
        form_balance = balance_forms(filed_forms)
        with self._projection_lock:
            held_by_opener = {
                form_entry.opener: self._held_by_meters(form_entry)
                for form_entry in form_balance.sittings
                if form_entry.ended
            }
        wins_by_opener = {form_entry.opener: form_entry.win for form_entry in form_balance.sittings}
        return FormsOverview(
            filed_forms,
            form_balance.sittings,
            wins_by_opener,
            held_by_opener,
            [form_entry.number for form_entry in form_balance.open_requests],
            self.table_names(),
        )

    def chosen_alarms(self, target: str, newest: EpochMs | None = None) -> list[ShownAlarm]:
        """Return the alarms on the screen of that id, or of the group of that id which began up to
        `newest`.
        """
        with self._projection_lock:
            return self._worked_alarms().chosen(target, newest)

    def past_alarms(self, hours: int, table_text: str) -> list[ShownAlarm]:
        """Return the alarms of the last hours, the newest first. Raises SQLAlchemyError."""
        return past_alarms(self._database, self._wall_clock() - hours * MS_PER_HOUR, table_text)

    def shelved_alarms(self) -> tuple[ShelvedAlarm, ...]:
        """Return the shelf now."""
        with self._projection_lock:
            return self._worked_alarms().shelved

    def table_names(self) -> list[str]:
        """Return the tables that have sent anything yet."""
        with self._projection_lock:
            return sorted(
                projection.table_name
                for projection in newest_projections(self._fact_reader.projections())
            )

    def _floor_screen(self, jackpots: tuple[PitJackpot, ...]) -> FloorScreen:
        hour_range, worked_alarms = self._shift_hours(), self._worked_alarms(jackpots)
        by_table = alarms_by_table(worked_alarms.listed)
        newest_journals = newest_projections(self._fact_reader.projections())
        table_tiles = [
            self._table_tile(projection, by_table[projection.table_name], hour_range)
            for projection in newest_journals
        ]
        tiles: list[TableTile | SourceTile] = [*table_tiles, *self._source_tiles(by_table)]
        places = self._table_places.of([tile.table for tile in tiles])
        unknown_tables = (
            projection.table_name
            for projection in newest_journals
            if self.heartbeats.is_unknown(projection.table_name, projection.current_play.phase)
        )
        return FloorScreen(
            self._wall_clock(),
            hour_range[0] * MS_PER_HOUR,
            tuple(sorted(tiles, key=lambda tile: order_key(tile.table, places))),
            worked_alarms.listed,
            jackpots_in_order(jackpots, worked_alarms.listed),
            self.heartbeats.connected_since is None,
            worked_alarms.groups,
            worked_alarms.shelved,
            places,
            tuple(sorted(unknown_tables)),
        )

    def _table_tile(
        self,
        projection: TableProjection,
        own_alarms: Sequence[ShownAlarm],
        hour_range: tuple[int, int],
    ) -> TableTile:
        heartbeat = self.heartbeats.table_heartbeat(projection.table_name)
        return self._table_tiles.tile(projection, own_alarms, hour_range, heartbeat)

    def _source_tiles(self, by_table: defaultdict[str, list[ShownAlarm]]) -> Iterator[SourceTile]:
        # a copy, since the subscription's thread adds to it meanwhile
        for source_name, source in [*self.heartbeats.sources.items()]:
            yield source_tile(
                source_name,
                source,
                by_table[source_name],
                is_silent=self.heartbeats.is_silent(source),
            )

    def _floor_jackpots(self) -> tuple[PitJackpot, ...]:
        newest_journals = newest_projections(self._fact_reader.projections())
        return floor_jackpots(
            self._database,
            self.heartbeats.table_heartbeat,
            {
                projection.table_name: projection.current_play.jackpot
                for projection in newest_journals
            },
        )

    def _alarm_causes(self, jackpots: tuple[PitJackpot, ...]) -> dict[str, AlarmCauses]:
        """Return the alarm causes of each table, bank, tournament and jackpot whose state is
        known.
        """
        heartbeats, newest_journals = (
            self.heartbeats,
            newest_projections(self._fact_reader.projections()),
        )
        all_causes = {
            source_name: heartbeats.source_causes(source_name)
            for source_name in [*heartbeats.sources]
        }
        all_causes |= {
            projection.table_name: heartbeats.table_causes(
                projection.table_name, projection.current_play.phase
            )
            for projection in newest_journals
        }
        all_causes |= heartbeats.unread_causes(all_causes.keys()) | _reserve_causes(jackpots)
        return {
            table_name: table_causes
            for table_name, table_causes in all_causes.items()
            if table_causes is not None
        }

    def _worked_alarms(self, jackpots: tuple[PitJackpot, ...] | None = None) -> WorkedAlarms:
        now_ms = self._wall_clock()
        projections = self._fact_reader.projections()
        newest_identities = {
            projection.journal_identity for projection in newest_projections(projections)
        }
        filed_forms = self._form_store.filed_forms()
        all_alarms = [
            alarm
            for projection in projections
            for alarm in _journal_alarms(
                projection, is_present=projection.journal_identity in newest_identities
            )
        ]
        all_alarms += [
            *self._fact_reader.ledger_alarms(),
            *balance_forms(filed_forms).alarms,
            *missing_alarms(filed_forms, self._form_store.highest_number()),
            *(self._chain_watch.alarms() if self._chain_watch else ()),
            *(self._alarm_source() if self._alarm_source else ()),
            *self._engine_watch.alarms(
                is_connected=self.heartbeats.connected_since is not None, now_ms=now_ms
            ),
        ]
        reserves = _reserve_causes(jackpots if jackpots is not None else self._floor_jackpots())
        for alarm in self._alarm_store.unfinished_alarms():
            present_values = reserves.get(alarm.table_name, {}).get(alarm.alarm_kind)
            all_alarms.append(
                replace(alarm, values=present_values)
                if present_values
                else self._with_present_text(alarm)
            )
        places = self._table_places.of({alarm.table_name for alarm in all_alarms})
        return self._alarm_board.sorted_alarms(
            all_alarms, self._form_store.acknowledgements(), places, now_ms
        )

    def _with_present_text(self, alarm: Alarm) -> Alarm:
        """Return an alarm with the text that its bank or tournament has for it now."""
        source = self.heartbeats.sources.get(alarm.table_name)
        present_values = (
            source.alarm_causes.get(alarm.alarm_kind) if source and alarm.over is None else None
        )
        return replace(alarm, values=present_values) if present_values else alarm

    def _shift_hours(self) -> tuple[int, int]:
        return shift_start_hour(self.shift_starts, self._wall_clock()), END_OF_TIME_HOUR

    def _held_by_meters(self, sitting: TableSitting) -> int:
        hour_range = sitting.began // MS_PER_HOUR, (sitting.ended or 0) // MS_PER_HOUR + 1
        own_projections = [
            projection
            for projection in self._fact_reader.projections()
            if projection.table_name == sitting.table_name
        ]
        return sum(
            projection.takings.sums_between(*hour_range).held for projection in own_projections
        )


def _journal_alarms(projection: TableProjection, *, is_present: bool) -> list[Alarm]:
    """Return the alarms of a journal; once another journal has replaced it, all of them
    are over.
    """
    try:
        alarms, last_fact_ms = projection.alarms, projection.current_play.last
    except Exception:  # noqa: BLE001 - one table's facts may fail in any way, and no other's alarms
        projection.set_aside()
        return projection.unread_alarms
    if is_present:
        return alarms
    return [replace(alarm, over=alarm.over or max(last_fact_ms, alarm.since)) for alarm in alarms]


def _reserve_causes(jackpots: tuple[PitJackpot, ...]) -> dict[str, AlarmCauses]:
    """Return the alarm cause of each jackpot, by a name that no table can have; none of one whose
    reserve is not below nothing.
    """
    return {
        f"jackpot {jackpot.jackpot}": {
            "reserve": {"table": jackpot.jackpot, "cents": jackpot.reserve}
        }
        if jackpot.reserve < 0
        else {}
        for jackpot in jackpots
    }
