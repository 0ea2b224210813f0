"""The floor's own processes: a server of the engine, uplinks and a ledger, begun and killed."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.shell.config.config import DEFAULT_TABLE
from tests.kits.floor_wire import HOUSE
from tests.kits.paths import ROOT

FETCHED: Final = ROOT / ".venv" / "engine" / "usr" / "sbin" / "nats-server"


def server_file() -> Path | None:
    """Return the program of the engine: that of `tools/floor/engine.sh`, or the system's."""
    system = shutil.which("nats-server")
    return FETCHED if FETCHED.exists() else Path(system) if system else None


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

    def begin(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Floor:
    """A server, a ledger, and an uplink a table, in a folder."""

    def __init__(self, folder: Path, tables: Sequence[str], server: Path) -> None:
        self.folder = folder
        self.url = f"nats://127.0.0.1:{free_port()}"
        self.database = f"sqlite:///{folder}/ledger.db"
        self.server = Process("server", [str(server), "-c", str(self._configuration())], self._log)
        self.ledger = self._croupier(
            *("ledger", "--house", HOUSE, "--database", self.database, "--server", self.url)
        )
        self.uplinks = [
            self._croupier("uplink", "--config", str(self._table(table))) for table in tables
        ]

    @property
    def processes(self) -> list[Process]:
        return [self.server, self.ledger, *self.uplinks]

    def journal(self, table: str) -> Path:
        return self.folder / table

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _croupier(self, *arguments: str) -> Process:
        line = [sys.executable, "-m", "firmware.cli.main", *arguments, "--lang", "en"]
        return Process(arguments[0], line, self._log)

    def _configuration(self) -> Path:
        file = self.folder / "nats.conf"
        store = f'jetstream {{ store_dir: "{self.folder}/engine", sync_interval: always }}'
        file.write_text(f"listen: {self.url.removeprefix('nats://')}\n{store}\n")
        return file

    def _table(self, table: str) -> Path:
        file, copies = self.folder / f"{table}.toml", self.journal(table)
        usual = DEFAULT_TABLE.read_text(encoding="utf-8").replace('"journal/', f'"{copies}/')
        names = f'house = "{HOUSE}"\nname = "{table}"\nservers = ["{self.url}"]'
        file.write_text(f"{usual}\n[floor]\n{names}\n", encoding="utf-8")
        return file
