"""A hall and its tables over a wire that drops and doubles: each report counts once."""

from collections.abc import Iterator

import msgspec
import pytest

from firmware.core.games.tournament import acts
from firmware.core.games.tournament.room import Stage
from firmware.core.games.tournament.rulings import HandForHand, Moved, Placed
from firmware.floor.level import LevelDown, TableUp
from firmware.hall.asking import TellStatus
from firmware.hall.kept import KeptHall
from firmware.hall.levels import level_down
from firmware.hall.linking import Due
from firmware.hall.reports import Reports
from firmware.hall.service import HallService
from tests.kits.examples import examples
from tests.kits.hall.hall_machine import Machine, began, terms
from tests.kits.hall.keyed_table import KeyedTable
from tests.kits.hall.linked_hall import UNSURE, Linked, by_chance

NAMES = [f"P{number:02}" for number in range(1, 13)]
ABSENCES = ("hall.incident.back", "hall.incident.paused", "hall.incident.resumed")
EMPTY = "hall.incident.empty"


@pytest.mark.parametrize("seed", range(examples(3, 300)))
def test_whatever_is_lost_or_doubled_everybody_gets_his_place_once(seed: int) -> None:
    check(Linked(seed, 24, 8, by_chance))


@pytest.mark.parametrize("seed", range(examples(2, 300)))
def test_tables_in_service_too_report_by_their_journals_and_seat_who_moves(seed: int) -> None:
    check(Linked(seed, *examples((6, 3), (18, 6)), KeyedTable))


def check(linked: Linked) -> None:
    assert linked.to_the_end()
    (winner,) = linked.room.places[1]
    assert linked.plays(winner)
    found = {*alarms(linked.kept)} - {*ABSENCES}
    assert found <= ({UNSURE, EMPTY} if UNSURE in found else set())


def two_tables() -> tuple[Machine, KeptHall, Reports]:
    machine = Machine(terms(seats=6, prizes=[50, 50]))
    kept = began(machine, *NAMES)
    return machine, kept, Reports(kept)


def alarms(kept: KeptHall) -> list[str]:
    return [one.what.key for one in kept.hall.incidents]


def test_a_report_counts_once_also_after_the_hall_was_lost() -> None:
    machine, kept, reports = two_tables()
    up = TableUp(7, 1, button=3, out=((3, 500),))
    assert [type(one) for one in reports.take(1, up)].count(Placed) == 1
    assert reports.take(1, up) == ()
    back = machine.cut(5)
    assert back.hall.heard == {1: 7}
    assert Reports(back).take(1, up) == ()
    assert len(back.room.left) == 11
    assert kept.room.seating == back.room.seating


def test_a_table_that_was_alone_reports_in_order_when_the_hall_is_back() -> None:
    machine, _, _ = two_tables()
    reports = Reports(machine.cut(300))
    first = reports.take(1, TableUp(1, 1, button=1, out=((1, 500),)))
    second = reports.take(2, TableUp(1, 1, button=2, out=((1, 900),)))
    assert [one.place for one in (*first, *second) if isinstance(one, Placed)] == [12, 11]


def test_who_is_out_already_is_one_alarm_and_counts_not_again() -> None:
    _, kept, reports = two_tables()
    gone = kept.room.seating.tables[1].players[3]
    kept.handle(acts.ReportOut((acts.Lost(gone, 500),)))
    up = TableUp(7, 1, button=3, out=((3, 500),))
    reports.take(1, up)
    reports.take(1, up)
    assert alarms(kept) == [EMPTY]
    assert len(kept.room.left) == 11


def test_an_alarm_is_told_at_once_and_by_the_status() -> None:
    _, kept, _ = two_tables()
    service = HallService(kept)
    assert [text.key for text in service.report(1, TableUp(1, 1, out=((9, 50),)))] == [EMPTY]
    status = service.answer(TellStatus()).status
    assert status is not None
    assert [one.what.key for one in status.incidents] == [EMPTY]


def test_what_the_room_refuses_is_an_alarm_and_is_heard() -> None:
    _, kept, reports = two_tables()
    reports.take(1, TableUp(1, 1, out=((3, 0),)))
    assert alarms(kept) == ["hall.incident.not_counted"]
    assert kept.hall.heard == {1: 1}


def test_a_report_after_the_time_is_over_is_an_alarm() -> None:
    machine, kept, reports = two_tables()
    machine.wait_at(kept, 3600)
    assert kept.room.stage is Stage.TIME_OVER
    reports.take(1, TableUp(1, 1, button=2, out=((3, 100),)))
    assert alarms(kept) == ["hall.incident.not_counted"]


def test_reports_of_another_tournament_and_before_the_start_are_nothing() -> None:
    _, kept, reports = two_tables()
    assert reports.take(1, TableUp(1, 1, out=((3, 100),), tournament="rotary")) == ()
    sale = Machine().start()
    assert Reports(sale).take(1, TableUp(1, 1, button=1)) == ()
    assert kept.hall.heard == sale.hall.heard == {}


