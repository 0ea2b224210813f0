"""What a hall says to its tables, and hand for hand."""

from collections.abc import Iterator

import msgspec

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import HandForHandChanged, PlayerPlaced
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.level_message import level_message
from firmware.tournament.nats_link import LevelSchedule
from firmware.tournament.requests import GetStatus
from firmware.tournament.service import TournamentService
from firmware.tournament.table_reports import TableReports
from tests.kits.tournament.hall_machine import Machine, began, terms
from tests.kits.tournament.two_tables import NAMES, two_tables

# hand for hand


def hand_for_hand() -> Iterator[tuple[JournaledTournament, TableReports]]:
    """Yield a hall with one player more than there are prizes, at two tables."""
    machine = Machine(terms(seats=2, prizes=[50, 50]))
    names = ["A", "B", "C", "D"]
    tournament = began(machine, *names)
    ruled = tournament.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer("D", 9),)))
    assert HandForHandChanged(on=True) in ruled
    yield tournament, TableReports(tournament)


def four_tables() -> tuple[JournaledTournament, TableReports]:
    machine = Machine(terms(seats=3, prizes=[20, 20, 20, 20, 20]))
    tournament = began(machine, *"ABCDEFG")
    assert HandForHandChanged(on=True) in tournament.handle_acts(
        acts.ReportEliminated((acts.EliminatedPlayer("G", 9),))
    )
    return tournament, TableReports(tournament)


def test_004_12_hand_for_hand_is_one_step_for_all() -> None:
    tournament, reports = four_tables()
    first, second = sorted(tournament.tournament.seating.tables)
    up = TableReport(1, 1, button=1, out=((1, 300),))
    assert reports.take_report(first, up) == ()
    assert tournament.state.reports_taken == {}
    assert level_message(tournament, first).hand_for_hand
    ruled = reports.take_report(second, TableReport(1, 1, button=1, out=((2, 300),)))
    assert [one.place for one in ruled if isinstance(one, PlayerPlaced)] == [5, 5]
    assert tournament.state.reports_taken == {first: 1, second: 1}


def test_hand_for_hand_status_names_awaited_tables() -> None:
    tournament, _ = four_tables()
    service = TournamentService(tournament)
    first, second = sorted(tournament.tournament.seating.tables)

    def awaited() -> tuple[int, ...] | None:
        status = service.answer(GetStatus()).status
        return status and status.awaited

    assert awaited() == ()
    service.report_from_table(first, TableReport(1, 1, button=1))
    assert awaited() == (second,)
    service.report_from_table(second, TableReport(1, 1, button=1))
    assert awaited() == ()


def test_hand_for_hand_arrival_is_no_game() -> None:
    tournament, reports = four_tables()
    first, second = sorted(tournament.tournament.seating.tables)
    reports.take_report(first, TableReport(1, 1, button=1, out=((1, 300),)))
    reports.take_report(second, TableReport(1, 1, arrived=((3, (1, 1)),)))
    assert tournament.state.reports_taken == {second: 1}
    reports.take_report(second, TableReport(2, 1, button=1))
    assert tournament.state.reports_taken == {first: 1, second: 2}


def test_hand_for_hand_ignores_one_player_table() -> None:
    ((tournament, reports),) = hand_for_hand()
    (playing,) = [
        n for n, table in tournament.tournament.seating.tables.items() if len(table.players) == 2
    ]
    ruled = reports.take_report(playing, TableReport(1, 1, button=1, out=((1, 300),)))
    assert any(isinstance(one, PlayerPlaced) for one in ruled)


# what goes down


def test_only_moving_player_is_named() -> None:
    _, tournament, reports = two_tables()
    reports.take_report(1, TableReport(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = tournament.state.unconfirmed_moves
    reported = msgspec.json.encode(level_message(tournament, 1)).decode()
    assert [name for name in NAMES if name in reported] == [moved.player]


def test_level_is_sent_on_change_and_every_5_s() -> None:
    machine, tournament, _ = two_tables()
    due, sent = LevelSchedule(), []
    for second in range(610):
        if due.is_due(level_message(tournament, 1), second):
            sent.append(second)
        machine.wait_at(tournament, 1)
    assert sent == [*range(0, 600, 5), 600, 605]


def test_no_level_before_start_and_last_one_in_break() -> None:
    machine = Machine()
    sale = level_message(machine.start(), 1)
    assert (sale.number, sale.runs) == (0, False)
    tournament = began(Machine(), "A", "B")
    level = level_message(tournament, 1)
    assert level == LevelMessage("lions", 1, (25, 50), 0, 600, False, True, False, 0)
    tournament.handle_acts(acts.PauseClock())
    assert not level_message(tournament, 1).runs


def test_break_has_the_prior_level() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait_at(tournament, 700)
    assert level_message(tournament, 1) == LevelMessage(
        "lions", 1, (25, 50), 0, 200, True, True, False, 0
    )
