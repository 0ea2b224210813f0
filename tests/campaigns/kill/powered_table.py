"""A table whose far ends stay as they are while its service is killed and started again."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from drivers.tags.chip_registry import CHIP_HEADER, RegisteredChip
from drivers.tags.deck_registry import TaggedCard
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.device.directories import simulation_name
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError
from sim.bench.sim_table import SimTable
from sim.wires.pty import PtyWire
from sim.world.remote_wire import RemoteCommand, RemoteRequest
from sim.world.table_server import TableServer
from tests.campaigns.kill.floor import PowerOff
from tests.campaigns.kill.history import Difference
from tests.campaigns.kill.zygote import Process, Zygote

START_S: Final = 20.0
"""How long a service may take until it answers."""
WATCH_S: Final = 0.0005
"""How often it is seen whether a rotation begins."""


class PoweredTable:
    """The far ends of a table, and the service that is killed and started at them."""

    def __init__(
        self,
        room: Path,
        chips: Mapping[bytes, RegisteredChip],
        source: str,
        tags: Mapping[bytes, TaggedCard] | None = None,
    ) -> None:
        """Begin with the text of a configuration; `tags` are in the cards."""
        self.room = room
        self._write_registry(chips)
        self.config_path = room / "table.toml"
        self.config_path.write_text(source)
        self.config = load_config(self.config_path)
        self.table = SimTable(self.config.wiring, tags)
        ports = self.config.wiring.serial_parts()
        self._wires = [
            PtyWire(end, ports[section].baud, Path(ports[section].port))
            for section, end in self.table.far_ends.items()
        ]
        self._unlit = {*self.table.felt.sensors.chips, *self.table.buttons.chips}
        self.life = 0
        self.started_at = 0.0
        self.last: Status | None = None
        """What it reported last in this life."""
        self.lit_at: float | None = None
        """When it first spoke to a light or a display in this life."""
        self._down = threading.Event()
        self._down.set()
        self._process: Process | None = None
        self._environment = {**os.environ, "XDG_STATE_HOME": str(room)}
        self._zygote = Zygote(room / "service.log", self._environment)
        self._fuse: threading.Thread | None = None
        self._unwatched = threading.Event()
        self._transfers: int | None = None
        self.server = TableServer(self.table, room / "far-end", self._carries)

    @property
    def state(self) -> Path:
        """Where the service keeps what must last."""
        return self.room / "croupier/simulation" / simulation_name(self.config_path, None)

    @property
    def journal(self) -> list[Path]:
        """Where the copies of the journal are."""
        return [self.state / path for path in self.config.journal.copies]

    def files(self) -> list[set[Path]]:
        """Return the files of each copy of the journal."""
        return [set(copy.glob("*")) for copy in self.journal]

    def start(self, *, cold: bool) -> None:
        """Switch the service on: as the command itself, or forked where the imports are done."""
        self.life += 1
        self.last, self.lit_at = None, None
        arguments = ["run", "--plain", "--config", str(self.config_path)]
        arguments += ["--far-end", str(self.room / "far-end")]
        self._down.clear()
        self._process = self._launch(arguments) if cold else self._zygote.start(arguments)
        self.started_at = time.monotonic()

    def _launch(self, arguments: Sequence[str]) -> Process:
        command = [sys.executable, "-m", "firmware.cli.main", *arguments]
        with (self.room / "service.log").open("ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment
            )

    def kill(self) -> None:
        """Kill the service, now."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._down.set()

    def kill_in(self, seconds: float, transfers: int | None = None) -> None:
        """Kill the service in so long; or then at so manieth transfer to a light or display."""
        act = self.kill if transfers is None else partial(self._count, transfers)
        self._burn(threading.Timer(seconds, act))

    def kill_at_rotation(self, seconds: float) -> None:
        """Kill the service so long after its journal has begun another segment, or begins to."""
        self._burn(threading.Thread(target=self._watch, args=(self.files(), seconds)))

    def defuse(self) -> None:
        """Kill no more."""
        self._unwatched.set()
        if self._fuse is not None:
            if isinstance(self._fuse, threading.Timer):
                self._fuse.cancel()
            self._fuse.join()
        self._fuse = None
        self._transfers = None

    def close(self) -> None:
        """End everything."""
        self.defuse()
        self.kill()
        self._zygote.close()
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
                self.last = query_status(self.state / self.config.control)
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

    def _burn(self, fuse: threading.Thread) -> None:
        self.defuse()
        self._unwatched.clear()
        self._fuse = fuse
        fuse.daemon = True
        fuse.start()

    def _watch(self, before: list[set[Path]], seconds: float) -> None:
        while self.files() == before:
            if self._unwatched.wait(WATCH_S):
                return
        if not self._unwatched.wait(seconds):
            self.kill()

    def _count(self, transfers: int) -> None:
        self._transfers = transfers

    def _carries(self, request: RemoteRequest) -> bool:
        """Kill in place of the chosen transfer to a light or a display."""
        if request.command is not RemoteCommand.WRITE or request.address_or_pin in self._unlit:
            return True
        if self._transfers == 0:
            self._transfers = None
            self.kill()
            return False
        if self._transfers is not None:
            self._transfers -= 1
        self.lit_at = self.lit_at or time.monotonic()
        return True

    def _write_registry(self, chips: Mapping[bytes, RegisteredChip]) -> None:
        lines: Iterable[str] = (f"{tag.hex().upper()},{chip.cents}," for tag, chip in chips.items())
        (self.room / "chips.csv").write_text("\n".join((CHIP_HEADER, *lines)) + "\n")


def default_source(room: Path) -> str:
    """Return the default table, with its wires and its registry of chips in a folder."""
    source = DEFAULT_TABLE.read_text()
    for before, after in (
        ("/dev/croupier-shoe", str(room / "shoe")),
        ("/dev/croupier-chips", str(room / "chips")),
        ("chips.csv", str(room / "chips.csv")),
        ("commands = false", "commands = true"),
        ('"journal/second"]', '"journal/second"]\nsegment_mib = 1'),
    ):
        assert before in source
        source = source.replace(before, after)
    return source
