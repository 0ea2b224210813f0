"""The tiles of all tables: each is made again only once something that it shows has changed."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.floor.pit.heartbeats import Heartbeat
from firmware.floor.pit.screen import TableTile, table_tile, unread_tile
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.pit.table_reader import FloorTable


class _TileSources(NamedTuple):
    """All that a tile is made of."""

    table: FloorTable
    grave: tuple[bool, ...]
    """Of each alarm, whether it is."""
    hour_range: tuple[int, int]
    heartbeat: Heartbeat | None


class TableTiles:
    """The tile of each table as it was last made, with what it was made of."""

    def __init__(self) -> None:
        self._tiles: dict[str, tuple[_TileSources, TableTile]] = {}

    def tile(
        self,
        table: FloorTable,
        own_alarms: Sequence[ShownAlarm],
        hour_range: tuple[int, int],
        heartbeat: Heartbeat | None,
    ) -> TableTile:
        grave = tuple(shown.is_grave for shown in own_alarms)
        sources = _TileSources(table, grave, hour_range, heartbeat)
        known_sources, tile = self._tiles.get(table.table_name, (None, None))
        if tile is None or known_sources != sources:
            tile = _tile(table, own_alarms, hour_range, heartbeat)
            self._tiles[table.table_name] = sources, tile
        return tile


def _tile(
    table: FloorTable,
    own_alarms: Sequence[ShownAlarm],
    hour_range: tuple[int, int],
    heartbeat: Heartbeat | None,
) -> TableTile:
    if table.shown is None:
        return unread_tile(table.table_name, own_alarms)
    return table_tile(table, table.shown, own_alarms, hour_range, heartbeat)
