"""The messages of a tournament to one of its tables, as events."""

from typing import ClassVar, Final

import msgspec

from firmware.core.vocabulary.disclosure import WITHHELD, EventDisclosure, RecallScope
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import TextValues

TOURNAMENT_PART: Final = "hall"
FOREIGN_TOURNAMENT: Final = "other_tournament"
"""The fault of a table, at the place TOURNAMENT_PART, that receives another tournament's levels."""


class SeatMove(msgspec.Struct, frozen=True, rename={"is_arrival": "comes"}):
    """A player's move to or from a seat here; `table` and `seat` are the other end."""

    spot: int
    table: int
    seat: int
    is_arrival: bool
    number: int = 0
    """The tournament's number of the move: two moves may be between the same seats."""


class SeatRebuy(msgspec.Struct, frozen=True):
    """A rebuy that was sold to the player of a spot, and whose chips are to be laid there."""

    spot: int
    chips: int
    number: int
    """The tournament's number of the sale."""


class LevelSeen(Event, frozen=True):
    """The tournament's level or break, to the minute."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, RecallScope.HIDDEN, "table", words="console.happened.level"
    )

    tournament: str
    number: int
    """From 1; in a break the level before it; 0 before the start."""
    blinds: tuple[int, int]
    ante: int
    minutes_left: int
    """Rounded up."""
    rest: bool = False
    """Whether it is a break."""
    runs: bool = True
    """Whether the tournament's clock runs: not before the start, nor while play is suspended."""
    hand_for_hand: bool = False
    released: int | None = None
    """Hand for hand, a new number for each game that may begin; None if none may."""
    moves: tuple[SeatMove, ...] = ()
    """Moves of this table that the tournament has not seen carried out."""
    rebuys: tuple[SeatRebuy, ...] = ()
    """Rebuys at this table whose chips the tournament has not seen laid."""

    def text_values(self) -> TextValues:
        return {"number": self.number, "minutes": self.minutes_left}


class TournamentLapsed(Event, frozen=True, tag="HallLapsed"):
    """The tournament's server has been silent for too long."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, RecallScope.HIDDEN, "table", words="console.happened.hall_lost"
    )


AnyTournamentEvent = LevelSeen | TournamentLapsed
