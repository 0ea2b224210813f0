"""A table whose journal is damaged is served locked; two persons bring it back."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.live

CROUPIER = [sys.executable, "-m", "firmware.cli.main"]
PATIENCE_S = 60
SEGMENTS = "state/croupier/simulation/journal/*/*.seg"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose state directory nobody else has."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**kept, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def damaged(home: dict[str, str], tmp_path: Path) -> None:
    """A journal with the same bit flipped in both copies."""
    assert croupier(home, "run", "--rounds", "1", "--speed", "200").returncode == 0
    for segment in tmp_path.glob(SEGMENTS):
        octets = bytearray(segment.read_bytes())
        octets[9000] ^= 1
        segment.write_bytes(octets)


def croupier(home: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*CROUPIER, *arguments]
    return subprocess.run(command, env=home, capture_output=True, text=True, timeout=PATIENCE_S)


@contextmanager
def running(home: dict[str, str]) -> Iterator[Iterator[str]]:
    command = [*CROUPIER, "run", "--plain", "--speed", "100", "--lang", "en"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=home, stdout=pipe, stderr=pipe, text=True) as service:
        assert service.stdout is not None
        yield iter(service.stdout)
        service.send_signal(signal.SIGTERM)
        service.stdout.read()


def status(home: dict[str, str]) -> dict[str, object]:
    """How the table is, once it answers."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        done = croupier(home, "status", "--json")
        if done.returncode == 0:
            found: dict[str, object] = json.loads(done.stdout)
            return found
    raise AssertionError(done.stderr)


def codes(found: dict[str, object]) -> list[str]:
    faults = found["faults"]
    assert isinstance(faults, list)
    return [fault["code"] for fault in faults]


@pytest.mark.usefixtures("damaged")
def test_where_nobody_is_at_the_table_a_damaged_journal_is_refused(home: dict[str, str]) -> None:
    done = croupier(home, "run", "--rounds", "1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "keep both copies for the inquiry" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("damaged")
def test_both_copies_bad_lock_the_table_until_two_persons_clear_it(
    home: dict[str, str], tmp_path: Path
) -> None:
    before = {segment: segment.read_bytes() for segment in tmp_path.glob(SEGMENTS)}
    with running(home) as said:
        assert any(line.startswith("Alarm: Journal: both copies") for line in said)
        found = status(home)
        assert (found["stopped"], found["keys"]) == (True, [])
        assert codes(found) == ["journal_damaged"]
        allowed = croupier(home, "clear", "--lang", "en")
        assert allowed.returncode == 0
        assert "supervisor turns his key" in allowed.stdout
        assert any(line == "Round 1\n" for line in said)
        assert any("Damaged journal set aside" in note for note in status(home)["notes"])  # type: ignore[attr-defined]
    kept = {path: path.read_bytes() for path in tmp_path.glob("**/*.damaged-1/*.seg")}
    assert sorted(kept.values()) == sorted(before.values())


def test_a_technician_who_has_nothing_to_clear_is_told_so(home: dict[str, str]) -> None:
    with running(home) as said:
        assert any(line.startswith("Round") for line in said)
        done = croupier(home, "clear", "--lang", "en")
    assert (done.returncode, done.stdout) == (1, "No fault waits for the technician\n")
