"""The acts of a tournament: everything that people, tables and the clock report to the engine."""

from collections.abc import Mapping

import msgspec

from firmware.core.tournament.seating import TournamentSeating


class TournamentAct(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """An act: input of `Tournament.handle_act`, journaled as JSON with the tag `act`."""


class Register(TournamentAct, frozen=True):
    """A player buys an entry. `age` is in years; a hold'em tournament requires it (004 9)."""

    player: str
    cents: int
    age: int | None = None


class DrawSeats(TournamentAct, frozen=True, tag="Draw"):
    """The seats are drawn: all registered players, in the order drawn."""

    players: tuple[str, ...]


class StartPlay(TournamentAct, frozen=True, tag="Start"):
    """The sale of entries ends and the clock starts."""


class PauseClock(TournamentAct, frozen=True, tag="Pause"):
    """The clock is paused."""


class ResumeClock(TournamentAct, frozen=True, tag="Resume"):
    """The clock is resumed."""


class PassTime(TournamentAct, frozen=True, tag="Wait"):
    """Whole seconds have elapsed."""

    seconds: int


class RebuyChips(TournamentAct, frozen=True, tag="BuyAgain"):
    """A player buys a rebuy."""

    player: str
    cents: int


class ReportButton(TournamentAct, frozen=True):
    """A table reports the spot of its button."""

    table: int
    spot: int


class EliminatedPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who lost the last chips in a game; `stack` is the chip count before that game."""

    player: str
    stack: int


class ReportEliminated(TournamentAct, frozen=True, tag="ReportOut"):
    """Players eliminated by one game; hand for hand, by the games of all tables together."""

    lost: tuple[EliminatedPlayer, ...]


class ReportStacks(TournamentAct, frozen=True):
    """The chip count of each remaining player, once time is over."""

    stacks: Mapping[str, int]


class ColourUp(TournamentAct, frozen=True):
    """Chips of value `of` are exchanged for `to`; `counts` are the old chips of each player."""

    of: int
    to: int
    counts: Mapping[str, int]


class NoteIncident(TournamentAct, frozen=True, tag="Note"):
    """A dispute or an incident that the director notes for the report (004 11)."""

    description: str
    persons: tuple[str, ...] = ()
    """The persons concerned; not only players."""
    noted_by: str = ""
    """The person who notes it; empty if the command did not name one."""


class CancelTournament(TournamentAct, frozen=True, tag="Void"):
    """The tournament is cancelled."""


class UndoAct(TournamentAct, frozen=True, tag="Undo"):
    """The last undoable act of an operator is undone (undo.py)."""


CorrectableAct = Register | RebuyChips | ReportButton | ReportEliminated | ReportStacks | ColourUp


class CorrectAct(TournamentAct, frozen=True, tag="Correct"):
    """Two persons correct an earlier act of an operator, by its number (correction.py)."""

    number: int
    persons: tuple[str, str]
    reason: str
    corrected: CorrectableAct | None = None
    """The act as it should have been; None if it should not have been at all."""


class SettleSeats(TournamentAct, frozen=True):
    """After a correction the players sit as in `seating`, except who is out or back by it.

    A correction adds it to the log; it is neither reported nor journaled.
    """

    seating: TournamentSeating


AnyTournamentAct = (
    Register
    | DrawSeats
    | StartPlay
    | PauseClock
    | ResumeClock
    | PassTime
    | RebuyChips
    | ReportButton
    | ReportEliminated
    | ReportStacks
    | ColourUp
    | NoteIncident
    | CancelTournament
    | UndoAct
    | CorrectAct
)
