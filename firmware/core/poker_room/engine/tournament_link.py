"""What a table of a tournament knows of its hall, which may be silent: the table plays on."""

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove


class TournamentLink(msgspec.Struct, frozen=True):
    """The hall's last word, and what was done of it."""

    said: LevelSeen | None = None
    """None before its first word."""
    fresh: bool = False
    """Whether it has come lately."""
    done: tuple[SeatMove, ...] = ()
    """Moves that were carried out, and that the hall still waits for."""
    ended: int | None = None
    """What the last game that is over was released by, hand for hand."""

    def with_level(self, level: LevelSeen) -> "TournamentLink":
        """Return this with the hall's new word."""
        still_open = tuple(move for move in self.done if move in level.moves)
        return replace(self, said=level, fresh=True, done=still_open)

    def without_tournament(self) -> "TournamentLink":
        """Return this without a hall that answers."""
        return replace(self, fresh=False)

    def with_move_made(self, move: SeatMove) -> "TournamentLink":
        """Return this with a move that was carried out, from whichever seat the player came."""
        move_key = (move.spot, move.comes, move.number)
        matching = (
            open_move
            for open_move in self.open_moves
            if (open_move.spot, open_move.comes, open_move.number) == move_key
        )
        return replace(self, done=(*self.done, *matching))

    def after_game(self) -> "TournamentLink":
        """Return this after a game: hand for hand the next one is not released yet."""
        return replace(self, ended=self.said.released if self.said else None)

    def is_foreign(self, level: LevelSeen) -> bool:
        """Return whether a word is of another tournament than this table's."""
        return self.said is not None and level.tournament != self.said.tournament

    def is_outdated(self, level: LevelSeen) -> bool:
        """Return whether a word of this tournament is older than the last one."""
        if self.said is None or self.is_foreign(level):
            return False
        return (level.number, level.rest) < (self.said.number, self.said.rest)

    @property
    def block_reason(self) -> Text | None:
        """Why no game may begin, as far as the hall can be heard; None if one may."""
        level = self.said
        if level is None or not self.fresh:
            return None
        if level.rest or not level.runs:
            return Text("room.hall.rests")
        if level.hand_for_hand and level.released in (None, self.ended):
            return Text("room.hall.awaits")
        return None

    @property
    def open_moves(self) -> tuple[SeatMove, ...]:
        """The moves that are to be carried out."""
        return tuple(move for move in self.said.moves if move not in self.done) if self.said else ()

    def open_move(self, spot: int, *, is_arrival: bool) -> SeatMove | None:
        """Return the move to or from a spot, None if there is none."""
        moves_here = (
            move for move in self.open_moves if move.spot == spot and move.comes is is_arrival
        )
        return next(moves_here, None)


NO_TOURNAMENT = TournamentLink()
