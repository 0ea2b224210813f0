"""`make floor`: an engine, a ledger, a keeper, the pit, and five simulated tables, until Ctrl-C."""

import argparse
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.commands.pit import PORT as PIT_PORT
from firmware.floor.lot.line import Line
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_socket import ControlError
from tools.floor.lot import LOT, key, people, terms
from tools.floor.people import NAME, accounts, passphrase
from tools.floor.processes import Processes
from tools.floor.tables import GAMES, HOUSE, Table, set_up

PORT: Final = 4222
SAID_S: Final = 3.0
STAGED_S: Final = 30.0
"""When the table is cut off or the lot won, and for how long it is cut off."""
AGAIN_S: Final = 120.0
"""After which the table is lucky again, if nobody has won: a bet or the deal was put right."""
LUCKY: Final = "caribbean-2"


class Floor:
    """Everything on one machine, in a folder."""

    def __init__(self, folder: Path, engine: str, port: int, speed: str) -> None:
        self.folder = folder
        self.server = f"nats://127.0.0.1:{port}"
        self.store = f"sqlite:///{folder}/ledger.db"
        self.tables = set_up(folder, self.server)
        self.running = Processes(folder)
        self._engine = engine
        self._speed = speed

    def begin(self, pit_port: int) -> None:
        self.begin_servers()
        self.begin_pit(pit_port)
        for table in self.tables:
            self.running.begin(table.name, self._table(table))
            self.begin_uplink(table)

    def begin_servers(self) -> None:
        """Begin all but the tables."""
        self.begin_engine()
        ledger = ("--house", HOUSE, "--database", self.store, "--server", self.server)
        self.running.begin("ledger", _croupier("ledger", *ledger))
        self.running.begin("keeper", _croupier("keeper", LOT, *self._keeper()))

    def begin_pit(self, port: int) -> None:
        """Begin the pit, and say how to sign in."""
        people = ("--accounts", str(accounts(self.folder)))
        said = passphrase(self.folder)
        self.running.begin(
            "pit", _croupier("pit", "--ledger", self.store, *people, "--port", str(port))
        )
        say(f"the pit: http://127.0.0.1:{port} as {NAME}, passphrase {said}")

    def begin_engine(self, limits: str = "max_file_store: 1GB") -> None:
        """Begin the engine, with limits as its configuration has them."""
        file, store = self.folder / "nats.conf", f'store_dir: "{self.folder}/engine"'
        listen = f"listen: {self.server.removeprefix('nats://')}"
        file.write_text(f"{listen}\njetstream {{ {store}, sync_interval: always, {limits} }}\n")
        self.running.begin("engine", [self._engine, "-c", str(file)])

    def begin_uplink(self, table: Table) -> None:
        self.running.begin(uplink(table), self.uplink(table))

    def uplink(self, table: Table) -> Sequence[str]:
        """Return how the uplink of a table is begun."""
        return _croupier("uplink", "--config", str(table.config))

    def _keeper(self) -> Sequence[str]:
        signed = (
            "--keeper-key",
            str(key(self.folder, "keeper")),
            "--people",
            str(people(self.folder)),
        )
        stored = ("--store", self.store, "--server", self.server)
        return (*stored, *signed, "--terms", str(terms(self.folder)))

    def _table(self, table: Table) -> Sequence[str]:
        program = "tools.floor.lucky" if table.name == LUCKY else "firmware.cli.main"
        run = ("run", "--config", str(table.config), "--plain", "--speed", self._speed)
        return [sys.executable, "-m", program, *run]


