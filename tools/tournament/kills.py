"""A tournament's hall, its tables, their uplinks and the engine are killed, and begun again."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.shell.sockets.line_client import is_served
from firmware.tournament.requests import SOCKET_NAME, ResumeClock, ask_tournament
from tools.floor.local_floor import print_line
from tools.floor.processes import Processes
from tools.tournament.files import name_of

EVERY_S: Final = 6
STARTS_S: Final = 30
LOOK_S: Final = 0.1
KINDS: Final = ("tournament", "uplink", "table", "engine")


class Kills:
    """Kills one process after the other, every few seconds."""

    def __init__(self, running: Processes, state: Path) -> None:
        self._running, self._state = running, state
        self._killed = time.monotonic()
        self.done: Counter[str] = Counter()
        """How often each kind of process was killed."""

    def look(self, now: float, tables: Sequence[int]) -> None:
        """Kill the next one if it is time, of the tables in turn; the clock of a hall that is back
        is resumed.
        """
        if now - self._killed < EVERY_S:
            return
        kill_number, at = divmod(self.done.total(), len(KINDS))
        kind, table = KINDS[at], name_of(tables[kill_number % len(tables)])
        name = {"uplink": f"{table}-uplink", "table": table}.get(kind, kind)
        print_line(f"killed: {name}")
        self._running.kill(name)
        self._killed, self.done[kind] = now, self.done[kind] + 1
        if kind == "tournament":
            wait_for_hall(self._state)
            ask_tournament(self._state, ResumeClock(count_away=False))


def wait_for_hall(state: Path) -> None:
    """Return once the hall answers. Raises TimeoutError."""
    end = time.monotonic() + STARTS_S
    while not is_served(state / SOCKET_NAME):
        if time.monotonic() > end:
            raise TimeoutError(f"the hall does not answer: {state / 'tournament.log'} says why")
        time.sleep(LOOK_S)
