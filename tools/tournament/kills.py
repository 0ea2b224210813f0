"""A tournament's hall, its tables, their uplinks and the engine are killed, and begun again."""

import time
from collections import Counter
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from re import sub
from typing import Final

from firmware.hall.asking import GoOn, ask_hall
from firmware.shell.sockets.line_socket import listens
from tools.floor.processes import Processes
from tools.floor.running import say
from tools.tournament.files import name_of

EVERY_S: Final = 8
STARTS_S: Final = 30
LOOK_S: Final = 0.1


class Kills:
    """Kills one process after the other, every few seconds."""

    def __init__(self, running: Processes, state: Path, tables: Iterable[int]) -> None:
        self._running, self._state = running, state
        self._next = cycle(one for number in tables for one in _of_table(name_of(number)))
        self._killed = time.monotonic()
        self.done: Counter[str] = Counter()
        """How often each kind of process was killed."""

    def look(self, now: float) -> None:
        """Kill the next one if it is time; the clock of a hall that is back is resumed."""
        if now - self._killed < EVERY_S:
            return
        self._killed, name = now, next(self._next)
        say(f"killed: {name}")
        self._running.kill(name)
        self.done[sub(r"-\d+", "", name)] += 1
        if name == "room":
            wait_for_hall(self._state)
            ask_hall(self._state, GoOn(count_away=False))


def _of_table(name: str) -> tuple[str, ...]:
    return "room", f"{name}-uplink", name, "engine"


def wait_for_hall(state: Path) -> None:
    """Return once the hall answers. Raises TimeoutError."""
    end = time.monotonic() + STARTS_S
    while not listens(state / "room"):
        if time.monotonic() > end:
            raise TimeoutError(f"the hall does not answer: {state / 'room.log'} says why")
        time.sleep(LOOK_S)
