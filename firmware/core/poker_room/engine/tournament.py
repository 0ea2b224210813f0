"""What a table of a tournament knows of its hall, which may be silent: the table plays on."""

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.hall import LevelSeen, Move
from firmware.core.vocabulary.panel import Text


class Hall(msgspec.Struct, frozen=True):
    """The hall's last word, and what was done of it."""

    said: LevelSeen | None = None
    """None before its first word."""
    fresh: bool = False
    """Whether it has come lately."""
    done: tuple[Move, ...] = ()
    """Moves that were carried out, and that the hall still waits for."""
    ended: int | None = None
    """What the last game that is over was released by, hand for hand."""

    def heard(self, said: LevelSeen) -> "Hall":
        """Return this with the hall's new word."""
        done = tuple(move for move in self.done if move in said.moves)
        return replace(self, said=said, fresh=True, done=done)

    def lapsed(self) -> "Hall":
        """Return this without a hall that answers."""
        return replace(self, fresh=False)

    def did(self, move: Move) -> "Hall":
        """Return this with a move that was carried out, from whichever seat the player came."""
        whose = (move.spot, move.comes, move.number)
        his = (one for one in self.moves if (one.spot, one.comes, one.number) == whose)
        return replace(self, done=(*self.done, *his))

    def game_over(self) -> "Hall":
        """Return this after a game: hand for hand the next one is not released yet."""
        return replace(self, ended=self.said.released if self.said else None)

    def is_of_another(self, said: LevelSeen) -> bool:
        """Return whether a word is of another tournament than this table's."""
        return self.said is not None and said.tournament != self.said.tournament

    def outdates(self, said: LevelSeen) -> bool:
        """Return whether a word of this tournament is older than the last one."""
        if self.said is None or self.is_of_another(said):
            return False
        return (said.number, said.rest) < (self.said.number, self.said.rest)

    @property
    def stops(self) -> Text | None:
        """Why no game may begin, as far as the hall can be heard; None if one may."""
        said = self.said
        if said is None or not self.fresh:
            return None
        if said.rest or not said.runs:
            return Text("room.hall.rests")
        if said.hand_for_hand and said.released in (None, self.ended):
            return Text("room.hall.awaits")
        return None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that are to be carried out."""
        return tuple(m for m in self.said.moves if m not in self.done) if self.said else ()

    def move_of(self, spot: int, *, comes: bool) -> Move | None:
        """Return the move to or from a spot, None if there is none."""
        here = (move for move in self.moves if move.spot == spot and move.comes is comes)
        return next(here, None)


NO_HALL = Hall()
