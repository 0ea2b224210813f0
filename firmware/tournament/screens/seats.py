"""The view of the seat screen: the players by table, and their moves."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.tournament import Tournament, TournamentStage

SHOWN_MOVES: Final = 8
"""At most so many moves are shown."""


class SeatView(msgspec.Struct, frozen=True):
    """An occupied spot."""

    spot: int
    name: str


class SeatedTableView(msgspec.Struct, frozen=True):
    """The occupied spots of a table, the lowest first."""

    number: int
    seats: tuple[SeatView, ...]


class MoveView(msgspec.Struct, frozen=True):
    """A moved player's new seat."""

    name: str
    table: int
    spot: int


class SeatsView(msgspec.Struct, frozen=True):
    """The tables, and the moves, the newest first; empty before the draw and after play."""

    drawn: bool
    over: bool
    tables: tuple[SeatedTableView, ...]
    moves: tuple[MoveView, ...]


def seats_view(tournament: Tournament, moves: Iterable[PlayerMoved] = ()) -> SeatsView:
    """Return the seats, and the newest of these moves, which are in order of time."""
    over = tournament.stage is TournamentStage.OVER
    drawn = tournament.stage is not TournamentStage.SALE or tournament.is_drawn
    seatings = tournament.seating.tables if drawn and not over else {}
    return SeatsView(
        drawn=drawn,
        over=over,
        tables=tuple(
            SeatedTableView(
                number,
                tuple(SeatView(spot, player) for spot, player in sorted(table.players.items())),
            )
            for number, table in sorted(seatings.items())
        ),
        moves=() if over else _latest_moves(tournament, moves),
    )


def _latest_moves(tournament: Tournament, moves: Iterable[PlayerMoved]) -> tuple[MoveView, ...]:
    """Return the newest moves first, only of players who still have that seat."""
    newest: dict[str, MoveView] = {}
    for move in reversed(list(moves)):
        table, spot = move.to
        table_seating = tournament.seating.tables.get(table)
        if table_seating and table_seating.players.get(spot) == move.player:
            newest.setdefault(move.player, MoveView(move.player, table, spot))
    return tuple(newest.values())[:SHOWN_MOVES]
