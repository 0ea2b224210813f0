"""The service of the table in the browser: a process of its own, whose power can be cut."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from firmware.web.room import Room

ENDS_S: Final = 10.0
"""How long a service that is asked to end may take."""
PROGRAM: Final = Path(__file__).parents[2]


class Power:
    """Switches the service of a room on and off. Safe from any thread."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.RLock()
        self.starts = 0
        """How often it was switched on."""

    @property
    def log(self) -> Path:
        """Where the service writes what it has to say."""
        return self._room.path / "service.log"

    @property
    def on(self) -> bool:
        """Whether the service runs."""
        process = self._process
        return process is not None and process.poll() is None

    def switch_on(self) -> None:
        """Start the service at the simulated parts; nothing where it runs."""
        with self._lock:
            if self.on:
                return
            self._room.state.mkdir(exist_ok=True)
            self.starts += 1
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(  # noqa: S603
                    self._command(), cwd=PROGRAM, stdin=subprocess.DEVNULL, stdout=log,
                    stderr=log, env=self._environment(),
                )  # fmt: skip

    def cut(self) -> None:
        """Kill the service, now; it has no time for anything."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def switch_off(self) -> None:
        """Have the service end in order, or cut its power where it doesn't."""
        with self._lock:
            if self._process is None:
                return
            self._process.terminate()
            try:
                self._process.wait(ENDS_S)
            except subprocess.TimeoutExpired:
                self.cut()

    # going back

    def keep(self, name: str) -> None:
        """Copy what the service keeps, as a power cut at this instant would leave it."""
        with self._lock:
            if not self.on or self._process is None:
                return
            self._process.send_signal(signal.SIGSTOP)
            try:
                self._copy(self._room.state, self._room.path / name)
            finally:
                self._process.send_signal(signal.SIGCONT)

    def go_back(self, name: str) -> None:
        """Cut the power and put back what was kept under this name. The service is left off."""
        with self._lock:
            self.cut()
            self._copy(self._room.path / name, self._room.state)

    @staticmethod
    def _copy(source: Path, target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=_sockets)

    def _command(self) -> list[str]:
        room = self._room
        far_end = ["--far-end", str(room.far_end)]
        run = ["run", "--plain", "--config", str(room.config_path), *far_end]
        return [sys.executable, "-m", "firmware.cli.main", *run]

    def _environment(self) -> dict[str, str]:
        given = {"STATE_DIRECTORY": str(self._room.state), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **given}
        environment.pop("RUNTIME_DIRECTORY", None)
        return environment


def _sockets(directory: str, names: list[str]) -> list[str]:
    return [name for name in names if (Path(directory) / name).is_socket()]
