"""A simulated table without players is closed, with the supervisor's key turned."""

import signal
from pathlib import Path

import pytest

from firmware.core.vocabulary.status import Status
from tests.kits.processes import croupier, ended, home, status

pytestmark = pytest.mark.live

RUN = ("run", "--plain")


def left_alone(folder: Path) -> Status:
    """How an idle table is once it is closed."""
    with croupier(*RUN, "--idle", env=home(folder)):
        return status(folder / "state/croupier/simulation/baccarat/croupier.sock", closed)


def test_a_round_that_was_broken_off_is_voided_and_the_table_closed(tmp_path: Path) -> None:
    with croupier(*RUN, "--speed", "20", "--lang", "en", env=home(tmp_path)) as service:
        service.says("No more bets")
        service.send(signal.SIGINT)
        assert service.ends() == 0
    found = left_alone(tmp_path)
    assert not any(spot.bets for spot in found.spots.values())
    assert not found.late


def closed(now: Status) -> bool:
    return now.phase == "closed" and now.key_switch and not now.stopped


def test_the_people_leave_a_table_closed_also_one_at_which_they_have_played(tmp_path: Path) -> None:
    assert left_alone(tmp_path).round == 0
    played = ended(*RUN, "--rounds", "1", "--speed", "200", "--seed", "1", env=home(tmp_path))
    assert played.status == 0, played.account()
    found = left_alone(tmp_path)
    assert found.round >= 2
    assert not any(spot.bets for spot in found.spots.values())
