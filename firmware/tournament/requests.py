"""The requests at a tournament's socket, and their replies."""

from pathlib import Path
from typing import Final

import msgspec

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import send_request
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.tournament.act_correction import RightValues
from firmware.tournament.sheets.sheet import Sheet
from firmware.tournament.sheets.tickets import PrintedTicket
from firmware.tournament.status import TournamentStatus

SOCKET_NAME: Final = "room"
"""File name in the state directory: its first name, by which commands reach an older server."""
DISK_TIMEOUT_S: Final = 20.0
"""A USB stick may stall that long. A table could not wait, a tournament can."""
REPLY_TIMEOUT_S: Final = 2 * DISK_TIMEOUT_S + 5
"""A reply waits for both disks of the journal."""

OperatorAct = (
    acts.Register
    | acts.StartPlay
    | acts.PauseClock
    | acts.RebuyChips
    | acts.ReportButton
    | acts.ReportEliminated
    | acts.ReportStacks
    | acts.ColourUp
    | acts.NoteIncident
    | acts.CancelTournament
)
"""The acts of operators. Draws and elapsed time are the service's own."""


class TournamentRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="ask"
):
    """A request: one JSON object a line, tagged `ask`."""


class ApplyAct(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="Do"):
    """Apply an operator's act."""

    act: OperatorAct


class DrawSeats(TournamentRequest, frozen=True, forbid_unknown_fields=True):
    """Draw the seats at random."""


class ResumeClock(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="GoOn"):
    """Resume the clock; with `count_away` the absence counts as play."""

    count_away: bool


class UndoLastAct(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TakeBack"):
    """Undo the last act of an operator."""


class CorrectEarlierAct(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="Correct"):
    """Correct an earlier act by its number; without values it is withdrawn."""

    number: int
    persons: tuple[str, ...]
    reason: str
    right_values: RightValues | None = None


class ConfirmMove(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="Sits"):
    """A moved player sits at the new seat."""

    player: str


class GetStatus(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellStatus"):
    """The status of the tournament."""


class GetActs(TournamentRequest, frozen=True, forbid_unknown_fields=True):
    """The acts that can be corrected, with their numbers."""


class GetReport(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellReport"):
    """Entries, prizes, account and incidents."""


class GetReportSheet(TournamentRequest, frozen=True, forbid_unknown_fields=True, tag="TellSheet"):
    """The final report, as a sheet."""


class GetTickets(TournamentRequest, frozen=True, forbid_unknown_fields=True):
    """The tickets of these players; of all if none is named."""

    players: tuple[str, ...] = ()


AnyQuery = GetStatus | GetActs | GetReport | GetReportSheet | GetTickets
"""The requests that change nothing."""

AnyRequest = (
    ApplyAct | DrawSeats | ResumeClock | UndoLastAct | CorrectEarlierAct | ConfirmMove | AnyQuery
)


class TournamentReply(
    msgspec.Struct, frozen=True, rename={"texts": "told", "is_accepted": "done", "sheet": "paper"}
):
    """The rulings or the answer; `is_accepted` is False if the request was refused."""

    is_accepted: bool
    texts: tuple[Text, ...] = ()
    status: TournamentStatus | None = None
    sheet: Sheet | None = None
    tickets: tuple[PrintedTicket, ...] = ()
    house: HouseWords = NO_HOUSE
    """The words and the currency of the tournament's house."""


def ask_tournament(state_directory: Path, request: AnyRequest) -> TournamentReply:
    """Return the reply of the tournament with this state directory. Raises ControlError."""
    return send_request(state_directory / SOCKET_NAME, request, TournamentReply, REPLY_TIMEOUT_S)
