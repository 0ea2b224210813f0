"""A fork of a loaded service does what a service that is started does."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware import __version__
from sim.web.bench.forkserver import ForkedProcess, ForkServer
from tests.kits.waiting import PATIENCE_S

VERSION = ["--version"]


@pytest.fixture(scope="module")
def loaded() -> Iterator[ForkServer]:
    with closing(ForkServer()) as loaded:
        yield loaded


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs until it is ended."""
    with subprocess.Popen(["/bin/sleep", str(PATIENCE_S)]) as process:
        yield process
        process.kill()


def test_each_fork_carries_its_order_out_and_writes_to_its_tables_log(
    loaded: ForkServer, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        log = tmp_path / name
        log.write_text("before\n", encoding="utf-8")
        fork = loaded.fork_service(VERSION, tmp_path, log)
        assert fork is not None
        assert fork.wait(PATIENCE_S) == fork.poll() == 0
        assert log.read_text(encoding="utf-8") == f"before\ncroupier {__version__}\n"


def test_there_is_no_fork_of_one_that_has_ended(tmp_path: Path) -> None:
    with closing(ForkServer()) as loaded:
        loaded._process.kill()
        loaded._process.wait()
        assert loaded.fork_service(VERSION, tmp_path, tmp_path / "log") is None


def test_a_fork_is_waited_for_and_ended_like_a_process_of_ones_own(
    sleeper: subprocess.Popen[bytes],
) -> None:
    fork = ForkedProcess(sleeper.pid)
    assert fork.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        fork.wait(0)
    fork.kill()
    assert fork.wait(PATIENCE_S) == 0
    assert sleeper.wait() == -signal.SIGKILL
    fork.terminate()  # there is nobody


def test_a_forks_file_is_closed_with_it(sleeper: subprocess.Popen[bytes]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    ForkedProcess(sleeper.pid)
    assert len(os.listdir("/proc/self/fd")) == before
