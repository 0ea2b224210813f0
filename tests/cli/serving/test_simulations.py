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


def test_no_table_means_no_simulation() -> None:
    assert usual_simulation() is None


def test_running_table_goes_first() -> None:
    first, _last = started("first", 1), started("last", 2)
    assert meant() == "last"
    with running(first):
        assert meant() == "first"
    assert meant() == "last"


def test_latest_running_table_wins() -> None:
    first, last = started("first", 1), started("last", 2)
    with running(first), running(last):
        assert meant() == "last"


def test_table_of_a_page_counts() -> None:
    started("baccarat", 1)
    started("page-baccarat/state", 2)
    assert meant() == "state"


def test_invalid_table_file_is_skipped() -> None:
    state = started("one", 1)
    (simulations_directory() / "other").mkdir()
    (simulations_directory() / "other/table.json").write_text("{")
    assert meant() == state.name


def test_each_file_has_its_own_state(tmp_path: Path) -> None:
    files = [tmp_path / "a/table.toml", tmp_path / "b/table.toml", tmp_path / "a/other.toml"]
    assert len({simulation_name(file, None) for file in files}) == len(files)
    assert simulation_name(files[0], None) == simulation_name(tmp_path / "b/../a/table.toml", None)
    assert simulation_name(None, None) == simulation_name(None, "baccarat")


def test_served_table_state_remains() -> None:
    state = started("one", 1)
    with closing(DirectoryCopy(state / "a")) as copy:
        copy.hold()
        with pytest.raises(JournalInUse):
            reset_simulation(state, (state / "a", state / "b"))
    assert (state / "table.json").exists()
    reset_simulation(state, (state / "a", state / "b"))
    assert list(state.iterdir()) == []


def test_only_simulated_state_removed(tmp_path: Path) -> None:
    real = tmp_path / "croupier/table"
    real.mkdir(parents=True)
    with pytest.raises(RequestFailed):
        reset_simulation(real, (real / "a", real / "b"))
    assert real.exists()
