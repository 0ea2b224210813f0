"""The clock of a hall: steady seconds, entries in time, and what a power cut leaves of it."""

from datetime import timedelta

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import BreakBegan, LevelBegan
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced
from firmware.tournament.elapsed_time import absence_s, timestamp
from firmware.tournament.journaled_tournament import JOURNAL_INTERVAL_S, JournaledTournament
from firmware.tournament.ruling_text import duration_text
from firmware.tournament.screens.clock import clock_view
from firmware.tournament.status import report_texts, tournament_status
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import Machine, began, refusal, terms


def at(kept: JournaledTournament) -> tuple[int, int, int]:
    clock = kept.tournament.clock
    return clock.period_index, clock.elapsed_in_period_s, clock.elapsed_s


def test_a_level_begins_on_its_second_whatever_happens_in_between() -> None:
    machine = Machine()
    kept = began(machine, "A", "B", "C")
    machine.wait(0.7)
    assert machine.wait_at(kept, 599) == []
    machine.wait(0.2)
    assert kept.tick() == ()
    machine.wait(0.1)
    assert kept.tick() == (BreakBegan(300),)


def test_the_time_is_written_every_ten_seconds_and_before_every_act() -> None:
    machine = Machine()
    kept = began(machine, "A", "B", "C")
    machine.wait_at(kept, JOURNAL_INTERVAL_S - 1)
    assert at(machine.look())[1] == 0
    machine.wait_at(kept, 1)
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S
    machine.wait(3.9)
    kept.handle_acts(acts.ReportButton(1, 2))
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S + 3
    machine.wait(0.1)
    kept.handle_acts(acts.ReportButton(1, 3))
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S + 4


def test_no_time_passes_before_the_start_and_after_the_end() -> None:
    machine = Machine()
    kept = machine.start()
    machine.wait_at(kept, 100)
    began(machine, "A", "B")
    kept = machine.start()
    kept.resume_clock(count_away=False)
    assert at(kept) == (0, 0, 0)
    kept.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer("A", 5),)))
    machine.wait_at(kept, 100)
    assert at(kept) == (0, 0, 0)


def test_many_levels_pass_at_once_if_nobody_looked() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait(601 + 300 + 600)
    assert kept.handle_acts(acts.ReportButton(1, 1)) == (
        BreakBegan(300),
        LevelBegan(2, (50, 100), 10, 600),
        LevelBegan(3, (100, 200), 0, 600),
    )
    assert kept.clock.remaining_s == 3600 - 1501


def test_the_licence_ends_with_pauses_included() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    kept.handle_acts(acts.PauseClock())
    machine.wait_at(kept, 3599)
    assert kept.clock.remaining_s == 1
    assert kept.tournament.stage is TournamentStage.PLAY
    (over,) = machine.wait_at(kept, 1)
    assert isinstance(over, Announced)
    assert kept.tournament.stage is TournamentStage.TIME_OVER


# a power cut


def test_after_a_power_cut_the_clock_is_paused_at_the_last_written_second() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait_at(kept, 254)
    back = machine.cut(180)
    assert at(back) == (0, 250, 250)
    assert not back.tournament.clock.is_running
    assert back.state.absence_s == 184
    machine.wait_at(back, 60)
    assert back.clock.remaining_s == 350


def test_resumed_from_there_the_level_goes_on_and_the_absence_was_a_pause() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 250)
    back = machine.cut(180)
    back.resume_clock(count_away=False)
    assert at(back) == (0, 250, 430)
    assert back.tournament.clock.is_running
    assert at(machine.look()) == (0, 250, 430)


def test_resumed_with_the_absence_counted_the_levels_have_passed() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 590)
    back = machine.cut(180)
    assert back.resume_clock(count_away=True) == (BreakBegan(300),)
    assert at(back) == (1, 170, 770)


def test_several_absences_are_added_up_until_the_clock_runs() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 20)
    machine.wait_at(machine.cut(100), 30)
    back = machine.cut(50)
    assert back.state.absence_s == 150
    back.resume_clock(count_away=True)
    assert at(back) == (0, 170, 200)
    assert machine.cut(7).state.absence_s == 7


def test_an_end_that_came_in_the_absence_comes_when_the_clock_is_resumed() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 10)
    back = machine.cut(3595)
    back.resume_clock(count_away=False)
    assert back.tournament.stage is TournamentStage.TIME_OVER


@each("shows", [-0.1, -3600, -(10**8), 3601, 10**8])
def test_a_time_of_day_that_cannot_be_moves_no_level(shows: float) -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 250)
    back = machine.cut(180, shows)
    assert back.state.absence_s is None
    assert refusal(back.resume_clock(count_away=True)) == "hall.away_unknown"
    assert back.resume_clock(count_away=False) == ()
    assert at(back) == (0, 250, 250)
    assert back.tournament.clock.is_running


@each("step", [-86400, -1, 1, 86400])
def test_a_time_of_day_that_is_set_while_it_serves_changes_nothing(step: int) -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    machine.wait_at(kept, 100)
    machine.wall += timedelta(seconds=step)
    machine.wait_at(kept, 499)
    assert at(kept)[0] == 0
    assert machine.wait_at(kept, 1) == [BreakBegan(300)]


def test_a_hall_that_was_paused_stays_so() -> None:
    machine = Machine()
    kept = began(machine, "A", "B")
    kept.handle_acts(acts.PauseClock())
    back = machine.cut(60)
    assert not back.tournament.clock.is_running
    back.resume_clock(count_away=False)
    assert at(back) == (0, 0, 60)


def test_an_hour_is_over_by_the_steady_clock_alone() -> None:
    machine = Machine(terms(levels=[{"seconds": 3000, "blinds": [1, 2]}]))
    kept = began(machine, "A", "B")
    machine.steady_s += 3600
    (over,) = kept.tick()
    assert over == Announced(over.words)
    assert over.words.key == "announce.time"


def test_how_long_it_was_away_is_told_and_reported() -> None:
    machine = Machine()
    began(machine, "A", "B")
    back = machine.cut(125)
    assert tournament_status(back).came_back
    assert tournament_status(back).away_s == 125
    told = [text.values["what"] for text in report_texts(back.state) if "what" in text.values]
    assert "hall.incident.back" in [what.key for what in told]


def test_as_long_as_nobody_has_resumed_both_times_are_told_and_no_screen_shows_one() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 590)
    back = machine.cut(180)
    status = tournament_status(back)
    counted = Text("hall.status.rest", {"number": 1, "span": duration_text(130)})
    assert (status.left_s, status.if_counted) == (10, counted)
    assert (
        clock_view(back.tournament, back.clock, time_known=not back.state.absences).seconds_left
        is None
    )
    back.resume_clock(count_away=True)
    assert back.clock.remaining_s == 130
    assert tournament_status(back).if_counted is None
    assert machine.cut(-5).state.absence_s is None
    assert tournament_status(machine.start()).if_counted is None


def test_the_absence_is_whole_seconds() -> None:
    machine = Machine()
    last = timestamp(machine.wall)
    assert absence_s(last, machine.wall + timedelta(seconds=9.999), 100) == 9
    assert absence_s(last, machine.wall, 100) == 0
