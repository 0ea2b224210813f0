"""The simulated tables of a user: which one a command means, and which state may be removed."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware.cli.serving.simulations import (
    SimulatedTable,
    reset_simulation,
    usual_simulation,
    write_table_file,
)
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.directories import simulation_name, simulations_directory
from firmware.shell.journal import DirectoryCopy, JournalInUse


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)


def started(name: str, at: int) -> Path:
    """The state of a table that started then."""
    state = simulations_directory() / name
    state.mkdir(parents=True)
    copies = (str(state / "a"), str(state / "b"))
    write_table_file(state, SimulatedTable("baccarat", None, copies, "croupier.sock"))
    os.utime(state / "table.json", (at, at))
    return state


@contextmanager
def running(state: Path) -> Iterator[None]:
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(state / "croupier.sock"))
        server.listen()
        yield


def meant() -> str:
    found = usual_simulation()
    assert found is not None
    return found.state_path.name


def test_without_a_table_none_is_meant() -> None:
    assert usual_simulation() is None


def test_the_table_that_runs_is_meant_else_the_one_that_ran_last() -> None:
    first, _last = started("first", 1), started("last", 2)
    assert meant() == "last"
    with running(first):
        assert meant() == "first"
    assert meant() == "last"


def test_of_tables_that_run_the_last_to_start_is_meant() -> None:
    first, last = started("first", 1), started("last", 2)
    with running(first), running(last):
        assert meant() == "last"


def test_the_table_of_a_page_is_among_them() -> None:
    started("baccarat", 1)
    started("page-baccarat/state", 2)
    assert meant() == "state"


def test_what_is_no_card_of_a_table_is_passed_over() -> None:
    state = started("one", 1)
    (simulations_directory() / "other").mkdir()
    (simulations_directory() / "other/table.json").write_text("{")
    assert meant() == state.name


def test_each_configurations_file_has_a_state_of_its_own(tmp_path: Path) -> None:
    files = [tmp_path / "a/table.toml", tmp_path / "b/table.toml", tmp_path / "a/other.toml"]
    assert len({simulation_name(file, None) for file in files}) == len(files)
    assert simulation_name(files[0], None) == simulation_name(tmp_path / "b/../a/table.toml", None)
    assert simulation_name(None, None) == simulation_name(None, "baccarat")


def test_a_table_that_is_served_keeps_its_state() -> None:
    state = started("one", 1)
    with closing(DirectoryCopy(state / "a")) as copy:
        copy.hold()
        with pytest.raises(JournalInUse):
            reset_simulation(state, (state / "a", state / "b"))
    assert (state / "table.json").exists()
    reset_simulation(state, (state / "a", state / "b"))
    assert list(state.iterdir()) == []


def test_nothing_but_the_state_of_a_simulated_table_is_removed(tmp_path: Path) -> None:
    real = tmp_path / "croupier/table"
    real.mkdir(parents=True)
    with pytest.raises(RequestFailed):
        reset_simulation(real, (real / "a", real / "b"))
    assert real.exists()
