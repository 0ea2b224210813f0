"""The floor's own processes: a server of the engine, uplinks, a ledger and a keeper, begun and
killed; a ledger whose disk is full.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.shell.config.defaults import DEFAULT_TABLE
from tests.kits.floor_wire import HOUSE
from tools.floor.lot import LOT, key, people, set_up_lot, terms

FULL: Final = 1 << 16
"""Octets: more than a log has, and less than the database."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Process:
    """One process that can be killed and begun again."""

    def __init__(self, name: str, command: Sequence[str], log: Path) -> None:
        self.name = name
        self._command = [*command]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, clock_s: int = 0) -> None:
        """Begin it, with its clock so many seconds off if it is a program of ours."""
        own = {**os.environ, "XDG_CONFIG_HOME": str(self._log.parent), "CLOCK_OFF": str(clock_s)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, env=own)

    @property
    def pid(self) -> int:
        """Its number. Raises LookupError if it does not run."""
        if self._process is None:
            raise LookupError(self.name)
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def hold(self, still: bool) -> None:
        """Have it do nothing, as one that nobody reaches; or go on."""
        if self._process is not None and not self.has_ended:
            self._process.send_signal(signal.SIGSTOP if still else signal.SIGCONT)

    def fill_disk(self, full: bool) -> None:
        """Have it write no file beyond its first octets, as on a disk that is full; or again."""
        if self._process is not None and not self.has_ended:
            _, most = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
            now = FULL if full else most
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (now, most))

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Floor:
    """A server, or a cluster of several, a ledger, the keeper of a lot, and an uplink a table, in a
    folder.
    """

    def __init__(self, folder: Path, tables: Sequence[str], server: Path, servers: int = 1) -> None:
        self.folder = folder
        self.urls = [f"nats://127.0.0.1:{free_port()}" for _ in range(servers)]
        self.database = f"sqlite:///{folder}/ledger.db"
        routes = [f"nats://127.0.0.1:{free_port()}" for _ in range(servers)]
        self.servers = [
            Process("server", [str(server), "-c", str(self._configuration(n, routes))], self._log)
            for n in range(servers)
        ]
        self.ledger = self._croupier(
            *("ledger", "--house", HOUSE, "--database", self.database),
            *("--replicas", str(servers), "--server", *self.urls),
        )
        set_up_lot(folder)
        keys = ("--keeper-key", str(key(folder, "keeper")), "--people", str(people(folder)))
        stored = ("--store", self.database, "--terms", str(terms(folder)), "--server", *self.urls)
        self.keeper = self._croupier("keeper", LOT, *keys, *stored)
        self.uplinks = [
            self._croupier("uplink", "--config", str(self._table(table))) for table in tables
        ]

    @property
    def processes(self) -> list[Process]:
        return [*self.servers, self.ledger, self.keeper, *self.uplinks]

    def journal(self, table: str) -> Path:
        return self.folder / table

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _croupier(self, *arguments: str) -> Process:
        line = [sys.executable, "-m", "tests.kits.other_clock", *arguments, "--lang", "en"]
        return Process(arguments[0], line, self._log)

    def _configuration(self, number: int, routes: Sequence[str]) -> Path:
        file = self.folder / f"nats-{number}.conf"
        listen = f"server_name: floor-{number}\nlisten: {self.urls[number].removeprefix('nats://')}"
        store = f'store_dir: "{self.folder}/engine-{number}", sync_interval: always'
        text = f"{listen}\njetstream {{ {store} }}\n"
        if len(routes) > 1:
            own, others = routes[number].removeprefix("nats://"), ", ".join(routes)
            text += f"cluster {{ name: floor, listen: {own}, routes: [{others}] }}\n"
        file.write_text(text)
        return file

    def _table(self, table: str) -> Path:
        file, copies = self.folder / f"{table}.toml", self.journal(table)
        usual = DEFAULT_TABLE.read_text(encoding="utf-8").replace('"journal/', f'"{copies}/')
        names = f'house = "{HOUSE}"\nname = "{table}"\nservers = {self.urls}'
        file.write_text(f"{usual}\n[floor]\n{names}\n", encoding="utf-8")
        return file
