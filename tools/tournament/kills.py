"""The hall of a tournament and its tables' uplinks are killed in turn, and begun again."""

import time
from itertools import cycle
from pathlib import Path
from typing import Final

from firmware.hall.asking import GoOn, ask_hall
from firmware.shell.sockets.line_client import listens
from tools.floor.processes import Processes
from tools.floor.running import say
from tools.tournament.files import TABLES, name_of

EVERY_S: Final = 12
STARTS_S: Final = 30
LOOK_S: Final = 0.1
UPLINKS: Final = tuple(f"{name_of(number)}-uplink" for number in TABLES)


class Kills:
    """Kills one process after the other, every few seconds."""

    def __init__(self, running: Processes, state: Path) -> None:
        self._running, self._state = running, state
        self._next = cycle(name for uplink in UPLINKS for name in ("room", uplink))
        self._killed = time.monotonic()

    def look(self, now: float) -> None:
        """Kill the next one if it is time; the clock of a hall that is back is resumed."""
        if now - self._killed < EVERY_S:
            return
        self._killed, name = now, next(self._next)
        say(f"killed: {name}")
        self._running.kill(name)
        if name == "room":
            wait_for_hall(self._state)
            ask_hall(self._state, GoOn(count_away=False))


def wait_for_hall(state: Path) -> None:
    """Return once the hall answers. Raises TimeoutError."""
    end = time.monotonic() + STARTS_S
    while not listens(state / "room"):
        if time.monotonic() > end:
            raise TimeoutError(f"the hall does not answer: {state / 'room.log'} says why")
        time.sleep(LOOK_S)
