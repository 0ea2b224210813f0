"""The one way back in a hall: the last act of a person, as if it had not been done."""

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament import rulings as r
from firmware.core.tournament.tournament import Stage
from firmware.core.vocabulary.panel import Text
from firmware.tournament.journaled_tournament import KeptHall
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, Machine, began, refusal, terms

NAMES = [f"P{number:02}" for number in range(1, 13)]


def out(kept: KeptHall, player: str, stack: int = 100) -> None:
    kept.handle(acts.ReportOut((acts.Lost(player, stack),)))


def in_play(machine: Machine | None = None) -> tuple[Machine, KeptHall]:
    rebuy = {"cents": ENTRY, "chips": 9000}
    machine = machine or Machine(terms(seats=6, rebuy=rebuy))
    return machine, began(machine, *NAMES)


def test_an_entry_that_is_taken_back_is_paid_back() -> None:
    kept = Machine().start()
    kept.handle(acts.Register("A", ENTRY, 30), acts.Register("B", ENTRY, 30))
    told = r.TakenBack(Text("hall.undone.register", {"who": "B"})), r.PaidBack("B", ENTRY)
    assert kept.undo() == told
    assert kept.room.paid == {"A": ENTRY}
    kept.undo()
    assert kept.room.paid == {}
    assert refusal(kept.undo()) == "hall.nothing_to_undo"


def test_an_entry_taken_back_after_the_draw_has_all_drawn_once_more() -> None:
    kept = Machine().start()
    kept.handle(*(acts.Register(name, ENTRY, 30) for name in "ABC"))
    kept.draw()
    kept.undo()
    assert not kept.room.drawn
    assert not kept.room.seating.tables
    kept.handle(acts.Register("D", ENTRY, 30))
    kept.draw()
    assert kept.room.drawn


def test_a_rebuy_that_was_sold_to_the_wrong_one_is_paid_back_whatever_happened_since() -> None:
    machine, kept = in_play()
    kept.handle(acts.BuyAgain("P03", ENTRY))
    kept.do(acts.ReportOut((acts.Lost("P01", 100),)))  # as a table reports it
    machine.wait_at(kept, 700)
    assert r.PaidBack("P03", ENTRY) in kept.undo()
    assert kept.room.paid["P03"] == ENTRY
    assert "P01" not in kept.room.left


@each(
    "act",
    [
        acts.ReportButton(1, 4),
        acts.BuyAgain("P01", ENTRY),
        acts.ReportOut((acts.Lost("P01", 100), acts.Lost("P03", 100))),
    ],
)
def test_what_is_taken_back_is_as_if_it_had_not_been(act: acts.AnyHallAct) -> None:
    machine, kept = in_play()
    _, same = in_play()
    kept.handle(act)
    assert kept.room != same.room
    kept.undo()
    assert kept.room == same.room
    assert machine.look().room.seating == same.room.seating


def test_who_was_not_out_is_back_and_those_who_moved_go_back() -> None:
    machine, kept = in_play()
    ruled = kept.handle(acts.ReportOut((acts.Lost("P01", 9), acts.Lost("P03", 9))))
    (moved,) = [one for one in ruled if isinstance(one, r.Moved)]
    kept.seated(moved.player)
    back = kept.undo()
    assert back[1:] == (r.Moved(moved.player, moved.to, moved.origin),)
    assert kept.hall.ways[moved.player].to == moved.origin
    found = machine.look().hall
    assert (found.ways, found.room.seating) == (kept.hall.ways, kept.room.seating)


def test_who_was_moving_when_he_was_out_by_mistake_is_moving_again() -> None:
    _, kept = in_play()
    ruled = kept.handle(acts.ReportOut((acts.Lost("P01", 9), acts.Lost("P03", 9))))
    (moved,) = [one for one in ruled if isinstance(one, r.Moved)]
    way = kept.hall.ways[moved.player]
    out(kept, moved.player)
    kept.undo()
    assert kept.hall.ways == {moved.player: way}


def test_the_time_stays_passed() -> None:
    machine, kept = in_play()
    out(kept, "P01")
    machine.wait(605)
    kept.undo()
    assert (kept.clock.passed_s, kept.clock.period.rest) == (605, True)


def test_an_elimination_on_which_another_place_depends_stays() -> None:
    machine, kept = in_play()
    out(kept, "P01")
    kept.do(acts.ReportOut((acts.Lost("P02", 100),)))
    assert refusal(kept.undo()) == "hall.undo_late"
    assert kept.room.places == machine.look().room.places == {12: ["P01"], 11: ["P02"]}


def test_start_and_cancellation_stay_with_all_before_them() -> None:
    _, kept = in_play()
    assert refusal(kept.undo()) == "hall.nothing_to_undo"
    out(kept, "P01")
    kept.handle(acts.Void())
    assert refusal(kept.undo()) == "hall.nothing_to_undo"


def test_the_last_elimination_by_mistake_brings_play_back_with_its_clock_stopped() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait(60)
    out(kept, "A")
    machine.wait(90)
    assert kept.tick() == ()
    out(kept, "B")  # refused: it is over
    kept.undo()
    assert (kept.room.stage, kept.clock.runs, kept.hall.away_s) == (Stage.PLAY, False, 90)
    assert machine.look().room == kept.room
    kept.resume(count_away=True)
    assert kept.clock.passed_s == 150


def test_what_an_end_by_mistake_left_the_charity_is_no_incident() -> None:
    kept = began(Machine(terms(expenses_cents=9000)), "A", "B")
    out(kept, "A")
    assert [one.what.key for one in kept.hall.incidents] == ["hall.proceeds"]
    kept.undo()
    assert "hall.proceeds" not in {one.what.key for one in kept.hall.incidents}


def test_stacks_counted_wrong_are_counted_again() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait_at(kept, 3600)
    kept.handle(acts.ReportStacks({"A": 1, "B": 19_999}))
    kept.undo()
    assert kept.room.stage is Stage.TIME_OVER
    assert kept.handle(acts.ReportStacks({"A": 19_999, "B": 1}))[0] == r.Placed("A", 1)


def test_the_report_says_what_was_taken_back() -> None:
    _, kept = in_play()
    out(kept, "P01")
    kept.undo()
    (incident,) = kept.hall.incidents
    what = Text("hall.undone.out", {"who": "P01"})
    assert incident.what == Text("hall.incident.undone", {"what": what})


@pytest.mark.parametrize("times", [1, 2])
def test_a_restart_takes_back_what_was(times: int) -> None:
    machine, kept = in_play()
    out(kept, "P01")
    out(kept, "P02")
    back = machine.cut(5)
    for _ in range(times):
        back.undo()
    assert len(back.room.left) == 10 + times
    assert machine.look().room == back.room