def test_where_two_players_may_sit_nobody_is_out_before_he_is_named() -> None:
    _, kept, reports = two_tables()
    reports.take(1, TableUp(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = kept.hall.moves
    table, spot = moved.origin
    seated = kept.room.seating.tables[table].players
    seated[spot] = "P99"  # whoever has been moved there since
    reports.take(table, TableUp(1, 1, button=2, out=((spot, 70),)))
    assert alarms(kept) == [UNSURE]
    assert moved.player in kept.room.left


def test_a_player_who_has_not_left_yet_is_out_from_his_old_seat() -> None:
    _, kept, reports = two_tables()
    ruled = reports.take(1, TableUp(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = [one for one in ruled if isinstance(one, Moved)]
    table, spot = moved.origin
    reports.take(table, TableUp(1, 1, button=2, out=((spot, 70),)))
    assert kept.room.places[10] == [moved.player]
    assert not kept.hall.moves


def test_a_move_is_told_to_both_its_tables_until_the_player_has_come() -> None:
    _, kept, reports = two_tables()
    reports.take(1, TableUp(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = kept.hall.moves
    for number in (1, 2):
        (told,) = level_down(kept, number).moves
        assert (told.player, told.origin, told.to) == (moved.player, moved.origin, moved.to)
    reports.take(moved.to[0], TableUp(2, 1, arrived=((moved.to[1], moved.origin),)))
    assert level_down(kept, 1).moves == level_down(kept, 2).moves == ()


# hand for hand


def hand_for_hand() -> Iterator[tuple[KeptHall, Reports]]:
    """Yield a hall with one player more than there are prizes, at two tables."""
    machine = Machine(terms(seats=2, prizes=[50, 50]))
    names = ["A", "B", "C", "D"]
    kept = began(machine, *names)
    ruled = kept.handle(acts.ReportOut((acts.Lost("D", 9),)))
    assert HandForHand(on=True) in ruled
    yield kept, Reports(kept)


def four_tables() -> tuple[KeptHall, Reports]:
    machine = Machine(terms(seats=3, prizes=[20, 20, 20, 20, 20]))
    kept = began(machine, *"ABCDEFG")
    assert HandForHand(on=True) in kept.handle(acts.ReportOut((acts.Lost("G", 9),)))
    return kept, Reports(kept)


def test_004_12_hand_for_hand_all_tables_games_are_one_step() -> None:
    kept, reports = four_tables()
    first, second = sorted(kept.room.seating.tables)
    up = TableUp(1, 1, button=1, out=((1, 300),))
    assert reports.take(first, up) == ()
    assert kept.hall.heard == {}
    assert level_down(kept, first).hand_for_hand
    ruled = reports.take(second, TableUp(1, 1, button=1, out=((2, 300),)))
    assert [one.place for one in ruled if isinstance(one, Placed)] == [5, 5]
    assert kept.hall.heard == {first: 1, second: 1}


def test_hand_for_hand_an_arrival_is_no_game() -> None:
    kept, reports = four_tables()
    first, second = sorted(kept.room.seating.tables)
    reports.take(first, TableUp(1, 1, button=1, out=((1, 300),)))
    reports.take(second, TableUp(1, 1, arrived=((3, (1, 1)),)))
    assert kept.hall.heard == {second: 1}
    reports.take(second, TableUp(2, 1, button=1))
    assert kept.hall.heard == {first: 1, second: 2}


def test_hand_for_hand_nobody_waits_for_a_table_with_one_player() -> None:
    ((kept, reports),) = hand_for_hand()
    (playing,) = [n for n, table in kept.room.seating.tables.items() if len(table.players) == 2]
    ruled = reports.take(playing, TableUp(1, 1, button=1, out=((1, 300),)))
    assert any(isinstance(one, Placed) for one in ruled)


# what goes down


def test_no_name_goes_to_a_table_but_that_of_a_player_who_moves() -> None:
    _, kept, reports = two_tables()
    reports.take(1, TableUp(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = kept.hall.moves
    told = msgspec.json.encode(level_down(kept, 1)).decode()
    assert [name for name in NAMES if name in told] == [moved.player]


def test_a_level_is_told_at_each_change_and_each_five_seconds() -> None:
    machine, kept, _ = two_tables()
    due, told = Due(), []
    for second in range(610):
        if due.is_due(level_down(kept, 1), second):
            told.append(second)
        machine.wait_at(kept, 1)
    assert told == [*range(0, 600, 5), 600, 605]


def test_before_the_start_no_level_is_on_and_in_a_break_the_one_before_it() -> None:
    machine = Machine()
    sale = level_down(machine.start(), 1)
    assert (sale.number, sale.runs) == (0, False)
    kept = began(Machine(), "A", "B")
    level = level_down(kept, 1)
    assert level == LevelDown("lions", 1, (25, 50), 0, 600, False, True, False, 0)
    kept.handle(acts.Pause())
    assert not level_down(kept, 1).runs


def test_a_break_has_the_level_before_it() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait_at(kept, 700)
    assert level_down(kept, 1) == LevelDown("lions", 1, (25, 50), 0, 200, True, True, False, 0)
