"""The licence's hours by the time of day at which a tournament begins (004 9)."""

from datetime import datetime

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.requests import Do
from firmware.tournament.service import HallService
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, Machine, terms


def begun_at(time: str, **options: str) -> tuple[Machine, KeptHall, tuple[Text, ...]]:
    """Return a hall that begins at a time of day here, and what it then says."""
    machine = Machine(terms(**options))
    machine.wall = datetime.fromisoformat(f"2026-11-27T{time}").astimezone()
    kept = machine.start()
    kept.handle(*(acts.Register(name, ENTRY, 30) for name in "AB"))
    kept.draw()
    return machine, kept, HallService(kept).answer(Do(acts.Start())).told


@each("time, late", [("19:00:00", 0), ("19:00:40", 40), ("19:20:00", 1200), ("19:59:59", 3599)])
def test_004_9_play_ends_at_the_licences_hour_however_late_it_begins(time: str, late: int) -> None:
    machine, kept, told = begun_at(time)
    assert (kept.clock.passed_s, kept.clock.in_it_s, kept.clock.runs) == (late, 0, True)
    assert ("hall.incident.late" in [one.key for one in told]) is (late > 0)
    assert machine.look().room.clock.passed_s == late


def test_004_9_the_hours_go_past_midnight() -> None:
    _, kept, _ = begun_at("00:30:00", begins="22:00", ends="01:30")
    assert kept.clock.left_s == 600
    assert kept.clock.lasts_s - kept.clock.passed_s == 3600


@each("time", ["18:59:59", "20:00:00", "03:00:00"])
def test_a_time_of_day_outside_of_the_hours_counts_nothing_and_is_said(time: str) -> None:
    _, kept, told = begun_at(time)
    assert kept.clock.passed_s == 0
    assert "hall.incident.hours" in [one.key for one in told]
    assert [one.what.key for one in kept.hall.incidents] == ["hall.incident.hours"]


def test_what_is_refused_is_no_beginning() -> None:
    kept = Machine().start()
    assert not HallService(kept).answer(Do(acts.Start())).done
    assert kept.hall.incidents == []
