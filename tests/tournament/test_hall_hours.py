"""The licence's hours by the time of day at which a tournament begins (004 9)."""

from datetime import datetime

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.requests import ApplyAct
from firmware.tournament.service import TournamentService
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, Machine, terms


def begun_at(time: str, **options: str) -> tuple[Machine, JournaledTournament, tuple[Text, ...]]:
    """Return a hall that begins at a time of day here, and what it then says."""
    machine = Machine(terms(**options))
    machine.wall = datetime.fromisoformat(f"2026-11-27T{time}").astimezone()
    tournament = machine.start()
    tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in "AB"))
    tournament.draw_seats()
    return (
        machine,
        tournament,
        TournamentService(tournament).answer(ApplyAct(acts.StartPlay())).texts,
    )


@each("time, late", [("19:00:00", 0), ("19:00:40", 40), ("19:20:00", 1200), ("19:59:59", 3599)])
def test_004_9_licence_hour_ends_play(time: str, late: int) -> None:
    machine, tournament, texts = begun_at(time)
    assert (
        tournament.clock.elapsed_s,
        tournament.clock.elapsed_in_period_s,
        tournament.clock.is_running,
    ) == (
        late,
        0,
        True,
    )
    assert ("hall.incident.late" in [one.key for one in texts]) is (late > 0)
    assert machine.look().tournament.clock.elapsed_s == late


def test_004_9_hours_may_pass_midnight() -> None:
    _, tournament, _ = begun_at("00:30:00", begins="22:00", ends="01:30")
    assert tournament.clock.remaining_s == 600
    assert tournament.clock.duration_s - tournament.clock.elapsed_s == 3600


@each("time", ["18:59:59", "20:00:00", "03:00:00"])
def test_time_outside_hours_warns_and_counts_nothing(time: str) -> None:
    _, tournament, texts = begun_at(time)
    assert tournament.clock.elapsed_s == 0
    assert "hall.incident.hours" in [one.key for one in texts]
    assert [one.description.key for one in tournament.state.incidents] == ["hall.incident.hours"]


def test_refused_act_is_no_beginning() -> None:
    tournament = Machine().start()
    assert not TournamentService(tournament).answer(ApplyAct(acts.StartPlay())).is_accepted
    assert tournament.state.incidents == []
