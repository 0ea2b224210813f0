"""A hall and its tables over a wire that drops and doubles: each report counts once."""

from collections import Counter

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import PlayerMoved, PlayerPlaced
from firmware.core.tournament.tournament import TournamentStage
from firmware.floor.level_wire import TableReport
from firmware.tournament.level_message import level_message
from firmware.tournament.requests import GetStatus
from firmware.tournament.service import TournamentService
from firmware.tournament.table_reports import TableReports
from tests.kits.examples import examples
from tests.kits.tournament.hall_machine import Machine
from tests.kits.tournament.keyed_table import KeyedTable
from tests.kits.tournament.linked_hall import UNSURE, Linked, by_chance
from tests.kits.tournament.two_tables import alarms, two_tables

ABSENCES = ("hall.incident.back", "hall.incident.paused", "hall.incident.resumed")
EMPTY = "hall.incident.empty"
BOUGHT = "hall.incident.rebuy"


@pytest.mark.parametrize("seed", range(examples(3, 300)))
def test_lossy_wire_gives_each_one_place(seed: int) -> None:
    check(Linked(seed, 24, 8, by_chance))


@pytest.mark.parametrize("seed", range(examples(2, 300)))
def test_tables_in_service_report_and_seat_moves(seed: int) -> None:
    check(Linked(seed, *examples((6, 3), (18, 6)), KeyedTable))


def test_hand_for_hand_tables_in_step() -> None:
    linked, games = Linked(21, 6, 3, KeyedTable, buys=0), Counter[int]()
    while not linked.room.hand_for_hand:
        linked.turn()
    while linked.room.hand_for_hand:
        games.update(linked.turn())
        first, second = (games[table.number] for table in linked.tables)
        assert abs(first - second) <= 2  # one that comes late may be a game behind
    assert min(games.values()) > 4


def check(linked: Linked) -> None:
    assert linked.to_the_end()
    (winner,) = linked.room.places[1]
    assert linked.plays(winner)
    found = {*alarms(linked.tournament)} - {*ABSENCES, BOUGHT}
    assert found <= ({UNSURE, EMPTY} if UNSURE in found else set())
    laid = sorted(number for table in linked.tables for number in table.laid)
    assert laid == [*range(1, linked.tournament.state.rebuys_sold + 1)]


def test_report_counts_once_after_loss() -> None:
    machine, tournament, reports = two_tables()
    up = TableReport(7, 1, button=3, out=((3, 500),))
    assert [type(one) for one in reports.take_report(1, up)].count(PlayerPlaced) == 1
    assert reports.take_report(1, up) == ()
    back = machine.cut(5)
    assert back.state.reports_taken == {1: 7}
    assert TableReports(back).take_report(1, up) == ()
    assert len(back.tournament.remaining) == 11
    assert tournament.tournament.seating == back.tournament.seating


def test_reports_after_hall_loss_are_in_order() -> None:
    machine, _, _ = two_tables()
    reports = TableReports(machine.cut(300))
    first = reports.take_report(1, TableReport(1, 1, button=1, out=((1, 500),)))
    second = reports.take_report(2, TableReport(1, 1, button=2, out=((1, 900),)))
    assert [one.place for one in (*first, *second) if isinstance(one, PlayerPlaced)] == [12, 11]


def test_second_elimination_is_an_alarm() -> None:
    _, tournament, reports = two_tables()
    gone = tournament.tournament.seating.tables[1].players[3]
    tournament.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer(gone, 500),)))
    up = TableReport(7, 1, button=3, out=((3, 500),))
    reports.take_report(1, up)
    reports.take_report(1, up)
    assert alarms(tournament) == [EMPTY]
    assert len(tournament.tournament.remaining) == 11


def test_alarm_is_immediate_and_in_the_status() -> None:
    _, tournament, _ = two_tables()
    service = TournamentService(tournament)
    assert [
        text.key for text in service.report_from_table(1, TableReport(1, 1, out=((9, 50),)))
    ] == [EMPTY]
    status = service.answer(GetStatus()).status
    assert status is not None
    assert [one.description.key for one in status.incidents] == [EMPTY]


def test_refused_report_is_an_alarm_acknowledged() -> None:
    _, tournament, reports = two_tables()
    reports.take_report(1, TableReport(1, 1, out=((3, 0),)))
    assert alarms(tournament) == ["hall.incident.not_counted"]
    assert tournament.state.reports_taken == {1: 1}


def test_report_after_end_is_an_alarm() -> None:
    machine, tournament, reports = two_tables()
    machine.wait_at(tournament, 3600)
    assert tournament.tournament.stage is TournamentStage.TIME_OVER
    reports.take_report(1, TableReport(1, 1, button=2, out=((3, 100),)))
    assert alarms(tournament) == ["hall.incident.not_counted"]


def test_foreign_and_early_reports_are_ignored() -> None:
    _, tournament, reports = two_tables()
    assert reports.take_report(1, TableReport(1, 1, out=((3, 100),), tournament="rotary")) == ()
    sale = Machine().start()
    assert TableReports(sale).take_report(1, TableReport(1, 1, button=1)) == ()
    assert tournament.state.reports_taken == sale.state.reports_taken == {}


def test_shared_seat_eliminates_none_before_naming() -> None:
    _, tournament, reports = two_tables()
    reports.take_report(1, TableReport(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = tournament.state.unconfirmed_moves
    table, spot = moved.origin
    seated = tournament.tournament.seating.tables[table].players
    seated[spot] = "P99"  # whoever has been moved there since
    reports.take_report(table, TableReport(1, 1, button=2, out=((spot, 70),)))
    assert alarms(tournament) == [UNSURE]
    assert moved.player in tournament.tournament.remaining


def test_player_yet_to_leave_is_out_of_his_old_seat() -> None:
    _, tournament, reports = two_tables()
    ruled = reports.take_report(1, TableReport(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = [one for one in ruled if isinstance(one, PlayerMoved)]
    table, spot = moved.origin
    reports.take_report(table, TableReport(1, 1, button=2, out=((spot, 70),)))
    assert tournament.tournament.places[10] == [moved.player]
    assert not tournament.state.unconfirmed_moves


def test_move_is_sent_to_both_tables_until_done() -> None:
    _, tournament, reports = two_tables()
    reports.take_report(1, TableReport(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = tournament.state.unconfirmed_moves
    for number in (1, 2):
        (move,) = level_message(tournament, number).moves
        assert (move.player, move.origin, move.to) == (moved.player, moved.origin, moved.to)
    reports.take_report(moved.to[0], TableReport(2, 1, arrived=((moved.to[1], moved.origin),)))
    assert level_message(tournament, 1).moves == level_message(tournament, 2).moves == ()
