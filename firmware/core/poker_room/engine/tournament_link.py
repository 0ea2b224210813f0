"""The tournament as its table knows it: the last level, and the seat moves to make.

The tournament's server may be silent; the table then plays on at the last level.
"""

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove, SeatRebuy


class TournamentLink(
    msgspec.Struct,
    frozen=True,
    rename={
        "last_level": "said",
        "is_answering": "fresh",
        "moves_made": "done",
        "last_release": "ended",
        "rebuys_laid": "laid",
    },
):
    """The last level received from the tournament, and which of its moves were carried out here."""

    last_level: LevelSeen | None = None
    """None before the first level is received."""
    is_answering: bool = False
    """Whether the tournament's server answers."""
    moves_made: tuple[SeatMove, ...] = ()
    """Moves that were carried out here, and that the tournament still lists."""
    last_release: int | None = None
    """Hand for hand, the release number under which the last finished game was played."""
    rebuys_laid: tuple[int, ...] = ()
    """The numbers of all rebuys whose chips were laid here: a late level may list one again."""

    def with_level(self, level: LevelSeen) -> "TournamentLink":
        """Return the link after a level is received."""
        still_open = tuple(move for move in self.moves_made if move in level.moves)
        return replace(self, last_level=level, is_answering=True, moves_made=still_open)

    def without_tournament(self) -> "TournamentLink":
        """Return the link after the tournament's server has fallen silent."""
        return replace(self, is_answering=False)

    def with_move_made(self, move: SeatMove) -> "TournamentLink":
        """Return the link after a move was carried out."""
        move_key = (move.spot, move.is_arrival, move.number)
        matching = (
            open_move
            for open_move in self.open_moves
            if (open_move.spot, open_move.is_arrival, open_move.number) == move_key
        )
        return replace(self, moves_made=(*self.moves_made, *matching))

    def with_rebuy_laid(self, rebuy: SeatRebuy) -> "TournamentLink":
        """Return the link after the chips of a rebuy were laid."""
        return replace(self, rebuys_laid=(*self.rebuys_laid, rebuy.number))

    def after_game(self) -> "TournamentLink":
        """Return the link after a game: hand for hand, the next one needs another release."""
        return replace(self, last_release=self.last_level.released if self.last_level else None)

    def is_foreign(self, level: LevelSeen) -> bool:
        """Return whether a level is of another tournament."""
        return self.last_level is not None and level.tournament != self.last_level.tournament

    def is_outdated(self, level: LevelSeen) -> bool:
        """Return whether a level of this tournament is older than the last one."""
        if self.last_level is None or self.is_foreign(level):
            return False
        return (level.number, level.rest) < (self.last_level.number, self.last_level.rest)

    @property
    def block_reason(self) -> Text | None:
        """Why no game may begin; None if one may, or if the tournament's server does not answer."""
        level = self.last_level
        if level is None or not self.is_answering:
            return None
        if level.rest or not level.runs:
            return Text("room.hall.rests")
        if level.hand_for_hand and level.released in (None, self.last_release):
            return Text("room.hall.awaits")
        return None

    @property
    def open_moves(self) -> tuple[SeatMove, ...]:
        """The moves that are still to be carried out here."""
        return (
            tuple(move for move in self.last_level.moves if move not in self.moves_made)
            if self.last_level
            else ()
        )

    @property
    def open_rebuys(self) -> tuple[SeatRebuy, ...]:
        """The rebuys whose chips are still to be laid here."""
        return (
            tuple(rebuy for rebuy in self.last_level.rebuys if rebuy.number not in self.rebuys_laid)
            if self.last_level
            else ()
        )

    def open_rebuy(self, spot: int) -> SeatRebuy | None:
        """Return the rebuy whose chips are to be laid at a spot; None if there is none."""
        return next((rebuy for rebuy in self.open_rebuys if rebuy.spot == spot), None)

    def open_move(self, spot: int, *, is_arrival: bool) -> SeatMove | None:
        """Return the open move to or from a spot; None if there is none."""
        moves_here = (
            move for move in self.open_moves if move.spot == spot and move.is_arrival is is_arrival
        )
        return next(moves_here, None)


NO_TOURNAMENT = TournamentLink()
