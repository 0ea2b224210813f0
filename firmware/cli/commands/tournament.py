"""`croupier tournament`: serves a tournament, and sends it the acts of its operators."""

import logging
from collections.abc import Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import PositiveCount
from firmware.cli.commands.floor_engine import log_writer
from firmware.cli.commands.tournament_arguments import (
    AgeYears,
    CorrectedValues,
    Payment,
    PlayerChips,
    PlayerName,
    TournamentDirectory,
    chips_by_player,
)
from firmware.cli.commands.tournament_screens import ScreensAddress, start_screens
from firmware.cli.commands.watched_process import WatchOptions, serve_hall
from firmware.core.tournament import acts
from firmware.core.tournament.player_names import cleaned_note
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.service.process_watch import STALE_AFTER_S
from firmware.shell.service.progress import LoopProgress
from firmware.shell.sockets.line_client import ControlError, NoServiceError
from firmware.shell.words.words import Words
from firmware.tournament.requests import (
    AnyRequest,
    ApplyAct,
    ConfirmMove,
    CorrectEarlierAct,
    DrawSeats,
    GetActs,
    GetReport,
    GetStatus,
    ResumeClock,
    TournamentReply,
    UndoLastAct,
    ask_tournament,
)

if TYPE_CHECKING:
    from firmware.tournament.config import TournamentConfig
    from firmware.tournament.service import TournamentService

FLOOR_LIBRARY: Final = "nats"
"""The library that only a tournament with tables on a floor needs."""


def serve_tournament(
    words: Words,
    *,
    config: Path,
    directory: TournamentDirectory,
    watch: WatchOptions,
    screen_address: ScreensAddress,
) -> int:
    """Serve a tournament until it is stopped."""
    from firmware.tournament.config import load_config
    from firmware.tournament.process import open_tournament, serve

    words.load_all()
    # the journal logs a lost copy in English; here it is an incident, in words
    logging.getLogger("firmware.shell.journal").addHandler(logging.NullHandler())
    tournament_config = load_config(config)
    words = words.for_house(tournament_config.rule_pack.words)
    if tournament_config.floor is not None and find_spec(FLOOR_LIBRARY) is None:
        raise CannotServe(Text("hall.floor_lacking"))
    with open_tournament(tournament_config, directory.directory_path) as service:
        announce = log_writer(words)
        for notice in tournament_config.notices:
            announce(notice)
        announce(
            Text(
                "hall.serving",
                {"name": tournament_config.tournament, "path": str(directory.directory_path)},
            )
        )
        _print_reply(words, service.answer(GetStatus()))
        if address_text := start_screens(service, tournament_config, screen_address):
            announce(address_text)
        desk_tasks = _desk_tasks(service, tournament_config, words)
        progress = LoopProgress(STALE_AFTER_S)
        hall_task = serve(service, tournament_config, announce, progress, *desk_tasks)
        return serve_hall(hall_task, progress, watch, announce)


def _desk_tasks(
    service: "TournamentService", config: "TournamentConfig", words: Words
) -> list[Coroutine[Any, Any, None]]:
    """Return what the desk has besides the clock: a printer of tickets, if it is configured."""
    wiring = config.printer
    if wiring is None:
        return []
    from firmware.tournament.ticket_printer import run_ticket_printer
    from hal.pi.serial_port import PyserialPort

    port = PyserialPort(wiring.port, wiring.baud, exclusive=True)
    return [run_ticket_printer(service, port, words, log_writer(words))]


def register(
    words: Words,
    player: PlayerName,
    *,
    age: AgeYears | None = None,
    payment: Payment,
    directory: TournamentDirectory,
) -> int:
    """Sell an entry; return 1 if it is refused, as all commands below do."""
    cents = _paid_cents(words, directory, payment)
    return _send_act(words, directory, acts.Register(player, cents, age))


def draw_seats(words: Words, *, directory: TournamentDirectory) -> int:
    """Draw the seats of all registered players."""
    return _ask_tournament(words, directory, DrawSeats())


def start_tournament(words: Words, *, directory: TournamentDirectory) -> int:
    """End the sale, and begin the first level."""
    return _send_act(words, directory, acts.StartPlay())


def pause_clock(words: Words, *, directory: TournamentDirectory) -> int:
    """Pause the clock."""
    return _send_act(words, directory, acts.PauseClock())


def resume_clock(words: Words, *, count_away: bool = False, directory: TournamentDirectory) -> int:
    """Resume the clock."""
    return _ask_tournament(words, directory, ResumeClock(count_away))


def sell_rebuy(
    words: Words, player: PlayerName, *, payment: Payment, directory: TournamentDirectory
) -> int:
    """Sell a rebuy."""
    cents = _paid_cents(words, directory, payment)
    return _send_act(words, directory, acts.RebuyChips(player, cents))


