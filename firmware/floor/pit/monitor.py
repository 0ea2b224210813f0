"""Follows the ledger for all browsers together: it is read once a second, for any
number of them.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.alarm_board import AlarmBoard, WorkedAlarms
from firmware.floor.pit.alarm_history import past_alarms
from firmware.floor.pit.alarm_sources import AlarmSource, AlarmSources
from firmware.floor.pit.alarm_store import AlarmStore
from firmware.floor.pit.cards import PublicCards
from firmware.floor.pit.chain_watch import ChainWatch
from firmware.floor.pit.form_book import FormBook
from firmware.floor.pit.form_days import forms_shown
from firmware.floor.pit.form_store import FormStore
from firmware.floor.pit.forms_overview import FormsOverview, forms_overview, held_by_meters
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.pit.jackpot_order import jackpots_in_order, with_paid_amounts
from firmware.floor.pit.jackpots import PitJackpot, floor_jackpots
from firmware.floor.pit.screen import (
    FloorScreen,
    SourceTile,
    TableDetail,
    TableTile,
    alarms_by_table,
    source_tile,
    table_detail,
)
from firmware.floor.pit.screen_changes import ScreenChanges
from firmware.floor.pit.shelved import ShelvedAlarm
from firmware.floor.pit.shifts import USUAL_SHIFT_STARTS, shift_start_hour
from firmware.floor.pit.shown_alarms import ShownAlarm, closable_ids
from firmware.floor.pit.table_reader import (
    END_OF_TIME_HOUR,
    FloorTable,
    TableReader,
    present_tables,
)
from firmware.floor.pit.takings_reports import Grouping, ReportLine, grouped_takings
from firmware.floor.pit.tile_order import TablePlaces, order_key
from firmware.floor.pit.tiles import TableTiles
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs
from firmware.floor.projection.state_rows import last_rounds
from firmware.floor.projection.taking_rows import hour_takings, sums_between


def wall_clock_ms() -> EpochMs:
    return time.time_ns() // 1_000_000


class FloorMonitor:
    """Monitors the floor of one database, from any thread. `screen` is None while the
    database fails.
    """

    def __init__(
        self,
        database: Engine,
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
        self._table_reader, self._form_store = TableReader(database), FormStore(database)
        self._alarm_store, self._public_cards = AlarmStore(database), PublicCards(database)
        self._form_book = FormBook(database)
        self._chain_watch = chain_watch
        self._alarm_sources = AlarmSources(
            self.heartbeats,
            self._table_reader,
            self._form_book,
            self._alarm_store,
            chain_watch,
            alarm_source,
        )
        self._table_tiles, self._alarm_board = TableTiles(), AlarmBoard(database)
        self._table_places = TablePlaces(database)
        self._read_lock = threading.Lock()

    def refresh(self) -> None:
        """Read the new rows, update the alarms, and send the pages the changes of the screen."""
        with self._read_lock:
            try:
                self._table_reader.read_new(self._shift_hours()[0])
                self._form_book.read_new(self._wall_clock())
                if self._chain_watch is not None:
                    self._chain_watch.look(self._form_book.before_first)
                jackpots = self._floor_jackpots()
                self._alarm_sources.update_causes(jackpots, self._wall_clock())
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
        with self._read_lock:
            for table in self._present_tables():
                if table.table_name == table_name:
                    own_alarms = alarms_by_table(self._worked_alarms().listed)[table_name]
                    table_tile = self._table_tile(table, own_alarms, self._shift_hours())
                    return self._detail(table_tile, table.journal_identity)
        return None

    def grouped_takings(self, grouping: Grouping, hour_range: tuple[int, int]) -> list[ReportLine]:
        with self._read_lock, self._database.connect() as connection:
            names = self._names_by_journal()
            named_takings = (
                (names[taken.journal], taken.hour, taken.sums)
                for taken in hour_takings(connection, *hour_range)
                if taken.journal in names
            )
            return grouped_takings(named_takings, grouping, self.shift_starts)

    @property
    def now_ms(self) -> EpochMs:
        return self._wall_clock()

    def forms_overview(self, hours: HourRange) -> FormsOverview:
        """Return the forms of a gaming day, and those that wait for another one."""
        shown = forms_shown(self._form_store.filed_forms(), hours)
        with self._read_lock, self._database.connect() as connection:
            held_by_opener = held_by_meters(connection, shown.sittings, self._names_by_journal())
        return forms_overview(shown, held_by_opener, self.table_names())

    def chosen_alarms(self, target: str, newest: EpochMs | None = None) -> list[ShownAlarm]:
        """Return the alarms on the screen of that id, or of the group of that id which began up to
        `newest`.
        """
        with self._read_lock:
            return self._worked_alarms().chosen(target, newest)

    def past_alarms(self, hours: int, table_text: str) -> list[ShownAlarm]:
        """Return the alarms of the last hours, the newest first. Raises SQLAlchemyError."""
        now_ms = self._wall_clock()
        return past_alarms(self._database, now_ms - hours * MS_PER_HOUR, now_ms, table_text)

    def shelved_alarms(self) -> tuple[ShelvedAlarm, ...]:
        """Return the shelf now."""
        with self._read_lock:
            return self._worked_alarms().shelved

    def table_names(self) -> list[str]:
        """Return the tables that have sent anything yet."""
        with self._read_lock:
            return sorted(table.table_name for table in self._present_tables())

    def _floor_screen(self, jackpots: tuple[PitJackpot, ...]) -> FloorScreen:
        hour_range, worked_alarms = self._shift_hours(), self._worked_alarms(jackpots)
        by_table = alarms_by_table(worked_alarms.listed)
        present = self._present_tables()
        table_tiles = [
            self._table_tile(table, by_table[table.table_name], hour_range) for table in present
        ]
        tiles: list[TableTile | SourceTile] = [*table_tiles, *self._source_tiles(by_table)]
        places = self._table_places.of([tile.table for tile in tiles])
        unknown_tables = (
            table.table_name
            for table in present
            if self.heartbeats.is_unknown(table.table_name, table.play.phase)
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
        table: FloorTable,
        own_alarms: Sequence[ShownAlarm],
        hour_range: tuple[int, int],
    ) -> TableTile:
        heartbeat = self.heartbeats.table_heartbeat(table.table_name)
        return self._table_tiles.tile(table, own_alarms, hour_range, heartbeat)

    def _detail(self, table_tile: TableTile, journal: str) -> TableDetail:
        with self._database.connect() as connection:
            sums = sums_between(connection, *self._shift_hours(), [journal])
            settled_rounds = last_rounds(connection, journal)
        sums_by_class = {key.bet_class: class_sums for key, class_sums in sums.items()}
        sums_by_class.pop("", None)
        cards_by_round = self._public_cards.cards_by_round(journal)
        return table_detail(table_tile, settled_rounds, sums_by_class, cards_by_round)

    def _present_tables(self) -> list[FloorTable]:
        return present_tables(self._table_reader.tables())

    def _names_by_journal(self) -> dict[str, str]:
        return {table.journal_identity: table.table_name for table in self._table_reader.tables()}

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
        return floor_jackpots(
            self._database,
            self.heartbeats.table_heartbeat,
            {table.table_name: table.play.jackpot for table in self._present_tables()},
        )

    def _worked_alarms(self, jackpots: tuple[PitJackpot, ...] | None = None) -> WorkedAlarms:
        now_ms = self._wall_clock()
        jackpots = self._floor_jackpots() if jackpots is None else jackpots
        stored_alarms = self._alarm_sources.stored_alarms(jackpots)
        other_alarms = with_paid_amounts(self._alarm_sources.other_alarms(now_ms), jackpots)
        all_alarms = [*other_alarms, *stored_alarms]
        places = self._table_places.of({alarm.table_name for alarm in all_alarms})
        acknowledged = self._form_store.acknowledgements([alarm.id for alarm in all_alarms])
        self._alarm_store.close(closable_ids(stored_alarms, acknowledged.keys()))
        return self._alarm_board.sorted_alarms(all_alarms, acknowledged, places, now_ms)

    def _shift_hours(self) -> tuple[int, int]:
        return shift_start_hour(self.shift_starts, self._wall_clock()), END_OF_TIME_HOUR
