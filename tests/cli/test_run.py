"""`croupier run` as a person starts it: a process of its own, ended by a signal or by rounds."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.live

CROUPIER = [sys.executable, "-m", "firmware.cli.main"]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose state directory nobody else has."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**kept, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}


def croupier(home: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*CROUPIER, *arguments]
    return subprocess.run(command, env=home, capture_output=True, text=True, timeout=120)


@pytest.fixture
def running(home: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A table that has said where its shoe is."""
    command = [*CROUPIER, "run", "--plain", "--speed", "50", "--lang", "en"]
    service = subprocess.Popen(command, env=home, stdout=subprocess.PIPE, text=True)
    assert service.stdout is not None
    for line in service.stdout:
        if line.startswith("Round"):
            break
    yield service
    service.kill()
    service.wait()
    service.stdout.close()


def test_rounds_are_played_with_nothing_else_typed(home: dict[str, str]) -> None:
    done = croupier(home, "run", "--rounds", "1", "--speed", "200", "--seed", "3")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "SIMULATION" in lines
    assert "Rien ne va plus" in lines
    assert any("/dev/pts/" in line for line in lines)
    assert done.stderr == ""


@pytest.mark.parametrize("game", ["casino-war", "poker-grand-prix", "keno", "craps"])
def test_any_game_is_played_at_a_table_that_nobody_configured(
    home: dict[str, str], game: str
) -> None:
    done = croupier(home, "run", "--game", game, "--rounds", "1", "--speed", "100", "--lang", "en")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "Round 1" in lines
    assert "Round 2" in lines
    assert any(line.startswith("Spot ") for line in lines)


def test_the_journals_of_two_games_are_kept_apart(home: dict[str, str]) -> None:
    for game in ("baccarat", "casino-war"):
        done = croupier(home, "run", "--game", game, "--rounds", "1", "--speed", "100")
        assert done.returncode == 0, done.stderr
        assert "Coup 1" in done.stdout.splitlines()


def test_the_journal_of_another_game_is_refused_and_left_as_it_is(
    home: dict[str, str], tmp_path: Path
) -> None:
    done = croupier(home, "run", "--game", "casino-war", "--rounds", "1", "--speed", "100")
    assert done.returncode == 0, done.stderr
    state = tmp_path / "state" / "croupier" / "simulation"
    (state / "casino-war" / "journal").rename(state / "journal")
    again = croupier(home, "run", "--rounds", "1", "--speed", "100")
    assert again.returncode == 3
    assert "the journal of a table of casino-war" in again.stderr


def test_a_game_that_there_is_not_is_refused_with_those_that_there_are(
    home: dict[str, str],
) -> None:
    done = croupier(home, "run", "--game", "chess", "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("croupier: no game chess; there are baccarat, ")


def test_a_configured_table_plays_its_own_game(home: dict[str, str]) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "baccarat.toml"
    done = croupier(home, "run", "--game", "red-dog", "--config", str(example), "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "croupier: This table plays baccarat, not red-dog\n"


def test_a_second_start_goes_on_from_the_first(home: dict[str, str]) -> None:
    croupier(home, "run", "--rounds", "1", "--speed", "200", "--seed", "3", "--lang", "en")
    again = croupier(home, "run", "--rounds", "1", "--speed", "200", "--seed", "4", "--lang", "en")
    assert again.returncode == 0, again.stderr
    assert "Round 1" not in again.stdout.splitlines()
    assert "Round 3" in again.stdout.splitlines()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(running: subprocess.Popen[str], end: signal.Signals) -> None:
    running.send_signal(end)
    assert running.wait(timeout=30) == 0


@pytest.mark.usefixtures("running")
def test_status_reads_it_in_words_and_as_json(home: dict[str, str]) -> None:
    told = croupier(home, "status")
    assert "Baccara 1 (baccarat), round" in told.stdout
    status = json.loads(croupier(home, "status", "--json").stdout)
    assert status["board"] == "sim"
    assert len(status["spots"]) == 7
    assert {part["name"] for part in status["parts"]} >= {"shoe", "chips", "lights", "keys"}


@pytest.mark.usefixtures("running")
def test_a_second_table_on_the_same_journal_is_refused_in_words(home: dict[str, str]) -> None:
    second = croupier(home, "run", "--rounds", "1")
    assert second.returncode == 3
    assert second.stderr.startswith("croupier: ")
    assert "Traceback" not in second.stderr


def test_a_table_that_was_killed_comes_back_and_plays_on(
    home: dict[str, str], running: subprocess.Popen[str]
) -> None:
    running.kill()
    running.wait()
    again = croupier(home, "run", "--rounds", "1", "--speed", "200", "--seed", "5")
    assert again.returncode == 0, again.stderr


def test_status_without_a_table_says_so(home: dict[str, str]) -> None:
    done = croupier(home, "status")
    assert (done.returncode, done.stdout) == (3, "")
    assert "croupier.sock" in done.stderr


def test_a_reader_who_has_gone_is_no_traceback(home: dict[str, str]) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "baccarat.toml"
    command, pipe = [*CROUPIER, "check", str(example)], subprocess.PIPE
    with subprocess.Popen(command, env=home, stdout=pipe, stderr=pipe) as told:
        assert told.stdout is not None
        told.stdout.close()
        assert told.stderr is not None
        assert told.stderr.read() == b""
    assert told.returncode == 141


def test_a_bad_configuration_is_refused_with_every_fault(
    home: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('language = "de"\n[table]\nspots = 99\n')
    for command in (["check", str(path)], ["run", "--config", str(path)]):
        done = croupier(home, *command)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) > 5
        assert "Traceback" not in done.stderr


def test_a_real_table_that_verifies_nothing_is_refused(home: dict[str, str]) -> None:
    done = croupier(home, "run", "--board", "pi", "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("croupier: trust: is missing")


def test_off_a_pi_the_board_pi_is_refused_in_words(home: dict[str, str], tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "baccarat.toml"
    trusting = tmp_path / "table.toml"
    trusting.write_text(example.read_text() + '\n[trust]\nmaker = "/etc/croupier/maker.pub"\n')
    done = croupier(home, "run", "--board", "pi", "--config", str(trusting))
    assert done.returncode == 3
    assert done.stderr.startswith("croupier: ")
    assert "Traceback" not in done.stderr


def test_a_disk_that_takes_nothing_is_refused_in_words(
    home: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = croupier({**home, "XDG_STATE_HOME": str(tmp_path / "file")}, "run", "--rounds", "1")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_a_real_tables_configuration_runs_simulated_and_touches_no_real_journal(
    home: dict[str, str], tmp_path: Path
) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "baccarat.toml"
    done = croupier(home, "run", "--config", str(example), "--rounds", "1", "--speed", "200")
    assert done.returncode == 0, done.stderr
    state = tmp_path / "state" / "croupier" / "simulation"
    assert len(list(state.rglob("*.seg"))) == 2
