"""The power of the table in the browser, and its service: a process of its own."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

from sim.web.bench.forkserver import PROGRAM_FOLDER, ForkedProcess, ForkServer
from sim.web.bench.table_dir import TableDir

STOP_TIMEOUT_S: Final = 10.0
"""The time-out of a service's orderly stop."""


class TableService(Protocol):
    """The interface of a table's service, which can be killed at any instant."""

    @property
    def is_running(self) -> bool: ...

    def start(self) -> None:
        """Start it at the simulated parts; it does not run."""
        ...

    def kill(self) -> None:
        """Kill it, now; it has no time for anything."""
        ...

    def stop_orderly(self) -> None:
        """Terminate it in order, or kill it if it doesn't."""
        ...

    def suspended(self) -> AbstractContextManager[None]:
        """Keep it from doing anything meanwhile."""
        ...


class ServicePower:
    """Switches the service of a room on and off. Safe from any thread."""

    def __init__(self, table_dir: TableDir, service: TableService) -> None:
        self._table_dir = table_dir
        self._service = service
        # Reentrant, since restoring a state cuts the power.
        self._lock = threading.RLock()
        self.start_count = 0
        """How often it was switched on."""

    @property
    def is_on(self) -> bool:
        """Whether the service runs."""
        return self._service.is_running

    def switch_on(self) -> None:
        """Start the service; does nothing if it runs."""
        with self._lock:
            if self.is_on:
                return
            self._table_dir.state.mkdir(exist_ok=True)
            self.start_count += 1
            self._service.start()

    def cut_power(self) -> None:
        with self._lock:
            self._service.kill()

    def switch_off(self) -> None:
        """Stop the service in order."""
        with self._lock:
            self._service.stop_orderly()

    # going back

    def save_state(self, name: str) -> None:
        """Copy the service's state directory, as a power cut at this instant would leave it."""
        with self._lock:
            if self.is_on:
                with self._service.suspended():
                    _copy_state(self._table_dir.state, self._table_dir.path / name)

    def restore_state(self, name: str) -> None:
        """Cut the power and restore the copy of this name. The service stays off."""
        with self._lock:
            self.cut_power()
            _copy_state(self._table_dir.path / name, self._table_dir.state)


def _copy_state(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=_socket_names)


def _socket_names(directory: str, names: list[str]) -> list[str]:
    # `copytree` fails at a socket.
    return [name for name in names if (Path(directory) / name).is_socket()]


class ServiceProcess:
    """Implements `Service` as a process of its own. Not thread-safe."""

    def __init__(self, table_dir: TableDir, fork_server: ForkServer | None = None) -> None:
        self._table_dir = table_dir
        self._fork_server = fork_server
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None

    @property
    def is_running(self) -> bool:
        process = self._process
        return process is not None and process.poll() is None

    def start(self) -> None:
        """Start it, a fork if one is loaded; its output goes to a log in the table's directory."""
        path, state = self._table_dir.path / "service.log", self._table_dir.state
        forked = self._fork_server and self._fork_server.fork_service(
            self._arguments(), state, path
        )
        self._process = forked or self._start_process(path)

    def _start_process(self, path: Path) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "STATE_DIRECTORY": str(self._table_dir.state)}
        # With it the service's sockets would be outside the table's directory.
        environment.pop("RUNTIME_DIRECTORY", None)
        with path.open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                self._command(), cwd=PROGRAM_FOLDER, env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def kill(self) -> None:
        """By SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop_orderly(self) -> None:
        """By SIGTERM, and by SIGKILL after ENDS_S."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.kill()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend it, then resume it."""
        self._send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._send_signal(signal.SIGCONT)

    def _send_signal(self, signal_number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(signal_number)

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "firmware.cli.main", *self._arguments()]

    def _arguments(self) -> list[str]:
        far_end = ["--far-end", str(self._table_dir.far_end)]
        return ["run", "--plain", "--config", str(self._table_dir.config_path), *far_end]
