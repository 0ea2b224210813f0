"""The path of a move: a player is out at one table, and one of the other takes his chips there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Final

from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.tournament_link import TournamentLink
from firmware.core.table.table import Table
from firmware.core.tournament.acts import ReportEliminated
from firmware.core.tournament.seating import SeatedTable
from firmware.core.tournament.tournament import Tournament
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.floor.uplink import table_reports as uplink_reports
from firmware.floor.uplink.tournament import level_for_table
from firmware.shell.history.journal_entries import Entry, PlayerSeated, TournamentActed
from firmware.shell.poker_room.tournament_mail import TournamentInbox
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.level_message import level_message
from firmware.tournament.service import TournamentService
from firmware.tournament.table_reports import TableReports
from tests.kits.tournament.hall_machine import Machine, began, terms
from tools.paths.linked_table import LinkedTable
from tools.paths.page import TracedPath
from tools.paths.trace import Step, no_value

TOURNAMENT: Final = "gala"
STACK: Final = 1000
PLAYERS: Final = ("Anne", "Bruno", "Chloé", "David", "Emma")
"""In the order in which they are drawn: three at table 1, two at table 2."""


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Begin a tournament at two tables of three seats; the act plays two games at table 2."""
    machine = Machine(terms(seats=3, chips=STACK, prizes=[50, 50]), of=TOURNAMENT)
    service = TournamentService(began(machine, *PLAYERS))
    first, second = (
        LinkedTable(TOURNAMENT, number, players, STACK) for number, players in ((1, 3), (2, 2))
    )
    for table in (first, second):
        table.take_level(service)

    def play() -> None:
        second.all_in()
        second.send_reports(service)
        for table in (first, second):
            table.take_level(service)
            table_panel(table.table)
            table.carry_out_moves()
        second.fold_round()
        second.send_reports(service)
        second.take_level(service)

    yield play


def is_with_moves(call: SimpleNamespace) -> bool:
    """Return whether a level lists a move."""
    return bool(call.result.moves)


def move_line(lines: tuple[Text, ...], key: str) -> Text | None:
    """Return the dealer's line about a move."""
    return next((line for line in lines if line.key == key), None)


def seated_fields(entry: Entry) -> dict[str, object] | None:
    """Return who has arrived where, without the time of day; None of another entry."""
    if not isinstance(entry, PlayerSeated):
        return None
    return {"player": entry.player, "table": entry.table, "spot": entry.spot}


def panel_with(key: str, caption: str) -> Step:
    """Return the step in which a dealer reads of the move."""
    return Step(
        table_panel,
        caption,
        takes=no_value,
        gives=lambda call: move_line(call.result.dealer, key),
        when=lambda call: move_line(call.result.dealer, key) is not None,
    )


def key_of_dealer(key: Key, caption: str) -> Step:
    """Return the step in which a dealer keys his part of the move."""
    return Step(
        Table.handle,
        caption,
        takes=lambda call: call.event,
        when=lambda call: call.event == KeyPressed(key),
    )


STEPS: Final = (
    Step(
        uplink_reports.TableReports.add_record,
        "The uplink of table 2 reads the journal: in the game that has ended, the player of a spot "
        "has lost the last chips. No name leaves a table.",
        takes=no_value,
        when=lambda call: any(report.out for report in call.result),
    ),
    Step(
        TournamentService.report_from_table,
        "Through the engine, sealed, again and again until the tournament acknowledges it.",
        gives=no_value,
    ),
    Step(
        TableReports.take_report,
        "The tournament knows who sits there.",
        takes=lambda call: {"table": call.table, "report": call.table_report.number},
        gives=no_value,
    ),
    Step(
        Tournament.handle_act,
        "Table 1 has three players and table 2 one: so the player of table 1 moves who is next to "
        "pay the big blind, to the seat that is as far from it.",
        when=lambda call: isinstance(call.act, ReportEliminated),
    ),
    Step(
        SeatedTable.hands_to_big_blind,
        takes=lambda call: {"players": call.self.players, "button": call.self.button},
    ),
    Step(
        JournaledTournament.write_entry,
        "Until people have confirmed it, the player may be at either seat.",
        takes=lambda call: getattr(call.entry, "rulings", ()),
        gives=no_value,
        when=lambda call: isinstance(call.entry, TournamentActed),
    ),
    Step(JournaledTournament.commit, takes=no_value),
    Step(
        level_message,
        "To both tables.",
        takes=lambda call: {"table": call.table},
        gives=lambda call: call.result.moves,
        when=is_with_moves,
    ),
    Step(
        level_for_table,
        takes=lambda call: {"table_number": call.table_number},
        gives=lambda call: call.result.moves,
        when=is_with_moves,
    ),
    Step(
        TournamentInbox.poll,
        takes=no_value,
        gives=lambda call: [event.moves for event in call.result],
        when=lambda call: any(event.moves for event in call.result),
    ),
    Step(
        Table.handle,
        "An event like any other: [the path of a key](key.md) says how it is recorded.",
        takes=lambda call: {"LevelSeen.moves": getattr(call.event, "moves", ())},
        gives=no_value,
        when=lambda call: isinstance(call.event, LevelSeen),
    ),
    Step(
        TournamentLink.with_level,
        takes=no_value,
        gives=lambda call: {"open_moves": call.result.open_moves},
    ),
    panel_with("room.hall.goes", "The dealer of table 1 reads who goes where."),
    key_of_dealer(Key.LEAVE_SEAT, "Between two games, the dealer of table 1."),
    Step(
        TournamentLink.with_move_made,
        takes=no_value,
        gives=lambda call: {
            "moves_made": call.result.moves_made,
            "open_moves": call.result.open_moves,
        },
    ),
    panel_with("room.hall.comes", "Table 2 has the same level, and reads who comes."),
    key_of_dealer(
        Key.SIT_DOWN,
        "The dealer of table 2 has counted the chips that came, and keyed their number.",
    ),
    Step(
        uplink_reports.TableReports.add_record,
        "With the end of the next game, when nothing can be undone any more.",
        takes=no_value,
        when=lambda call: any(report.arrived for report in call.result),
    ),
    Step(
        JournaledTournament.write_entry,
        "The move is over: both ends have confirmed it.",
        takes=lambda call: seated_fields(call.entry),
        when=lambda call: isinstance(call.entry, PlayerSeated),
    ),
    Step(
        level_message,
        "The tables are sent the level without the move.",
        takes=lambda call: {"table": call.table},
        gives=lambda call: {"moves": call.result.moves},
    ),
)

PATH: Final = TracedPath(
    "move",
    "The path of a move",
    "A tournament at two tables of three seats. At table 2 one of two players loses the last "
    "chips, so one of the three players of table 1 is sent there. The engine between the tables "
    "and the tournament is left out: [the path of a jackpot's share](jackpot.md) goes through it.",
    STEPS,
    scenario,
)
