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


def at(tournament: JournaledTournament) -> tuple[int, int, int]:
    clock = tournament.tournament.clock
    return clock.period_index, clock.elapsed_in_period_s, clock.elapsed_s


def test_level_begins_on_its_second() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B", "C")
    machine.wait(0.7)
    assert machine.wait_at(tournament, 599) == []
    machine.wait(0.2)
    assert tournament.tick() == ()
    machine.wait(0.1)
    assert tournament.tick() == (BreakBegan(300),)


def test_time_is_written_every_ten_seconds_and_act() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B", "C")
    machine.wait_at(tournament, JOURNAL_INTERVAL_S - 1)
    assert at(machine.look())[1] == 0
    machine.wait_at(tournament, 1)
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S
    machine.wait(3.9)
    tournament.handle_acts(acts.ReportButton(1, 2))
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S + 3
    machine.wait(0.1)
    tournament.handle_acts(acts.ReportButton(1, 3))
    assert at(machine.look())[1] == JOURNAL_INTERVAL_S + 4


def test_clock_runs_from_start_to_end() -> None:
    machine = Machine()
    tournament = machine.start()
    machine.wait_at(tournament, 100)
    began(machine, "A", "B")
    tournament = machine.start()
    tournament.resume_clock(count_away=False)
    assert at(tournament) == (0, 0, 0)
    tournament.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer("A", 5),)))
    machine.wait_at(tournament, 100)
    assert at(tournament) == (0, 0, 0)


def test_missed_levels_pass_together() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait(601 + 300 + 600)
    assert tournament.handle_acts(acts.ReportButton(1, 1)) == (
        BreakBegan(300),
        LevelBegan(2, (50, 100), 10, 600),
        LevelBegan(3, (100, 200), 0, 600),
    )
    assert tournament.clock.remaining_s == 3600 - 1501


def test_licence_ends_despite_pauses() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    tournament.handle_acts(acts.PauseClock())
    machine.wait_at(tournament, 3599)
    assert tournament.clock.remaining_s == 1
    assert tournament.tournament.stage is TournamentStage.PLAY
    (over,) = machine.wait_at(tournament, 1)
    assert isinstance(over, Announced)
    assert tournament.tournament.stage is TournamentStage.TIME_OVER


# a power cut


def test_power_cut_pauses_at_last_written_second() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait_at(tournament, 254)
    back = machine.cut(180)
    assert at(back) == (0, 250, 250)
    assert not back.tournament.clock.is_running
    assert back.state.absence_s == 184
    machine.wait_at(back, 60)
    assert back.clock.remaining_s == 350


def test_resume_continues_level_after_a_pause() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 250)
    back = machine.cut(180)
    back.resume_clock(count_away=False)
    assert at(back) == (0, 250, 430)
    assert back.tournament.clock.is_running
    assert at(machine.look()) == (0, 250, 430)


def test_resume_counting_absence_advances_levels() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 590)
    back = machine.cut(180)
    assert back.resume_clock(count_away=True) == (BreakBegan(300),)
    assert at(back) == (1, 170, 770)


def test_absences_add_up_until_resume() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 20)
    machine.wait_at(machine.cut(100), 30)
    back = machine.cut(50)
    assert back.state.absence_s == 150
    back.resume_clock(count_away=True)
    assert at(back) == (0, 170, 200)
    assert machine.cut(7).state.absence_s == 7


def test_end_in_absence_comes_on_resume() -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 10)
    back = machine.cut(3595)
    back.resume_clock(count_away=False)
    assert back.tournament.stage is TournamentStage.TIME_OVER


@each("shows", [-0.1, -3600, -(10**8), 3601, 10**8])
def test_impossible_time_of_day_moves_no_level(shows: float) -> None:
    machine = Machine()
    machine.wait_at(began(machine, "A", "B"), 250)
    back = machine.cut(180, shows)
    assert back.state.absence_s is None
    assert refusal(back.resume_clock(count_away=True)) == "hall.away_unknown"
    assert back.resume_clock(count_away=False) == ()
    assert at(back) == (0, 250, 250)
    assert back.tournament.clock.is_running


@each("step", [-86400, -1, 1, 86400])
def test_set_time_changes_nothing(step: int) -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    machine.wait_at(tournament, 100)
    machine.wall += timedelta(seconds=step)
    machine.wait_at(tournament, 499)
    assert at(tournament)[0] == 0
    assert machine.wait_at(tournament, 1) == [BreakBegan(300)]


def test_paused_hall_stays_paused() -> None:
    machine = Machine()
    tournament = began(machine, "A", "B")
    tournament.handle_acts(acts.PauseClock())
    back = machine.cut(60)
    assert not back.tournament.clock.is_running
    back.resume_clock(count_away=False)
    assert at(back) == (0, 0, 60)


def test_hour_ends_by_steady_clock() -> None:
    machine = Machine(terms(levels=[{"seconds": 3000, "blinds": [1, 2]}]))
    tournament = began(machine, "A", "B")
    machine.steady_s += 3600
    (over,) = tournament.tick()
    assert over == Announced(over.words)
    assert over.words.key == "announce.time"


def test_absence_is_stated_and_reported() -> None:
    machine = Machine()
    began(machine, "A", "B")
    back = machine.cut(125)
    assert tournament_status(back).came_back
    assert tournament_status(back).away_s == 125
    texts = [text.values["what"] for text in report_texts(back.state) if "what" in text.values]
    assert "hall.incident.back" in [what.key for what in texts]


def test_both_times_shown_before_resume() -> None:
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


def test_absence_is_in_whole_seconds() -> None:
    machine = Machine()
    last = timestamp(machine.wall)
    assert absence_s(last, machine.wall + timedelta(seconds=9.999), 100) == 9
    assert absence_s(last, machine.wall, 100) == 0
