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

from sim.web.bench.forkserver import PROGRAM, Fork, Loaded
from sim.web.bench.table_dir import TableDir

ENDS_S: Final = 10.0
"""The time-out of a service's orderly stop."""


class Service(Protocol):
    """The interface of a table's service, which can be killed at any instant."""

    @property
    def runs(self) -> bool: ...

    def start(self) -> None:
        """Start it at the simulated parts; it does not run."""
        ...

    def kill(self) -> None:
        """Kill it, now; it has no time for anything."""
        ...

    def end(self) -> None:
        """Terminate it in order, or kill it if it doesn't."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """Keep it from doing anything meanwhile."""
        ...


class Power:
    """Switches the service of a room on and off. Safe from any thread."""

    def __init__(self, room: TableDir, service: Service) -> None:
        self._room = room
        self._service = service
        self._lock = threading.RLock()
        self.starts = 0
        """How often it was switched on."""

    @property
    def on(self) -> bool:
        """Whether the service runs."""
        return self._service.runs

    def switch_on(self) -> None:
        """Start the service; does nothing if it runs."""
        with self._lock:
            if self.on:
                return
            self._room.state.mkdir(exist_ok=True)
            self.starts += 1
            self._service.start()

    def cut(self) -> None:
        with self._lock:
            self._service.kill()

    def switch_off(self) -> None:
        """Stop the service in order."""
        with self._lock:
            self._service.end()

    # going back

    def keep(self, name: str) -> None:
        """Copy the service's state directory, as a power cut at this instant would leave it."""
        with self._lock:
            if self.on:
                with self._service.held():
                    _copy(self._room.state, self._room.path / name)

    def go_back(self, name: str) -> None:
        """Cut the power and restore the copy of this name. The service stays off."""
        with self._lock:
            self.cut()
            _copy(self._room.path / name, self._room.state)


def _copy(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=_sockets)


def _sockets(directory: str, names: list[str]) -> list[str]:
    return [name for name in names if (Path(directory) / name).is_socket()]


class Process:
    """Implements `Service` as a process of its own. Not thread-safe."""

    def __init__(self, room: TableDir, loaded: Loaded | None = None) -> None:
        self._room = room
        self._loaded = loaded
        self._process: subprocess.Popen[bytes] | Fork | None = None

    @property
    def runs(self) -> bool:
        process = self._process
        return process is not None and process.poll() is None

    def start(self) -> None:
        """Start it, a fork if one is loaded; its output goes to a log in the table's directory."""
        path, state = self._room.path / "service.log", self._room.state
        fork = self._loaded and self._loaded.fork(self._arguments(), state, path)
        self._process = fork or self._started(path)

    def _started(self, path: Path) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "STATE_DIRECTORY": str(self._room.state)}
        environment.pop("RUNTIME_DIRECTORY", None)
        with path.open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                self._command(), cwd=PROGRAM, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment,
            )  # fmt: skip

    def kill(self) -> None:
        """By SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def end(self) -> None:
        """By SIGTERM, and by SIGKILL after ENDS_S."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            self.kill()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Suspend it, then resume it."""
        self._send(signal.SIGSTOP)
        try:
            yield
        finally:
            self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "firmware.cli.main", *self._arguments()]

    def _arguments(self) -> list[str]:
        far_end = ["--far-end", str(self._room.far_end)]
        return ["run", "--plain", "--config", str(self._room.config_path), *far_end]
