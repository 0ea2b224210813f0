"""What a floor of many tables took: time, memory, processor and disk."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from sqlalchemy import Engine, func, select, text

from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.schema import migrate_database
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, open_database
from tests.campaigns.floor.floor_replayed import Clock
from tests.kits.floor_processes import Process
from tests.kits.postgres import postgres, programs

DAY_S: Final = 86_400
MIB: Final = 1 << 20
TICKS_S: Final = 100


class Used(NamedTuple):
    """What a process has had: the most memory in MiB, and seconds of processor."""

    name: str
    mib: float
    seconds: float

    @classmethod
    def by(cls, process: Process) -> "Used":
        return cls(process.name, _kib(process.pid, "status", "VmHWM") / 1024, _cpu_s(process.pid))


class Database:
    """The ledger's database, how large it was at first, and what its own processes have had."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store = open_database(url)
        self._is_file = self.store.dialect.name == "sqlite"
        migrate_database(self.store)
        self._empty = self._octets()

    @property
    def octets(self) -> int:
        """How much it has grown."""
        return self._octets() - self._empty

    def used(self) -> Iterator[Used]:
        """Yield what the processes of PostgreSQL that serve it have had by now."""
        if not self._is_file:
            pids = self._ask("SELECT pid FROM pg_stat_activity")
            mib = sum(_kib(pid, "smaps_rollup", "Pss:") for pid in pids) / 1024
            yield Used("postgresql", mib, sum(map(_cpu_s, pids)))

    def _octets(self) -> int:
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        size = "SELECT pg_database_size(current_database())"
        return self._ask(pages if self._is_file else size)[0]

    def _ask(self, what: str) -> list[int]:
        with self.store.connect() as connection:
            return list(connection.execute(text(what)).scalars())


@contextmanager
def database(folder: Path, *, postgresql: bool) -> Iterator[Database]:
    """Give an empty database: a file of the folder, or a PostgreSQL of its own. Raises SystemExit
    if there is none.
    """
    place = programs() if postgresql else None
    if postgresql and place is None:
        raise SystemExit("no PostgreSQL: sudo apt-get install postgresql")
    with postgres(place) if place else nullcontext(f"sqlite:///{folder}/ledger.db") as url:
        found = Database(url)
        yield found
        found.store.dispose()


def _kib(pid: int, file: str, name: str) -> int:
    """Return a value of a process's memory."""
    lines = Path(f"/proc/{pid}/{file}").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_S


class Played(Protocol):
    """The tables, once they have ended."""

    lags: list[float]
    clocks: dict[str, Clock]

    @property
    def records(self) -> int: ...

    def behind(self) -> int: ...


def figures(
    many: Played, used: Sequence[Used], folder: Path, database: Database
) -> tuple[list[str], bool]:
    """Return the figures in words, and whether the ledger has all and found nothing amiss."""
    facts, records, found = _ledger_counts(database.store)
    lags, behind, record_counts = sorted(many.lags), many.behind(), many.records
    each_s = next(iter(many.clocks.values())).each_s
    lines = [
        f"{len(many.clocks)} tables, a record each {each_s:g} s: {record_counts:,} records",
        f"kept: {facts:,} facts, {records:,} records; {behind} tables lack something",
        f"a fact is kept after {_at(lags, 0.5)}, p99 {_at(lags, 0.99)}, at most {_at(lags, 1)}",
        *(f"{u.name}: {u.mib:.0f} MiB at most, {u.seconds:.1f} s of processor" for u in used),
    ]
    for name, octets in (("engine", _octets(folder, "engine")), ("database", database.octets)):
        day = octets / record_counts * DAY_S / each_s / MIB
        lines.append(
            f"{name}: {octets / record_counts:.0f} octets a record, {day:.1f} MiB a table and day"
        )
    lines.append(f"alarms: {found}; load {os.getloadavg()[0]:.1f}")
    return lines, not behind and not found


def _ledger_counts(store: Engine) -> tuple[int, int, list[str]]:
    """Return how many facts and records the ledger has, and the kinds of its alarms."""
    with store.connect() as connection:
        facts, records = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (FACT_TABLE, RECORD_TABLE)
        )
        return facts, records, [row["kind"] for row in stored_alarms(connection)]


def _at(values: Sequence[float], part: float) -> str:
    """Return the value below which this part of all sorted values is."""
    return f"{values[min(len(values) - 1, int(part * len(values)))]:.2f} s" if values else "never"


def _octets(folder: Path, name: str) -> int:
    """Return the octets on disk of all files whose path begins with a name."""
    files = (path for path in folder.glob(f"{name}*/**/*"))
    every = {path for path in (*files, *folder.glob(f"{name}*")) if path.is_file()}
    return sum(512 * path.stat().st_blocks for path in every)
