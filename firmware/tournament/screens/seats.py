"""Who sits where in a tournament, and who moves, as its screen shows it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.tournament.rulings import Moved
from firmware.core.tournament.tournament import Room, Stage

SHOWN: Final = 8
"""Moves that are shown, the last ones."""


class Seat(msgspec.Struct, frozen=True):
    """A spot that is taken."""

    spot: int
    name: str


class Table(msgspec.Struct, frozen=True):
    """The taken spots of a table, the lowest first."""

    number: int
    seats: tuple[Seat, ...]


class Move(msgspec.Struct, frozen=True):
    """A player's new seat."""

    name: str
    table: int
    spot: int


class SeatsView(msgspec.Struct, frozen=True):
    """The tables, and the moves from the last one on; nothing before the draw or after play."""

    drawn: bool
    over: bool
    tables: tuple[Table, ...]
    moves: tuple[Move, ...]


def seats_view(room: Room, moves: Iterable[Moved] = ()) -> SeatsView:
    """Return the seats; `moves` are those that are to be shown, in their order."""
    over = room.stage is Stage.OVER
    drawn = room.stage is not Stage.SALE or room.drawn
    tables = room.seating.tables if drawn and not over else {}
    return SeatsView(
        drawn=drawn,
        over=over,
        tables=tuple(
            Table(number, tuple(Seat(spot, name) for spot, name in sorted(table.players.items())))
            for number, table in sorted(tables.items())
        ),
        moves=() if over else _last(room, moves),
    )


def _last(room: Room, moves: Iterable[Moved]) -> tuple[Move, ...]:
    """Return the last moves, the newest first, of players who still sit there."""
    newest: dict[str, Move] = {}
    for moved in reversed(list(moves)):
        table, spot = moved.to
        at = room.seating.tables.get(table)
        if at and at.players.get(spot) == moved.player:
            newest.setdefault(moved.player, Move(moved.player, table, spot))
    return tuple(newest.values())[:SHOWN]
