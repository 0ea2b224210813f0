"""A floor with a jackpot, over a primary and a standby of PostgreSQL."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.campaigns.floor.failover_found import Lines, lines_at
from tests.campaigns.floor.floor_evening import program
from tests.kits.floor_processes import free_port
from tests.kits.postgres import programs
from tests.kits.postgres_pair import PostgresServer, house_url
from tools.floor.local_floor import Floor
from tools.floor.tables import Table

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

    def begin_table(self, table: Table) -> None:
        self._resting.discard(table.name)
        self.floor.begin_table(table)

    def begin_keeper(self, name: str = "keeper", store: str = "") -> None:
        self._resting.discard(name)
        self.floor.begin_keeper(name, store)
