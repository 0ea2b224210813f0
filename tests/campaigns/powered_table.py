"""A table whose far ends stay as they are while its service is killed and started again."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from drivers.chips import HEADER, Chip
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.control import ask
from firmware.shell.line_socket import ControlError
from firmware.shell.status import Status
from sim.pty import PtyWire
from sim.remote import Ask, Request
from sim.table import SimTable
from sim.world import TableServer
from tests.campaigns.floor import PowerOff
from tests.campaigns.history import Difference

START_S: Final = 20.0
"""How long a service may take until it answers."""


class PoweredTable:
    """The far ends of a table, and the service that is killed and started at them."""

    def __init__(self, room: Path, chips: Mapping[bytes, Chip]) -> None:
        self.room = room
        self._write_registry(chips)
        self.config_path = self._write_config()
        self.config = load(self.config_path)
        self.table = SimTable(self.config.wiring)
        ports = self.config.wiring.ports()
        self._wires = [
            PtyWire(end, ports[section].baud, Path(ports[section].port))
            for section, end in self.table.far_ends.items()
        ]
        self._unlit = {*self.table.sensors.chips, *self.table.buttons.chips}
        self.life = 0
        self.started_at = 0.0
        self.last: Status | None = None
        self._down = threading.Event()
        self._down.set()
        self._process: subprocess.Popen[bytes] | None = None
        self._fuse: threading.Timer | None = None
        self._transfers: int | None = None
        self.server = TableServer(self.table, room / "far-end", self._carries)

    @property
    def state(self) -> Path:
        """Where the service keeps what must last."""
        return self.room / "croupier" / "simulation"

    def start(self) -> None:
        """Switch the service on."""
        self.life += 1
        self.last = None
        command = [sys.executable, "-m", "firmware.cli.main", "run", "--plain"]
        command += ["--config", str(self.config_path), "--far-end", str(self.room / "far-end")]
        environment = {**os.environ, "XDG_STATE_HOME": str(self.room)}
        self._down.clear()
        with (self.room / "service.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        self.started_at = time.monotonic()

    def kill(self) -> None:
        """Kill the service, now."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        self._down.set()

    def kill_in(self, seconds: float, transfers: int | None = None) -> None:
        """Kill the service in so long; or then at so manieth transfer to a light or display."""
        self.defuse()
        if transfers is None:
            self._fuse = threading.Timer(seconds, self.kill)
        else:
            self._fuse = threading.Timer(seconds, self._count, (transfers,))
        self._fuse.daemon = True
        self._fuse.start()

    def defuse(self) -> None:
        """Kill no more."""
        if self._fuse is not None:
            self._fuse.cancel()
            self._fuse.join()
        self._fuse = None
        self._transfers = None

    def close(self) -> None:
        """End everything."""
        self.defuse()
        self.kill()
        self.server.close()
        for wire in self._wires:
            wire.close()

    # what the people see

    def look(self) -> Status:
        """Return the status; wait for a service that is coming up. Raises PowerOff."""
        end = time.monotonic() + START_S
        while True:
            if self._down.is_set():
                raise PowerOff
            try:
                self.last = ask(self.state / self.config.control)
            except ControlError as error:
                self._see_it_lives(error, end)
            else:
                return self.last

    def _see_it_lives(self, error: ControlError, end: float) -> None:
        process = self._process
        if process is not None and process.poll() is not None and not self._down.wait(2):
            raise Difference(f"the service has ended by itself with {process.returncode}")
        if time.monotonic() > end:
            raise Difference(f"the service doesn't answer: {error}")
        self.rest(10)

    def rest(self, millis: int) -> None:
        """Let the time pass. Raises PowerOff."""
        if self._down.wait(millis / 1000):
            raise PowerOff

    # inside

    def _count(self, transfers: int) -> None:
        self._transfers = transfers

    def _carries(self, request: Request) -> bool:
        """Kill in place of the chosen transfer to a light or a display."""
        if self._transfers is None or request.ask is not Ask.WRITE or request.where in self._unlit:
            return True
        if self._transfers > 0:
            self._transfers -= 1
            return True
        self._transfers = None
        self.kill()
        return False

    def _write_registry(self, chips: Mapping[bytes, Chip]) -> None:
        lines: Iterable[str] = (f"{tag.hex().upper()},{chip.cents}," for tag, chip in chips.items())
        (self.room / "chips.csv").write_text("\n".join((HEADER, *lines)) + "\n")

    def _write_config(self) -> Path:
        source = DEFAULT_TABLE.read_text()
        for before, after in (
            ("/dev/croupier-shoe", str(self.room / "shoe")),
            ("/dev/croupier-chips", str(self.room / "chips")),
            ("chips.csv", str(self.room / "chips.csv")),
            ("commands = false", "commands = true"),
        ):
            assert before in source
            source = source.replace(before, after)
        path = self.room / "table.toml"
        path.write_text(source)
        return path
