"""A simulated table at which nobody plays is closed, with the supervisor's key turned."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from firmware.shell.control import ask
from firmware.shell.line_socket import ControlError
from firmware.shell.status import Status

pytestmark = pytest.mark.live

CROUPIER = [sys.executable, "-m", "firmware.cli.main", "run", "--plain"]
PATIENCE_S = 60


def left_alone(home: dict[str, str], socket: Path) -> Status:
    """How an idle table is once it is closed."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*CROUPIER, "--idle"], env=home, stdout=pipe, stderr=pipe) as service:
        try:
            return closed(socket)
        finally:
            service.send_signal(signal.SIGTERM)
            service.communicate()


def closed(socket: Path) -> Status:
    end, last = time.monotonic() + PATIENCE_S, None
    while time.monotonic() < end:
        try:
            last = ask(socket)
        except ControlError:
            continue
        if last.phase == "closed" and last.key_switch and not last.stopped:
            return last
    raise AssertionError(last and msgspec.json.encode(last))


def test_the_people_leave_a_table_closed_also_one_at_which_they_have_played(tmp_path: Path) -> None:
    home = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    socket = tmp_path / "croupier" / "simulation" / "croupier.sock"
    assert left_alone(home, socket).round == 0
    played = [*CROUPIER, "--rounds", "1", "--speed", "200", "--seed", "1"]
    assert subprocess.run(played, env=home, capture_output=True, timeout=PATIENCE_S).returncode == 0
    found = left_alone(home, socket)
    assert found.round >= 2
    assert not any(spot.bets for spot in found.spots.values())
