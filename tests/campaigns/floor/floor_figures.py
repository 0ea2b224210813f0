"""What a floor of many tables took: time, memory, processor and disk."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from sqlalchemy import func, select

from firmware.floor.ledger.alarms import alarms
from firmware.floor.store import FACT, RECORD, connect
from tests.campaigns.floor.floor_replayed import Clock
from tests.kits.floor_processes import Process

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
        folder = Path(f"/proc/{process.pid}")
        status = (folder / "status").read_text(encoding="ascii")
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        fields = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        seconds = (int(fields[11]) + int(fields[12])) / TICKS_S
        return cls(process.name, int(peak.split()[1]) / 1024, seconds)


class Played(Protocol):
    """The tables, once they have ended."""

    lags: list[float]
    clocks: dict[str, Clock]

    @property
    def records(self) -> int: ...

    def behind(self) -> int: ...


def figures(
    many: Played, used: Sequence[Used], folder: Path, database: str
) -> tuple[list[str], bool]:
    """Return the figures in words, and whether the ledger has all and found nothing amiss."""
    facts, records, found = _kept(database)
    lags, behind, told = sorted(many.lags), many.behind(), many.records
    each_s = next(iter(many.clocks.values())).each_s
    lines = [
        f"{len(many.clocks)} tables, a record each {each_s:g} s: {told:,} records",
        f"kept: {facts:,} facts, {records:,} records; {behind} tables lack something",
        f"a fact is kept after {_at(lags, 0.5)}, p99 {_at(lags, 0.99)}, at most {_at(lags, 1)}",
        *(f"{u.name}: {u.mib:.0f} MiB at most, {u.seconds:.1f} s of processor" for u in used),
    ]
    for name in ("engine", "ledger.db"):
        octets = _octets(folder, name) / told
        day = octets * DAY_S / each_s / MIB
        lines.append(f"{name}: {octets:.0f} octets a record, {day:.1f} MiB a table and day")
    lines.append(f"alarms: {found}")
    return lines, not behind and not found


def _kept(database: str) -> tuple[int, int, list[str]]:
    """Return how many facts and records the ledger has, and the kinds of its alarms."""
    store = connect(database)
    with store.connect() as connection:
        facts, records = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (FACT, RECORD)
        )
        found = [row["kind"] for row in alarms(connection)]
    store.dispose()
    return facts, records, found


def _at(values: Sequence[float], part: float) -> str:
    """Return the value below which this part of all sorted values is."""
    return f"{values[min(len(values) - 1, int(part * len(values)))]:.2f} s" if values else "never"


def _octets(folder: Path, name: str) -> int:
    """Return the octets on disk of all files whose path begins with a name."""
    files = (path for path in folder.glob(f"{name}*/**/*"))
    every = {path for path in (*files, *folder.glob(f"{name}*")) if path.is_file()}
    return sum(512 * path.stat().st_blocks for path in every)
