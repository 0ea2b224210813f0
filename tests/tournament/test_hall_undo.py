"""The one way back in a hall: the last act of a person, as if it had not been done."""

import pytest

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.panel import Text
from firmware.tournament.journaled_tournament import JournaledTournament
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, Machine, began, refusal, terms

NAMES = [f"P{number:02}" for number in range(1, 13)]


def out(tournament: JournaledTournament, player: str, stack: int = 100) -> None:
    tournament.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer(player, stack),)))


def in_play(machine: Machine | None = None) -> tuple[Machine, JournaledTournament]:
    rebuy = {"cents": ENTRY, "chips": 9000}
    machine = machine or Machine(terms(seats=6, rebuy=rebuy))
    return machine, began(machine, *NAMES)


def test_undone_entry_is_refunded() -> None:
    tournament = Machine().start()
    tournament.handle_acts(acts.Register("A", ENTRY, 30), acts.Register("B", ENTRY, 30))
    expected = (
        rulings.ActUndone(Text("hall.undone.register", {"who": "B"})),
        rulings.PaymentRefunded("B", ENTRY),
    )
    assert tournament.undo_last_act() == expected
    assert tournament.tournament.payments == {"A": ENTRY}
    tournament.undo_last_act()
    assert tournament.tournament.payments == {}
    assert refusal(tournament.undo_last_act()) == "hall.nothing_to_undo"


def test_entry_undone_after_draw_redraws_all() -> None:
    tournament = Machine().start()
    tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in "ABC"))
    tournament.draw_seats()
    tournament.undo_last_act()
    assert not tournament.tournament.is_drawn
    assert not tournament.tournament.seating.tables
    tournament.handle_acts(acts.Register("D", ENTRY, 30))
    tournament.draw_seats()
    assert tournament.tournament.is_drawn


def test_wrong_rebuy_is_refunded_despite_later_acts() -> None:
    machine, tournament = in_play()
    tournament.handle_acts(acts.RebuyChips("P03", ENTRY))
    tournament.apply(
        acts.ReportEliminated((acts.EliminatedPlayer("P01", 100),))
    )  # as a table reports it
    machine.wait_at(tournament, 700)
    assert rulings.PaymentRefunded("P03", ENTRY) in tournament.undo_last_act()
    assert tournament.tournament.payments["P03"] == ENTRY
    assert "P01" not in tournament.tournament.remaining


@each(
    "act",
    [
        acts.ReportButton(1, 4),
        acts.RebuyChips("P01", ENTRY),
        acts.ReportEliminated(
            (acts.EliminatedPlayer("P01", 100), acts.EliminatedPlayer("P03", 100))
        ),
    ],
)
def test_undone_act_leaves_no_trace(act: acts.AnyTournamentAct) -> None:
    machine, tournament = in_play()
    _, same = in_play()
    tournament.handle_acts(act)
    assert tournament.tournament != same.tournament
    tournament.undo_last_act()
    assert tournament.tournament == same.tournament
    assert machine.look().tournament.seating == same.tournament.seating


def test_undone_elimination_undoes_moves() -> None:
    machine, tournament = in_play()
    ruled = tournament.handle_acts(
        acts.ReportEliminated((acts.EliminatedPlayer("P01", 9), acts.EliminatedPlayer("P03", 9)))
    )
    (moved,) = [one for one in ruled if isinstance(one, rulings.PlayerMoved)]
    tournament.confirm_move(moved.player)
    back = tournament.undo_last_act()
    assert back[1:] == (rulings.PlayerMoved(moved.player, moved.to, moved.origin),)
    assert tournament.state.pending_moves[moved.player].destination == moved.origin
    found = machine.look().state
    assert (found.pending_moves, found.tournament.seating) == (
        tournament.state.pending_moves,
        tournament.tournament.seating,
    )


def test_player_out_by_mistake_resumes_his_move() -> None:
    _, tournament = in_play()
    ruled = tournament.handle_acts(
        acts.ReportEliminated((acts.EliminatedPlayer("P01", 9), acts.EliminatedPlayer("P03", 9)))
    )
    (moved,) = [one for one in ruled if isinstance(one, rulings.PlayerMoved)]
    way = tournament.state.pending_moves[moved.player]
    out(tournament, moved.player)
    tournament.undo_last_act()
    assert tournament.state.pending_moves == {moved.player: way}


def test_time_is_not_undone() -> None:
    machine, tournament = in_play()
    out(tournament, "P01")
    machine.wait(605)
    tournament.undo_last_act()
    assert (tournament.clock.elapsed_s, tournament.clock.current_period.rest) == (605, True)


def test_elimination_another_depends_on_stays() -> None:
    machine, tournament = in_play()
    out(tournament, "P01")
    tournament.apply(acts.ReportEliminated((acts.EliminatedPlayer("P02", 100),)))
    assert refusal(tournament.undo_last_act()) == "hall.undo_late"
    assert (
        tournament.tournament.places
        == machine.look().tournament.places
        == {12: ["P01"], 11: ["P02"]}
    )


def test_start_and_cancellation_are_final() -> None:
    _, tournament = in_play()
    assert refusal(tournament.undo_last_act()) == "hall.nothing_to_undo"
    out(tournament, "P01")
    tournament.handle_acts(acts.CancelTournament())
    assert refusal(tournament.undo_last_act()) == "hall.nothing_to_undo"


def test_undone_end_stops_the_clock() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait(60)
    out(tournament, "A")
    machine.wait(90)
    assert tournament.tick() == ()
    out(tournament, "B")  # refused: it is over
    tournament.undo_last_act()
    assert (
        tournament.tournament.stage,
        tournament.clock.is_running,
        tournament.state.absence_s,
    ) == (
        TournamentStage.PLAY,
        False,
        90,
    )
    assert machine.look().tournament == tournament.tournament
    tournament.resume_clock(count_away=True)
    assert tournament.clock.elapsed_s == 150


def test_mistaken_end_leaves_no_charity_incident() -> None:
    tournament = began(Machine(terms(expenses_cents=9000)), "A", "B")
    out(tournament, "A")
    assert [one.description.key for one in tournament.state.incidents] == ["hall.proceeds"]
    tournament.undo_last_act()
    assert "hall.proceeds" not in {one.description.key for one in tournament.state.incidents}


def test_miscounted_stacks_recounted() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait_at(tournament, 3600)
    tournament.handle_acts(acts.ReportStacks({"A": 1, "B": 19_999}))
    tournament.undo_last_act()
    assert tournament.tournament.stage is TournamentStage.TIME_OVER
    assert tournament.handle_acts(acts.ReportStacks({"A": 19_999, "B": 1}))[
        0
    ] == rulings.PlayerPlaced("A", 1)


def test_report_lists_undone_acts() -> None:
    _, tournament = in_play()
    out(tournament, "P01")
    tournament.undo_last_act()
    (incident,) = tournament.state.incidents
    what = Text("hall.undone.out", {"who": "P01"})
    assert incident.description == Text("hall.incident.undone", {"what": what})


@pytest.mark.parametrize("times", [1, 2])
def test_restart_repeats_the_undo(times: int) -> None:
    machine, tournament = in_play()
    out(tournament, "P01")
    out(tournament, "P02")
    back = machine.cut(5)
    for _ in range(times):
        back.undo_last_act()
    assert len(back.tournament.remaining) == 10 + times
    assert machine.look().tournament == back.tournament
