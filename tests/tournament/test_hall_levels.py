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
    kept = began(machine, *names)
    ruled = kept.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer("D", 9),)))
    assert HandForHandChanged(on=True) in ruled
    yield kept, TableReports(kept)


def four_tables() -> tuple[JournaledTournament, TableReports]:
    machine = Machine(terms(seats=3, prizes=[20, 20, 20, 20, 20]))
    kept = began(machine, *"ABCDEFG")
    assert HandForHandChanged(on=True) in kept.handle_acts(
        acts.ReportEliminated((acts.EliminatedPlayer("G", 9),))
    )
    return kept, TableReports(kept)


def test_004_12_hand_for_hand_is_one_step_for_all() -> None:
    kept, reports = four_tables()
    first, second = sorted(kept.tournament.seating.tables)
    up = TableReport(1, 1, button=1, out=((1, 300),))
    assert reports.take_report(first, up) == ()
    assert kept.state.reports_taken == {}
    assert level_message(kept, first).hand_for_hand
    ruled = reports.take_report(second, TableReport(1, 1, button=1, out=((2, 300),)))
    assert [one.place for one in ruled if isinstance(one, PlayerPlaced)] == [5, 5]
    assert kept.state.reports_taken == {first: 1, second: 1}


def test_hand_for_hand_status_names_awaited_tables() -> None:
    kept, _ = four_tables()
    service = TournamentService(kept)
    first, second = sorted(kept.tournament.seating.tables)

    def awaited() -> tuple[int, ...] | None:
        status = service.answer(GetStatus()).status
        return status and status.awaited

    assert awaited() == ()
    service.report_from_table(first, TableReport(1, 1, button=1))
    assert awaited() == (second,)
    service.report_from_table(second, TableReport(1, 1, button=1))
    assert awaited() == ()


def test_hand_for_hand_arrival_is_no_game() -> None:
    kept, reports = four_tables()
    first, second = sorted(kept.tournament.seating.tables)
    reports.take_report(first, TableReport(1, 1, button=1, out=((1, 300),)))
    reports.take_report(second, TableReport(1, 1, arrived=((3, (1, 1)),)))
    assert kept.state.reports_taken == {second: 1}
    reports.take_report(second, TableReport(2, 1, button=1))
    assert kept.state.reports_taken == {first: 1, second: 2}


def test_hand_for_hand_ignores_one_player_table() -> None:
    ((kept, reports),) = hand_for_hand()
    (playing,) = [
        n for n, table in kept.tournament.seating.tables.items() if len(table.players) == 2
    ]
    ruled = reports.take_report(playing, TableReport(1, 1, button=1, out=((1, 300),)))
    assert any(isinstance(one, PlayerPlaced) for one in ruled)


# what goes down


def test_only_moving_player_is_named() -> None:
    _, kept, reports = two_tables()
    reports.take_report(1, TableReport(1, 1, button=1, out=((1, 50), (2, 50))))
    (moved,) = kept.state.unconfirmed_moves
    told = msgspec.json.encode(level_message(kept, 1)).decode()
    assert [name for name in NAMES if name in told] == [moved.player]


def test_level_is_sent_on_change_and_every_5_s() -> None:
    machine, kept, _ = two_tables()
    due, told = LevelSchedule(), []
    for second in range(610):
        if due.is_due(level_message(kept, 1), second):
            told.append(second)
        machine.wait_at(kept, 1)
    assert told == [*range(0, 600, 5), 600, 605]


def test_no_level_before_start_and_last_one_in_break() -> None:
    machine = Machine()
    sale = level_message(machine.start(), 1)
    assert (sale.number, sale.runs) == (0, False)
    kept = began(Machine(), "A", "B")
    level = level_message(kept, 1)
    assert level == LevelMessage("lions", 1, (25, 50), 0, 600, False, True, False, 0)
    kept.handle_acts(acts.PauseClock())
    assert not level_message(kept, 1).runs


def test_break_has_the_prior_level() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait_at(kept, 700)
    assert level_message(kept, 1) == LevelMessage(
        "lions", 1, (25, 50), 0, 200, True, True, False, 0
    )
