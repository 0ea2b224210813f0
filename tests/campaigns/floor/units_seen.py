"""Runs beside a floor's units, where systemd does: looks until all is done, and says what it saw.

    python units_seen.py DATABASE FACTS RECORDS UNIT…

It is a part of no package there: of Croupier it uses the database alone.
"""

import json
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

from sqlalchemy import create_engine, func, select, table
from sqlalchemy.exc import SQLAlchemyError

PATIENCE_S = 60.0
PAGE = "http://127.0.0.1:8070/"
FIGURES = [f"http://127.0.0.1:{port}/metrics" for port in (9101, 9102, 9103)]
SEEN = Path("/out/seen.json")
PAST_DAYS = 40
MOVE_LINES = (
    "CREATE TABLE {table}_{day:%Y%m%d} PARTITION OF {table} "
    "FOR VALUES FROM ('{day}') TO ('{next}')",
    "UPDATE {table} SET day = '{day}'",
)
SEAL_DAY = (
    "INSERT INTO sealed_day (property, day, number, octets, previous, sealed_ms) "
    "SELECT DISTINCT property, '{day}', 0, ''::bytea, '', 0 FROM journal_place"
)
ASKED = ("ActiveState", "NRestarts", "User", "Type", "WatchdogUSec")


def main(database: str, facts: str, records: str, *units: str) -> None:
    wanted = {"fact": int(facts), "record": int(records), "jackpot_line": 1, "page": 200}
    wanted |= {"connected": len(FIGURES), "table_up": 1, "fields": 1}
    end, seen = time.monotonic() + PATIENCE_S, _seen(database)
    while seen != wanted and time.monotonic() < end:
        time.sleep(1)
        seen = _seen(database)
    shown = {unit: _unit(unit) for unit in units}
    archived = _archive(database)
    SEEN.write_text(json.dumps({"seen": seen, "units": shown, "archived": archived}))
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


def _archive(database: str) -> dict[str, str]:
    """Have all lines be of a sealed day that is long past, switch the timer on and start its
    service; return what became of them.
    """
    day = datetime.now(UTC).date() - timedelta(PAST_DAYS)
    with create_engine(database).begin() as connection:
        for name in ("fact", "record"):
            for statement in MOVE_LINES:
                values = {"table": name, "day": day, "next": day + timedelta(1)}
                connection.exec_driver_sql(statement.format(**values))
        connection.exec_driver_sql(SEAL_DAY.format(day=day))
    _output("/usr/bin/systemctl", "enable", "--now", "croupier-archive.timer")
    _output("/usr/bin/systemctl", "start", "croupier-archive.service")
    command = ("/usr/bin/systemctl", "show", "croupier-archive.service", "--property=Result,User")
    archived = dict(line.split("=", 1) for line in _output(*command).splitlines())
    archived["timer"] = _output("/usr/bin/systemctl", "is-active", "croupier-archive.timer").strip()
    archived["files"] = str(len([*Path("/var/lib/croupier-archive").glob("*/*/*.parquet")]) > 0)
    with create_engine(database).connect() as connection:
        for name in ("fact", "record", "archived_day"):
            count = connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one()  # noqa: S608
            archived[name] = str(count)
    return archived


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
