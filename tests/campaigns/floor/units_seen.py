"""Runs beside a floor's units, where systemd does: looks until all is done, and says what it saw.

    python units_seen.py DATABASE FACTS RECORDS UNIT…

It is a part of no package there: of Croupier it uses the database alone.
"""

import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from sqlalchemy import create_engine, func, select, table
from sqlalchemy.exc import SQLAlchemyError

PATIENCE_S = 60.0
PAGE = "http://127.0.0.1:8070/"
FIGURES = [f"http://127.0.0.1:{port}/metrics" for port in (9101, 9102, 9103)]
SEEN = Path("/out/seen.json")
ASKED = ("ActiveState", "NRestarts", "User", "Type", "WatchdogUSec")


def main(database: str, facts: str, records: str, *units: str) -> None:
    wanted = {"fact": int(facts), "record": int(records), "jackpot_line": 1, "page": 200}
    wanted |= {"connected": len(FIGURES), "table_up": 1, "fields": 1}
    end, seen = time.monotonic() + PATIENCE_S, _seen(database)
    while seen != wanted and time.monotonic() < end:
        time.sleep(1)
        seen = _seen(database)
    SEEN.write_text(json.dumps({"seen": seen, "units": {unit: _unit(unit) for unit in units}}))
    log = _output("/usr/bin/journalctl", "--no-pager", "-u", "croupier*", "-u", "floor-admit")
    log += _output("/opt/croupier-floor/bin/croupier", "floor", "rejected", "--database", database)
    SEEN.with_name("log").write_text(log)


def _seen(database: str) -> dict[str, int]:
    seen = {"page": 0}
    with suppress(OSError), urlopen(PAGE) as answer:
        seen["page"] = answer.status
    figures = "".join(map(_page, FIGURES)).splitlines()
    seen["connected"] = figures.count("croupier_engine_connected 1.0")
    seen["table_up"] = figures.count('croupier_table_up{table="table-7"} 1.0')
    by_field = _output(
        "/usr/bin/journalctl", "-q", "-u", "croupier-ledger", "CROUPIER_EVENT=floor.found"
    )
    seen["fields"] = min(len(by_field.splitlines()), 1)
    with suppress(SQLAlchemyError), create_engine(database).connect() as connection:
        for name in ("fact", "record", "jackpot_line"):
            counted = select(func.count()).select_from(table(name))
            seen[name] = connection.execute(counted).scalar_one()
    return seen


def _page(address: str) -> str:
    with suppress(OSError), urlopen(address) as answer:  # noqa: S310
        return str(answer.read().decode())
    return ""


def _unit(unit: str) -> dict[str, str]:
    command = ("/usr/bin/systemctl", "show", unit, *(f"--property={name}" for name in ASKED))
    return dict(line.split("=", 1) for line in _output(*command).splitlines())


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
