"""The messages between a tournament's hall and its tables.

A report is taken once, by its number. A table repeats the oldest one that the hall has not taken,
then sends the next. So a table that had lost its hall reports when it is back, in order.
"""

from typing import Final

import msgspec

from firmware.core.tournament.rulings import TableSpot

LEVEL_INTERVAL_S: Final = 5
"""How often a hall repeats the level; a new one is sent at once."""


class MoveMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is to take his chips from one seat to another."""

    player: str
    origin: TableSpot
    to: TableSpot
    number: int = 0
    """The hall's own count of its moves: two may be between the same seats."""


class LevelMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The level for one table; JSON."""

    tournament: str
    number: int
    """From 1; a break has that of the level before it. 0 before the first."""
    blinds: tuple[int, int]
    """In a break, those of the level before it."""
    ante: int
    seconds_left: int
    rest: bool
    """Whether it is a break."""
    runs: bool
    hand_for_hand: bool
    """Whether a table begins its next game once its report of this one is heard, and no sooner."""
    heard: int
    """The number of the last report that was taken; 0 before the first."""
    moves: tuple[MoveMessage, ...] = ()
    """Those not confirmed yet that begin or end at this table."""
    run: str = ""
    """The run of a hall that says so: no two are alike."""


class TableReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The report of a table; JSON. Each game that is over is a report, even if nobody is out: it
    has a button.
    """

    number: int
    """The table's own count, from 1; the same report has the same number."""
    at_level: int
    button: int | None = None
    """The spot of the button, if it moved."""
    out: tuple[tuple[int, int], ...] = ()
    """The spots whose players lost their last chips in one game, and what they had at its
    beginning.
    """
    arrived: tuple[tuple[int, TableSpot], ...] = ()
    """The spots to which players of moves have come, and the seats that they came from."""
    tournament: str = ""
    """That of the level, if the table knows it: no hall takes another's report."""


def level_subject(table_name: str) -> str:
    """Return the subject on which a table hears its level."""
    return f"floor.down.{table_name}.clock"


def report_subject(table_name: str) -> str:
    """Return the subject on which a table reports."""
    return f"floor.up.{table_name}"
