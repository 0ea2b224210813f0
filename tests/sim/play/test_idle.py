"""A simulated table without players is closed, with the supervisor's key turned."""

import signal
from pathlib import Path

import pytest

from firmware.core.vocabulary.status import Status
from tests.kits.processes import croupier, home, status

pytestmark = pytest.mark.live

RUN = ("run", "--plain")


def left_alone(folder: Path) -> Status:
    """How an idle table is once it is closed."""
    with croupier(*RUN, "--idle", env=home(folder)):
        return status(folder / "state/croupier/simulation/baccarat/croupier.sock", closed)


def test_idle_table_is_left_closed(
    tmp_path: Path,
) -> None:
    assert left_alone(tmp_path).round == 0
    with croupier(*RUN, "--speed", "20", "--lang", "en", env=home(tmp_path)) as service:
        service.says("No more bets")
        service.send(signal.SIGINT)
        assert service.ends() == 0
    found = left_alone(tmp_path)
    assert not any(spot.bets for spot in found.spots.values())
    assert not found.late
    assert found.round >= 1


def closed(now: Status) -> bool:
    return now.phase == "closed" and now.key_switch and not now.stopped
