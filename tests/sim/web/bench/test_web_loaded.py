"""A fork of a loaded service does what a service that is started does."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware import __version__
from sim.web.bench.forkserver import GIVEN_PIPES, ForkedProcess, ForkServer
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


def test_fork_writes_to_its_log(loaded: ForkServer, tmp_path: Path) -> None:
    for name in ("first", "second"):
        log = tmp_path / name
        log.write_text("before\n", encoding="utf-8")
        fork = loaded.fork_service(VERSION, tmp_path, log)
        assert fork is not None
        assert fork.wait(PATIENCE_S) == fork.poll() == 0
        assert log.read_text(encoding="utf-8") == f"before\ncroupier {__version__}\n"


def test_fork_that_serves_pages_has_a_server(loaded: ForkServer, tmp_path: Path) -> None:
    log = tmp_path / "log"
    fork = loaded.fork_service(VERSION, tmp_path, log, serves_pages=True)
    assert fork is not None
    assert fork.wait(PATIENCE_S) == 0
    assert log.read_text(encoding="utf-8") == f"croupier {__version__}\n"


def test_given_server_is_asked_by_its_pipes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders, orders_end = os.pipe()
    answers, answers_end = os.pipe()
    monkeypatch.setenv(GIVEN_PIPES, f"{orders_end} {answers}")
    os.write(answers_end, f"{os.getpid()}\n".encode())
    with closing(ForkServer()) as given, os.fdopen(orders, "rb") as pipe:
        assert GIVEN_PIPES not in os.environ
        fork = given.fork_service(VERSION, tmp_path, tmp_path / "log")
        assert fork is not None
        assert fork.poll() is None
        assert b'"arguments":["--version"]' in pipe.readline()
        given.close()
        assert pipe.read() == b""
    os.close(answers_end)


def test_ended_server_has_no_fork(tmp_path: Path) -> None:
    with closing(ForkServer()) as loaded:
        loaded._process.kill()
        loaded._process.wait()
        assert loaded.fork_service(VERSION, tmp_path, tmp_path / "log") is None


def test_fork_is_awaited_and_ended(
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


def test_closing_a_fork_closes_its_file(sleeper: subprocess.Popen[bytes]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    ForkedProcess(sleeper.pid)
    assert len(os.listdir("/proc/self/fd")) == before