def report_out(words: Words, players: PlayerChips, *, directory: TournamentDirectory) -> int:
    """Report the players who lost their last chips in one game."""
    players_out = tuple(acts.EliminatedPlayer(player, chip_count) for player, chip_count in players)
    return _send_act(words, directory, acts.ReportEliminated(players_out))


def report_button(
    words: Words, table: PositiveCount, spot: PositiveCount, *, directory: TournamentDirectory
) -> int:
    """Report the spot of a table's button."""
    return _send_act(words, directory, acts.ReportButton(table, spot))


def report_stacks(words: Words, players: PlayerChips, *, directory: TournamentDirectory) -> int:
    """Report the stack of each player when time is over."""
    return _send_act(words, directory, acts.ReportStacks(chips_by_player(players)))


def colour_up(
    words: Words,
    players: PlayerChips,
    *,
    from_: PositiveCount,
    to: PositiveCount,
    directory: TournamentDirectory,
) -> int:
    """Exchange chips for those of a higher value."""
    return _send_act(words, directory, acts.ColourUp(from_, to, chips_by_player(players)))


def note_incident(
    words: Words,
    note: Annotated[str, Option(parse=cleaned_note, value_key="command.value.note")],
    *,
    who: tuple[PlayerName, ...] = (),
    by: PlayerName = "",
    directory: TournamentDirectory,
) -> int:
    """Note a dispute or an incident for the report."""
    return _send_act(words, directory, acts.NoteIncident(note, who, by))


def confirm_seat(words: Words, player: PlayerName, *, directory: TournamentDirectory) -> int:
    """Confirm that a moved player sits at the new seat."""
    return _ask_tournament(words, directory, ConfirmMove(player))


def undo_act(words: Words, *, directory: TournamentDirectory) -> int:
    """Undo the last act of an operator."""
    return _ask_tournament(words, directory, UndoLastAct())


def correct_act(
    words: Words,
    number: PositiveCount,
    *,
    by: tuple[PlayerName, ...] = (),
    why: str,
    withdraw: bool = False,
    right: CorrectedValues,
    directory: TournamentDirectory,
) -> int:
    """Correct an earlier act by its number, by two persons."""
    if withdraw and right.right_values.given:
        raise RequestFailed(Text("hall.correct.both"))
    right_values = None if withdraw else right.right_values
    return _ask_tournament(words, directory, CorrectEarlierAct(number, by, why, right_values))


def print_acts(words: Words, *, directory: TournamentDirectory) -> int:
    """Print the acts that can be corrected, with their numbers."""
    return _ask_tournament(words, directory, GetActs())


def void_tournament(words: Words, *, directory: TournamentDirectory) -> int:
    """Cancel the tournament: payments are refunded."""
    return _send_act(words, directory, acts.CancelTournament())


def print_status(words: Words, *, json: bool = False, directory: TournamentDirectory) -> int:
    """Print the status of the tournament."""
    reply = replied(directory, GetStatus())
    if json:
        print(msgspec.json.encode(reply.status).decode())
    else:
        _print_reply(words, reply)
    return 0


def print_report(words: Words, *, directory: TournamentDirectory) -> int:
    """Print entries, prizes, account and incidents."""
    return _ask_tournament(words, directory, GetReport())


def _paid_cents(words: Words, directory: TournamentDirectory, payment: Payment) -> int:
    """Return an amount that is typed in the tournament's currency. Raises RequestFailed."""
    if payment.amount is None:
        return payment.cents_in(words)
    return payment.cents_in(words.for_house(replied(directory, GetStatus()).house))


def _send_act(
    words: Words, directory: TournamentDirectory, tournament_act: acts.AnyTournamentAct
) -> int:
    return _ask_tournament(words, directory, ApplyAct(tournament_act))  # type: ignore[arg-type]


def _ask_tournament(words: Words, directory: TournamentDirectory, request: AnyRequest) -> int:
    reply = replied(directory, request)
    if not reply.is_accepted:
        words = words.for_house(reply.house)
        return print_error("tournament", EXIT_FINDINGS, *map(words.render, reply.texts))
    _print_reply(words, reply)
    return 0


def replied(directory: TournamentDirectory, request: AnyRequest) -> TournamentReply:
    """Return the reply of the tournament. Raises CannotServe if none is served there."""
    try:
        return ask_tournament(directory.directory_path, request)
    except NoServiceError:
        raise CannotServe(Text("hall.no_room", {"path": str(directory.directory_path)})) from None
    except ControlError as error:
        raise CannotServe(Text("hall.no_answer", {"why": error.why})) from None


def _print_reply(words: Words, reply: TournamentReply) -> None:
    from firmware.tournament.status import status_texts

    words = words.for_house(reply.house)
    texts = reply.texts if reply.status is None else status_texts(reply.status)
    for answer_text in texts or [Text("hall.done")]:
        print(words.render(answer_text))
