"""A floor on this machine: its servers and tables, begun in a folder."""

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.floor.bank import BANK, set_up_bank
from tools.floor.enrolled import (
    HOUSE,
    admit_all,
    enrol_services,
    key_file,
    people_folder,
)
from tools.floor.jackpot import LOT, terms
from tools.floor.people import PEOPLE, accounts, passphrase
from tools.floor.processes import Processes
from tools.floor.tables import Table, set_up

LUCKY: Final = "caribbean-2"
ERASE_LINE: Final = "\r\x1b[K"


class Floor:
    """Everything on one machine, in a folder."""

    def __init__(
        self, folder: Path, engine: str, port: int, speed: str, day_starts: str = "06:00"
    ) -> None:
        self.folder = folder
        self.server = f"nats://127.0.0.1:{port}"
        self.store = f"sqlite:///{folder}/ledger.db"
        self.tables = set_up(folder, self.server)
        self.running = Processes(folder)
        self._engine = engine
        self._speed = speed
        self._day_starts = day_starts

    def begin(self, pit_port: int) -> None:
        self.begin_servers()
        self.begin_pit(pit_port)
        for table in self.tables:
            self.begin_table(table)
            self.begin_uplink(table)
        self.begin_bank()

    def begin_servers(self) -> None:
        """Begin all but the tables."""
        enrol_services(self.folder, {"ledger": "ledger", "keeper": "keeper", "pit": "pit"})
        set_up_bank(self.folder, self.server)
        admit_all(self.folder, self.store)
        self.begin_engine()
        stored = ("--house", HOUSE, "--database", self.store, "--server", self.server)
        days = ("--day-starts", self._day_starts)
        ledger = (*stored, *days, *self._signing("ledger"))
        self.running.begin("ledger", _croupier("ledger", *ledger))
        self.begin_keeper()

    def begin_keeper(self, name: str = "keeper", store: str = "") -> None:
        """Begin a keeper, of the floor's database if no other is given."""
        self.running.begin(name, _croupier("keeper", LOT, *self._keeper(store or self.store)))

    def begin_pit(self, port: int) -> None:
        """Begin the pit, and say how to sign in."""
        people = ("--accounts", str(accounts(self.folder)))
        secret = passphrase(self.folder)
        self.running.begin(
            "pit",
            _croupier(
                *("pit", "--ledger", self.store, *people, "--port", str(port)),
                *("--pit-key", str(key_file(self.folder, "pit-chain"))),
                *("--day-starts", self._day_starts),
                *("--people", str(people_folder(self.folder))),
                *("--server", self.server),
            ),
        )
        names = ", ".join(f"{name} ({role})" for name, role in PEOPLE.items())
        print_line(f"the pit: http://127.0.0.1:{port}, passphrase {secret}, as {names}")

    def begin_engine(self, limits: str = "max_file_store: 1GB") -> None:
        """Begin the engine, with limits as its configuration has them."""
        file, store = self.folder / "nats.conf", f'store_dir: "{self.folder}/engine"'
        listen = f"listen: {self.server.removeprefix('nats://')}"
        file.write_text(f"{listen}\njetstream {{ {store}, sync_interval: always, {limits} }}\n")
        self.running.begin("engine", [self._engine, "-c", str(file)])

    def begin_table(self, table: Table) -> None:
        self.running.begin(table.name, self._table(table))

    def begin_uplink(self, table: Table) -> None:
        self.running.begin(uplink(table), self.uplink(table))

    def begin_bank(self) -> None:
        """Begin a bank of simulated slot machines, and its uplink."""
        bank = "--config", str(set_up_bank(self.folder, self.server))
        state = "--state", str(self.folder / BANK)
        self.running.begin(BANK, _croupier("slots", "serve", *bank, *state, "--simulate"))
        self.running.begin(f"{BANK}-uplink", _croupier("slots", "uplink", *bank, *state))

    def uplink(self, table: Table) -> Sequence[str]:
        """Return how the uplink of a table is begun."""
        return _croupier("uplink", "--config", str(table.config))

    def _keeper(self, store: str) -> Sequence[str]:
        signed = (
            "--jackpot-key",
            str(key_file(self.folder, LOT)),
            *self._signing("keeper"),
        )
        stored = ("--store", store, "--server", self.server)
        return (*stored, *signed, "--terms", str(terms(self.folder)))

    def _signing(self, name: str) -> Sequence[str]:
        """Return the options of a process that signs its messages."""
        signing_key = ("--key", str(key_file(self.folder, name)))
        return (*signing_key, "--people", str(people_folder(self.folder)))

    def _table(self, table: Table) -> Sequence[str]:
        program = "tools.floor.jackpot_table" if table.shares else "firmware.cli.main"
        run = ("run", "--config", str(table.config), "--plain", "--speed", self._speed)
        return [sys.executable, "-m", program, *run]


def uplink(table: Table) -> str:
    return f"{table.name}-uplink"


def _croupier(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "firmware.cli.main", *arguments]


def print_line(line: str) -> None:
    erased = ERASE_LINE if sys.stdout.isatty() else ""
    sys.stdout.write(f"{erased}{time.strftime('%H:%M:%S')} {line}\n")
    sys.stdout.flush()


def print_status(line: str) -> None:
    """Print a line that on a terminal the next one replaces, so that the others stay in sight."""
    if not sys.stdout.isatty():
        print_line(line)
        return
    stamped = f"{time.strftime('%H:%M:%S')} {line}"
    sys.stdout.write(f"{ERASE_LINE}{stamped[: shutil.get_terminal_size().columns - 1]}")
    sys.stdout.flush()