class Stage:
    """What one wants to see: a table that is cut off, a lot that is won."""

    def __init__(self, floor: Floor, cut: str | None, *, hit: bool) -> None:
        self._floor = floor
        self._cut = next((t for t in floor.tables if t.name == cut), None)
        self._is_cut = False
        self._hit_at = STAGED_S if hit else float("inf")

    def look(self, seconds: float, line: Line | None) -> None:
        """Do what is due so many seconds after the start."""
        if self._cut is not None:
            self._at_cut(self._cut, seconds)
        if line is not None and line.hits == 0 and seconds >= self._hit_at:
            self._hit_at = seconds + AGAIN_S
            say(f"{LUCKY}: the next hand but one is a royal flush, with a bet on the lot")
            self._floor.running.signal(LUCKY, signal.SIGUSR1)

    def _at_cut(self, table: Table, seconds: float) -> None:
        is_due = STAGED_S <= seconds < 2 * STAGED_S
        if is_due and not self._is_cut:
            say(f"{table.name} is cut off: it plays on; its bets on a lot close within 10 seconds")
            self._floor.running.end(uplink(table))
        elif self._is_cut and not is_due:
            say(f"{table.name} is there again: what is missing is sent")
            self._floor.begin_uplink(table)
        self._is_cut = is_due


def main() -> int:
    asked = _arguments()
    folder = asked.folder.resolve()
    folder.mkdir(exist_ok=True)
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    floor = Floor(folder, asked.engine, asked.port, asked.speed)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt), floor.running.all_ended():
        floor.begin(asked.pit_port)
        return _watch(floor, Stage(floor, asked.cut, hit=asked.hit))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make floor", description=__doc__)
    parser.add_argument("--engine", required=True, help="the nats-server")
    parser.add_argument("--folder", type=Path, default=Path(".floor"))
    parser.add_argument("--port", type=int, default=PORT, help="of the engine")
    parser.add_argument("--pit-port", type=int, default=PIT_PORT, help="of the pit's page")
    parser.add_argument("--speed", default="5", help="how much faster than people they play")
    parser.add_argument("--hit", action="store_true", help="have the lot won after half a minute")
    parser.add_argument(
        "--cut",
        choices=GAMES,
        metavar="TABLE",
        help=f"cut it off for half a minute: {', '.join(GAMES)}",
    )
    return parser.parse_args()


def _watch(floor: Floor, stage: Stage) -> int:
    """Say how everything is, every few seconds; return 1 once something has ended by itself."""
    begun = time.monotonic()
    while True:
        time.sleep(SAID_S)
        for name in floor.running.ended:
            say(f"{name} has ended: {floor.running.log(name)} says why")
            return 1
        kept, line = _ledger(floor.folder / "ledger.db")
        say(f"kept: {kept}")
        say(f"lot: {_told(line)}; shown: {_shown(floor.tables)}")
        stage.look(time.monotonic() - begun, line)


def _ledger(database: Path) -> tuple[str, Line | None]:
    """Return how many facts and records the ledger has, and the newest line of the lot."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(database)) as ledger:
        facts, records = (_count(ledger, table) for table in ("fact", "record"))
        newest = "SELECT body FROM lot_line ORDER BY version DESC LIMIT 1"
        found = ledger.execute(newest).fetchone()
        line = msgspec.json.decode(found[0], type=Line) if found else None
        return f"{facts:,} facts, {records:,} records", line
    return "nothing yet", None


def _count(ledger: sqlite3.Connection, table: str) -> int:
    return int(ledger.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608


def _told(line: Line | None) -> str:
    if line is None:
        return "not begun"
    units = f"{line.pool:,} units, reserve {line.reserve:,}"
    return f"line {line.version} of lot {line.generation}, {units}, won {line.hits} times"


def _shown(tables: Sequence[Table]) -> str:
    return ", ".join(f"{table.name} {_lot(table)}" for table in tables if table.shares)


def _lot(table: Table) -> str:
    try:
        cents = ask(table.socket).lot
    except ControlError:
        return "silent"
    return "none" if cents is None else f"{cents / 100:,.2f} $"


def uplink(table: Table) -> str:
    return f"{table.name}-uplink"


def _croupier(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "firmware.cli.main", *arguments]


def say(line: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
