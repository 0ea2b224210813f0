"""The requests of people at a hall's socket, and its answers."""

from pathlib import Path
from typing import Final

import msgspec

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import ask_line
from firmware.tournament.sheets.paper import Paper
from firmware.tournament.status import HallStatus

SOCKET: Final = "room"
"""Its name in the hall's folder."""
DISK_PATIENCE_S: Final = 20.0
"""A stick may stall: unlike a table a hall can wait."""
PATIENCE_S: Final = 2 * DISK_PATIENCE_S + 5
"""Two late disks are waited for."""

ByHand = (
    acts.Register
    | acts.Start
    | acts.Pause
    | acts.BuyAgain
    | acts.ReportButton
    | acts.ReportOut
    | acts.ReportStacks
    | acts.ColourUp
    | acts.Void
)
"""The acts of people. Chance draws, and time passes by itself."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="ask"):
    """A request."""


class Do(Ask, frozen=True, forbid_unknown_fields=True):
    """An act."""

    act: ByHand


class DrawSeats(Ask, frozen=True, forbid_unknown_fields=True):
    """Chance draws the seats."""


class GoOn(Ask, frozen=True, forbid_unknown_fields=True):
    """The clock goes on, and the time away counts or not."""

    count_away: bool


class TakeBack(Ask, frozen=True, forbid_unknown_fields=True):
    """The last act of a person is taken back."""


class Sits(Ask, frozen=True, forbid_unknown_fields=True):
    """A player who was moved sits at his new seat."""

    player: str


class TellStatus(Ask, frozen=True, forbid_unknown_fields=True):
    """The status of the tournament."""


class TellReport(Ask, frozen=True, forbid_unknown_fields=True):
    """Its entries, prizes, account and incidents."""


class TellSheet(Ask, frozen=True, forbid_unknown_fields=True):
    """Its final report, as a sheet."""


AnyAsk = Do | DrawSeats | GoOn | TakeBack | Sits | TellStatus | TellReport | TellSheet


class HallAnswer(msgspec.Struct, frozen=True):
    """The rulings, or the answer; `done` is False if the request was refused."""

    done: bool
    told: tuple[Text, ...] = ()
    status: HallStatus | None = None
    paper: Paper | None = None


def ask_hall(state: Path, asked: AnyAsk) -> HallAnswer:
    """Return the answer of the hall with this folder. Raises ControlError."""
    return ask_line(state / SOCKET, asked, HallAnswer, PATIENCE_S)
