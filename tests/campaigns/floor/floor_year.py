"""A year of a floor in PostgreSQL: how large, how quickly asked, archived, opened again, restored.

    python -m tests.campaigns.floor.floor_year --tables 30 --days 365 --raw-days 2

The takings of each hour are sums of the fold over evenings that were played, the raw lines copies
of those that a ledger has stored. Each figure is measured by this machine's own clock; a day that
is opened again from its archive must have the rows that it had, octet for octet.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import Engine, make_url, text

from firmware.floor.archive.day_archive import DayArchive
from firmware.floor.archive.day_rows import MOVED_TABLES, DatabaseDay, DayEnds, day_rows
from firmware.floor.archive.detach import archive_day
from firmware.floor.archive.parquet_rows import RowDigest
from firmware.floor.archive.reopen import reopen_day
from firmware.floor.archive.table_day import table_rows
from firmware.floor.gaming_day import USUAL_CALENDAR
from firmware.floor.ledger.rebuild_rows import catch_up_rows
from firmware.floor.ledger.table_message import current_day
from firmware.floor.projection.edges import find_edges
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from firmware.shell.trust.keys import DeviceKey
from tests.campaigns.floor.year_pit import timed
from tests.campaigns.floor.year_rows import YearTable, fill_lines, fill_year, year_tables
from tests.campaigns.progress import say
from tests.kits.postgres import PEOPLE, postgres, programs

MIB = 1 << 20


class Year:
    """A database with a year of tables, its last days with their raw lines."""

    def __init__(self, store: Engine, folder: Path, asked: argparse.Namespace) -> None:
        self._store, self._folder = store, folder
        self._today = current_day(USUAL_CALENDAR)
        self._last_day = self._today - timedelta(1)
        self._tables: list[YearTable] = year_tables(asked.tables)
        self._raw_days = [
            self._last_day - timedelta(number) for number in reversed(range(asked.raw_days))
        ]
        self._days = asked.days
        self._archive, self._signer = folder / "archive", DeviceKey.enrol(folder)

    def fill(self) -> None:
        with timed(f"{self._days} days of {len(self._tables)} tables as rows"):
            fill_year(self._store, self._tables, self._last_day, self._days)
        with timed(f"{len(self._raw_days)} days of raw lines"):
            fill_lines(self._store, self._tables, self._raw_days)
        with self._store.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))

    def print_sizes(self) -> None:
        names = (
            *("hour_takings", "table_alarm", "acknowledgement", "form", "sealed_day"),
            *("table_state", "last_rounds"),
        )
        with self._store.connect() as connection:
            for name in names:
                size = connection.scalar(text(f"SELECT pg_total_relation_size('{name}')"))
                rows = connection.scalar(text(f"SELECT count(*) FROM {name}"))  # noqa: S608
                say(f"  {name}: {rows:,} rows, {size / MIB:,.1f} MiB")
            for name in ("fact", "record"):
                day = self._raw_days[0]
                partition = f"{name}_{day:%Y%m%d}"
                size = connection.scalar(text(f"SELECT pg_total_relation_size('{partition}')"))
                rows = connection.scalar(text(f"SELECT count(*) FROM {partition}"))  # noqa: S608
                say(f"  {name}, a day: {rows:,} rows, {size / MIB:,.1f} MiB")
            total = connection.scalar(text("SELECT pg_database_size(current_database())"))
        say(f"  database: {total / MIB:,.0f} MiB")

    def start_ledger(self) -> None:
        with timed("start of a ledger: schema, and rows caught up"):
            migrate_database(self._store)
            folded = catch_up_rows(self._store, find_edges, lambda _: None)
        say(f"  {folded} facts were not folded")

    def ask_pit(self) -> None:
        """Start a pit in a process of its own, look, and make reports."""
        url = self._store.url.render_as_string(hide_password=False)
        command = [sys.executable, "-m", "tests.campaigns.floor.year_pit", url]
        say(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())

    def archive(self) -> list[str]:
        """Archive a day, open it again, and return what is amiss."""
        amiss, day = [], self._raw_days[0]
        ends, before = DayEnds.of(day), self._digests(day)
        name = self._tables[0].name
        with timed("everything of a table on a date, from rows"), self._store.connect() as asked:
            rows = [
                (each.name, dict(row))
                for each, row in table_rows(DatabaseDay(asked, ends), ends, name)
            ]
        with timed("archive of a day"):
            *_, last = archive_day(self._store, self._archive, ends, self._today, self._signer)
        assert last.archive
        self._print_archive(last.archive)
        with timed("everything of a table on a date, from the archive"):
            last.archive.check()
            archived = [
                (each.name, dict(row)) for each, row in table_rows(last.archive, ends, name)
            ]
        say(f"  {len(rows):,} rows")
        if archived != rows:
            amiss.append("the archive answers otherwise than the rows")
        with timed("the day opened again"):
            reopen_day(self._store, self._archive, day)
        if self._digests(day) != before:
            amiss.append(f"{day} differs after it was opened again")
        return amiss

    def _print_archive(self, archive: DayArchive) -> None:
        for table in archive.manifest.tables:
            if table.rows > 1000:
                say(f"  {table.file_name}: {table.rows:,} rows, {table.size / MIB:,.1f} MiB")

    def _digests(self, day: date) -> dict[str, tuple[int, str]]:
        found = {}
        with self._store.connect() as connection:
            for table in MOVED_TABLES:
                digest = RowDigest()
                for row in day_rows(connection, table, DayEnds.of(day)):
                    digest.add(row)
                found[str(table.name)] = digest.rows, digest.text
        return found

    def restore(self, programs_folder: Path) -> None:
        """Dump the database and restore it as another."""
        url, dump = make_url(self._store.url), self._folder / "floor.dump"
        host = ["-h", str(url.query["host"]), "-U", "ledger"]
        with timed("pg_dump, all rows"):
            run([programs_folder / "pg_dump", *host, "-Fd", "-j2", "-Z1", "-f", dump, "postgres"])
        size = sum(path.stat().st_size for path in dump.iterdir())
        say(f"  {size / MIB:,.0f} MiB")
        with timed("pg_restore into another database"):
            run([programs_folder / "createdb", *host, "restored"])
            run([programs_folder / "pg_restore", *host, "-j2", "-d", "restored", dump])
        shutil.rmtree(dump)


def run(command: list[str | Path]) -> None:
    subprocess.run([*PEOPLE, *map(str, command)], check=True)


def campaign(asked: argparse.Namespace) -> list[str]:
    place = programs()
    if place is None:
        say("skipped: no PostgreSQL here")
        return []
    with tempfile.TemporaryDirectory() as name, postgres(place) as url:
        folder = Path(name)
        folder.chmod(0o777)
        store = open_database(url)
        migrate_database(store)
        year = Year(store, folder, asked)
        year.fill()
        year.print_sizes()
        year.start_ledger()
        year.ask_pit()
        amiss = year.archive()
        year.restore(place)
        store.dispose()
    say(f"amiss: {amiss}")
    return amiss


def main() -> int:
    """Return 1 if a day that was opened again differs."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=floor-year", description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--raw-days", type=int, default=2)
    return int(bool(campaign(parser.parse_args())))


if __name__ == "__main__":
    raise SystemExit(main())
