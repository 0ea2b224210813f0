"""What people do and report in the room of a tournament."""

from collections.abc import Mapping

import msgspec


class TournamentAct(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """One act in the room."""


class Register(TournamentAct, frozen=True):
    """A player buys his entry."""

    player: str
    cents: int
    age: int | None = None


class DrawSeats(TournamentAct, frozen=True, tag="Draw"):
    """The players, in the order in which they were drawn."""

    players: tuple[str, ...]


class StartPlay(TournamentAct, frozen=True, tag="Start"):
    """The sale ends, and the clock begins."""


class PauseClock(TournamentAct, frozen=True, tag="Pause"):
    """The clock stops."""


class ResumeClock(TournamentAct, frozen=True, tag="Resume"):
    """The clock goes on."""


class PassTime(TournamentAct, frozen=True, tag="Wait"):
    """Seconds pass."""

    seconds: int


class RebuyChips(TournamentAct, frozen=True, tag="BuyAgain"):
    """A player buys chips once more."""

    player: str
    cents: int


class ReportButton(TournamentAct, frozen=True):
    """A table reports its button."""

    table: int
    spot: int


class EliminatedPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who lost his last chips in a game, and what he had at its beginning."""

    player: str
    stack: int


class ReportEliminated(TournamentAct, frozen=True, tag="ReportOut"):
    """Who is out: by one game, or hand for hand by the games of all tables."""

    lost: tuple[EliminatedPlayer, ...]


class ReportStacks(TournamentAct, frozen=True):
    """What each player who is left has, when the time is over."""

    stacks: Mapping[str, int]


class ColourUp(TournamentAct, frozen=True):
    """Chips of one value are exchanged for those of another; `counts` are each player's."""

    of: int
    to: int
    counts: Mapping[str, int]


class CancelTournament(TournamentAct, frozen=True, tag="Void"):
    """The tournament is cancelled."""


class UndoAct(TournamentAct, frozen=True, tag="Undo"):
    """The last act of a person is taken back."""


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
    | CancelTournament
    | UndoAct
)
