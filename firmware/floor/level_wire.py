"""The messages between a tournament and its tables.

A report is accepted once, by its number. A table repeats the oldest report that is not
acknowledged, then sends the next. So a table that had lost its tournament reports in order when it
is back.
"""

from typing import Final

import msgspec

from firmware.core.tournament.rulings import TableSpot

LEVEL_INTERVAL_S: Final = 5
"""How often a tournament repeats the level; a new one is sent at once."""


class MoveMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is to take his chips from one seat to another."""

    player: str
    origin: TableSpot
    to: TableSpot
    number: int = 0
    """The tournament's count of its moves: two may be between the same seats."""


class RebuyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rebuy whose chips are to be laid before the player of a spot."""

    spot: int
    chips: int
    number: int
    """The tournament's count of its rebuys."""


class LevelMessage(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"last_report": "heard"},
):
    """The level for one table; JSON."""

    tournament: str
    number: int
    """From 1; a break has the number of the level before it. 0 before the first."""
    blinds: tuple[int, int]
    """In a break, those of the level before it."""
    ante: int
    seconds_left: int
    rest: bool
    """Whether it is a break."""
    runs: bool
    hand_for_hand: bool
    """Whether a table may begin its next game only once its report of this one is acknowledged."""
    last_report: int
    """The number of the last report that was accepted; 0 before the first."""
    moves: tuple[MoveMessage, ...] = ()
    """Unconfirmed moves that begin or end at this table."""
    rebuys: tuple[RebuyMessage, ...] = ()
    """Rebuys of players at this table whose chips are not known to be laid."""


class TableReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The report of a table; JSON. Each finished game is reported, even if no player is out: the
    button may have moved.
    """

    number: int
    """The table's own count, from 1; the same report always has the same number."""
    at_level: int
    button: int | None = None
    """The spot of the button, if it moved."""
    out: tuple[tuple[int, int], ...] = ()
    """The spots whose players lost their last chips in one game, and their stacks at
    its beginning.
    """
    arrived: tuple[tuple[int, TableSpot], ...] = ()
    """The spots where moved players have sat down, and the seats that they came from."""
    tournament: str = ""
    """The tournament of the level, if the table knows it: no tournament accepts
    another's report.
    """
    laid: tuple[int, ...] = ()
    """The numbers of the rebuys whose chips were laid before this game."""
