"""What the hall of a tournament says to one of its tables: values alone."""

from typing import ClassVar, Final

import msgspec

from firmware.core.vocabulary.disclosure import WITHHELD, EventDisclosure, RecallScope
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import TextValues

TOURNAMENT_PART: Final = "hall"
OTHER_TOURNAMENT: Final = "other_tournament"
"""The fault, at the place HALL, of a table that hears another tournament's hall."""


class SeatMove(msgspec.Struct, frozen=True):
    """A player who takes his chips to or from a seat here; `table` and `seat` are the other end."""

    spot: int
    table: int
    seat: int
    comes: bool
    number: int = 0
    """The tournament's count of its moves: two may be between the same seats."""


class LevelSeen(Event, frozen=True):
    """The hall has said its level, or that a break is on, to the minute."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, RecallScope.HIDDEN, "table", words="console.happened.level"
    )

    tournament: str
    number: int
    """From 1; a break has the number of the level before it. 0 before the first."""
    blinds: tuple[int, int]
    ante: int
    minutes_left: int
    """Rounded up."""
    rest: bool = False
    """Whether it is a break."""
    runs: bool = True
    """Whether the hall's clock runs: not before the start, nor while play is suspended."""
    hand_for_hand: bool = False
    released: int | None = None
    """Hand for hand, another number each time that a game may begin; None as long as none may."""
    moves: tuple[SeatMove, ...] = ()
    """Those of this table that the hall waits for."""

    def text_values(self) -> TextValues:
        return {"number": self.number, "minutes": self.minutes_left}


class HallLapsed(Event, frozen=True):
    """No word of the hall has come for so long that it is lost."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, RecallScope.HIDDEN, "table", words="console.happened.hall_lost"
    )


AnyTournamentEvent = LevelSeen | HallLapsed
