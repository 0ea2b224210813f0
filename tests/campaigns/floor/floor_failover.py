"""The ledger's PostgreSQL fails over while a jackpot is played for and won; its order stays.

    python -m tests.campaigns.floor.floor_failover --speed 10

Two tables in service share a jackpot, with their uplinks, an engine, a ledger and a keeper, over a
primary and an asynchronous standby:

1. the database is dumped, both tables win, the dump is restored, the keeper begins again;
2. replication stands still, both tables win, the primary is killed and the standby promoted: the
   address with both hosts leads ledger and keeper there;
3. the old primary comes back as it was: a keeper begins at it, beside the other one, and a table
   wins; then the other one begins anew too, and finds the old primary first; the old one is ended.

After each the lines and grants must be those from before, octet for octet. At the end no line may
be in the stream twice, and `croupier jackpot audit`, `floor audit` and `floor verify` must find
nothing.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.campaigns.floor.failover_found import Lines, audits, doubled_lines, lines_at
from tests.campaigns.floor.floor_evening import program, say
from tests.kits.floor_processes import free_port
from tests.kits.postgres import programs
from tests.kits.postgres_pair import HOUSE, PostgresServer, house_url
from tools.floor.local_floor import Floor

PATIENCE_S: Final = 600.0
LUCKY_AGAIN_S: Final = 120.0
"""After which the tables are lucky again: a bet or the deal was put right."""
LOOK_S: Final = 1.0


class Evening:
    """The floor with its two database servers."""

    def __init__(self, folder: Path, speed: str) -> None:
        place = programs()
        if place is None:
            raise SystemExit("no PostgreSQL: sudo apt-get install postgresql")
        servers = folder / "postgresql"
        servers.mkdir()
        servers.chmod(0o777)
        self.first = PostgresServer(place, servers / "first")
        self.second = PostgresServer(place, servers / "second")
        self.floor = Floor(folder, str(program()), free_port(), speed)
        self.floor.store = house_url(self.first, self.second)
        self.floor.tables = [table for table in self.floor.tables if table.shares]
        self.dump = servers / "dump"
        self.failures: list[str] = []
        self._resting: set[str] = set()
        """Processes that are not begun again when they end."""

    @contextmanager
    def running(self) -> Iterator[None]:
        self.first.create()
        self.second.copy(self.first)
        try:
            with self.floor.running.all_ended():
                self.floor.begin_servers()
                for table in self.floor.tables:
                    self.floor.begin_table(table)
                    self.floor.begin_uplink(table)
                yield
        finally:
            for server in (self.first, self.second):
                server.end()

    def until(self, what: str, is_so: Callable[[], object]) -> None:
        """Wait, and begin again whatever ends, as its unit has it. Raises SystemExit."""
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"{what}: not within {PATIENCE_S:g} s")
            for name in {*self.floor.running.ended} - self._resting:
                self.floor.running.kill(name)
            time.sleep(LOOK_S)

    def win(self, server: PostgresServer, tables: int) -> Lines:
        """Have so many tables win, and return the lines once a server has those hits."""
        wanted = len(lines_at(server).grants) + tables
        lucky_at = float("-inf")

        def have_won() -> bool:
            nonlocal lucky_at
            if time.monotonic() - lucky_at > LUCKY_AGAIN_S:
                lucky_at = time.monotonic()
                for table in self.floor.tables[:tables]:
                    self.floor.running.signal(table.name, signal.SIGUSR1)
            return len(lines_at(server).grants) >= wanted

        self.until(f"{wanted} hits", have_won)
        return lines_at(server)

    def counts_on(self, server: PostgresServer, rounds: int = 4) -> None:
        """Wait until a server has so many lines more."""
        wanted = lines_at(server).version + rounds
        self.until("more rounds are counted", lambda: lines_at(server).version >= wanted)

    def has_again(self, server: PostgresServer, before: Lines) -> None:
        """Wait until a server has as many lines as before, and compare them."""
        self.until("the lines are back", lambda: lines_at(server).version >= before.version)
        self.failures += lines_at(server).differences_from(before)

    def rest(self, name: str) -> None:
        """End a process until it is begun again by hand."""
        self._resting.add(name)
        self.floor.running.end(name)

    def begin_keeper(self, name: str = "keeper", store: str = "") -> None:
        self._resting.discard(name)
        self.floor.begin_keeper(name, store)


def restored_dump(evening: Evening) -> None:
    first, dump = evening.first, str(evening.dump)
    first.run("pg_dump", "-Fc", "-f", dump, HOUSE)
    before = evening.win(first, 2)
    evening.rest("keeper")
    first.run("psql", "-q", "-c", f"DROP DATABASE {HOUSE} WITH (FORCE)", "postgres")
    first.run("createdb", HOUSE)
    first.run("pg_restore", "-d", HOUSE, dump)
    say(f"restored: {lines_at(first)}, before: {before}")
    evening.begin_keeper()
    evening.has_again(first, before)
    evening.counts_on(first)


def failed_over(evening: Evening) -> None:
    evening.first.hold_replication()
    before = evening.win(evening.first, 2)
    evening.counts_on(evening.first)
    before = lines_at(evening.first)
    evening.first.kill()
    say(f"the standby has {lines_at(evening.second)}, the primary had {before}")
    evening.second.promote()
    evening.has_again(evening.second, before)
    evening.counts_on(evening.second)


def split_brain(evening: Evening) -> None:
    old, new = evening.first, evening.second
    old.begin()
    say(f"the old primary has {lines_at(old)}, the new one {lines_at(new)}")
    evening.begin_keeper("keeper-of-old", old.url)
    evening.win(new, 1)
    evening.counts_on(new)
    evening.rest("keeper")
    evening.begin_keeper()  # its address leads it to the old primary, which takes writes too
    evening.has_again(old, lines_at(new))
    evening.rest("keeper-of-old")
    before = lines_at(old)
    old.end()
    evening.has_again(new, before)
    evening.win(new, 1)
    evening.counts_on(new)


def run(folder: Path, speed: str) -> int:
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    evening = Evening(folder, speed)
    with evening.running():
        evening.until("a first line", lambda: lines_at(evening.first).version > 1)
        for act in (restored_dump, failed_over, split_brain):
            say(f"{time.strftime('%H:%M:%S')} {act.__name__}")
            act(evening)
        for table in evening.floor.tables:
            evening.rest(table.name)
        failures = [*evening.failures, *doubled_lines(evening.floor)]
        failures += audits(evening.floor, evening.second, evening.until)
        say(f"at the end: {lines_at(evening.second)}")
    for failure in failures:
        say(f"AMISS: {failure}")
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", default="10", help="how much faster than people they play")
    parser.add_argument("--folder", type=Path, help="keep everything there; it must be empty")
    options = parser.parse_args()
    if options.folder is not None:
        return run(options.folder.resolve(), options.speed)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        return run(Path(folder), options.speed)


if __name__ == "__main__":
    sys.exit(main())
