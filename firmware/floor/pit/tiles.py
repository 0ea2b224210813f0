"""The tiles of all tables: each is made again only once something that it shows has changed."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from firmware.floor.facts import LanePosition
from firmware.floor.pit.heartbeats import Heartbeat
from firmware.floor.pit.screen import TableTile, table_tile, unread_tile
from firmware.floor.pit.shown_alarms import ShownAlarm
from firmware.floor.projection.table_projection import TableProjection


class _TileSources(NamedTuple):
    """All that a tile is made of."""

    projection: TableProjection
    last_position: LanePosition
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
        projection: TableProjection,
        own_alarms: Sequence[ShownAlarm],
        hour_range: tuple[int, int],
        heartbeat: Heartbeat | None,
    ) -> TableTile:
        grave = tuple(shown.is_grave for shown in own_alarms)
        sources = _TileSources(projection, projection.last_position, grave, hour_range, heartbeat)
        known_sources, tile = self._tiles.get(projection.table_name, (None, None))
        if tile is None or known_sources != sources:
            tile = _encodable_tile(projection, own_alarms, hour_range, heartbeat)
            self._tiles[projection.table_name] = sources, tile
        return tile


def _encodable_tile(
    projection: TableProjection,
    own_alarms: Sequence[ShownAlarm],
    hour_range: tuple[int, int],
    heartbeat: Heartbeat | None,
) -> TableTile:
    try:
        tile = table_tile(projection, own_alarms, hour_range, heartbeat)
        msgspec.json.encode(tile)
    except Exception:  # noqa: BLE001 - one table's facts may fail in any way, and no other's tile
        projection.set_aside()
        return unread_tile(projection.table_name, own_alarms)
    return tile
