"""`make floor`: an engine, a ledger, a keeper, the pit, five tables and a bank, until Ctrl-C."""

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

from firmware.cli.commands.pit import DEFAULT_PORT as PIT_PORT
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.signed_line import decode_line
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError
from tools.floor.local_floor import Floor, print_line, print_status
from tools.floor.stage import Stage
from tools.floor.tables import GAMES, Table

PORT: Final = 4222
STATUS_INTERVAL_S: Final = 3.0


def main() -> int:
    options = _arguments()
    folder = options.folder.resolve()
    folder.mkdir(exist_ok=True)
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    floor = Floor(folder, options.engine, options.port, options.speed, options.day_starts)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt), floor.running.all_ended():
        floor.begin(options.pit_port)
        return _watch(floor, Stage(floor, options.cut, hit=options.hit))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make floor", description=__doc__)
    parser.add_argument("--engine", required=True, help="the nats-server")
    parser.add_argument("--folder", type=Path, default=Path(".floor"))
    parser.add_argument("--port", type=int, default=PORT, help="of the engine")
    parser.add_argument("--pit-port", type=int, default=PIT_PORT, help="of the pit's page")
    parser.add_argument(
        "--day-starts", default="06:00", metavar="HH:MM", help="when the gaming day begins"
    )
    parser.add_argument("--speed", default="5", help="how much faster than people they play")
    parser.add_argument(
        "--hit", action="store_true", help="have the jackpot won after half a minute"
    )
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
        time.sleep(STATUS_INTERVAL_S)
        for name in floor.running.ended:
            print_line(f"{name} has ended: {floor.running.log(name)} says why")
            return 1
        counts, line = _ledger(floor.folder / "ledger.db")
        shown = f"shown: {_shown(floor.tables)}"
        print_status(f"kept: {counts}; jackpot: {_status_line(line)}; {shown}")
        stage.look(time.monotonic() - begun, line)


def _ledger(database: Path) -> tuple[str, LedgerLine | None]:
    """Return how many facts and records the ledger has, and the newest line of the lot."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(database)) as ledger:
        facts, records = (_count(ledger, table) for table in ("fact", "record"))
        newest = "SELECT body FROM jackpot_line ORDER BY version DESC LIMIT 1"
        found = ledger.execute(newest).fetchone()
        line = decode_line(found[0]).line if found else None
        return f"{facts:,} facts, {records:,} records", line
    return "nothing yet", None


def _count(ledger: sqlite3.Connection, table: str) -> int:
    return int(ledger.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608


def _status_line(line: LedgerLine | None) -> str:
    if line is None:
        return "not begun"
    units = f"{line.pool:,} units, reserve {line.reserve:,}"
    return f"line {line.version} of jackpot {line.generation}, {units}, won {line.hits} times"


def _shown(tables: Sequence[Table]) -> str:
    return ", ".join(f"{table.name} {_lot(table)}" for table in tables if table.shares)


def _lot(table: Table) -> str:
    try:
        cents = query_status(table.socket).lot
    except ControlError:
        return "silent"
    return "none" if cents is None else f"${cents / 100:,.2f}"


if __name__ == "__main__":
    raise SystemExit(main())
