"""The requests of people at a hall's socket, and its answers."""

from pathlib import Path
from typing import Final

import msgspec

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import send_request
from firmware.tournament.sheets.paper import Sheet
from firmware.tournament.status import TournamentStatus

SOCKET_NAME: Final = "room"
"""Its name in the hall's folder."""
DISK_TIMEOUT_S: Final = 20.0
"""A stick may stall: unlike a table a hall can wait."""
REPLY_TIMEOUT_S: Final = 2 * DISK_TIMEOUT_S + 5
"""Two late disks are waited for."""

OperatorAct = (
    acts.Register
    | acts.StartPlay
    | acts.PauseClock
    | acts.RebuyChips
    | acts.ReportButton
    | acts.ReportEliminated
    | acts.ReportStacks
    | acts.ColourUp
    | acts.CancelTournament
)
"""The acts of people. Chance draws, and time passes by itself."""


class TournamentRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="ask"
):
    """A request."""


class ApplyAct(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="Do"):
    """An act."""

    act: OperatorAct


class DrawSeats(TournamentRequest, frozen=True, forbid_unknown_fields=True):
    """Chance draws the seats."""


class ResumeClock(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="GoOn"):
    """The clock goes on, and the time away counts or not."""

    count_away: bool


class UndoLastAct(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TakeBack"):
    """The last act of a person is taken back."""


class ConfirmMove(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="Sits"):
    """A player who was moved sits at his new seat."""

    player: str


class GetStatus(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellStatus"):
    """The status of the tournament."""


class GetReport(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellReport"):
    """Its entries, prizes, account and incidents."""


class GetReportSheet(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellSheet"):
    """Its final report, as a sheet."""


AnyRequest = (
    ApplyAct
    | DrawSeats
    | ResumeClock
    | UndoLastAct
    | ConfirmMove
    | GetStatus
    | GetReport
    | GetReportSheet
)


class TournamentReply(msgspec.Struct, frozen=True):
    """The rulings, or the answer; `done` is False if the request was refused."""

    done: bool
    told: tuple[Text, ...] = ()
    status: TournamentStatus | None = None
    paper: Sheet | None = None


def ask_tournament(state_directory: Path, request: AnyRequest) -> TournamentReply:
    """Return the answer of the hall with this folder. Raises ControlError."""
    return send_request(state_directory / SOCKET_NAME, request, TournamentReply, REPLY_TIMEOUT_S)
