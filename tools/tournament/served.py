"""The tables of a tournament in service: `croupier run` and its uplink for each, in a folder."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.core.table.meters import Meters
from firmware.hall.asking import DrawSeats, ask_hall
from firmware.shell.device.directories import simulation_of, state_directory
from firmware.shell.sockets.control import Request, ask
from firmware.shell.sockets.line_client import ControlError, ask_line
from tools.floor.processes import Processes
from tools.tournament.at_table import chips_file
from tools.tournament.files import TABLES, name_of, table_file

SEATED_S: Final = 120
LOOK_S: Final = 0.5


class ServedTables:
    """Three tables whose players are simulated people."""

    def __init__(self, folder: Path, server: str, speed: float) -> None:
        self._folder, self._speed = folder, speed
        self._walking = folder / "walking"
        self._walking.mkdir()
        self._files = {number: table_file(folder, number, server) for number in TABLES}

    def draw(self, chips: int) -> None:
        """Draw the seats, and have each player bring so many chips to his."""
        for text in ask_hall(self._folder, DrawSeats()).told:
            table, spot = (int(str(text.values[name])) for name in ("table", "spot"))
            chips_file(self._walking, table, spot).write_text(str(chips))

    def begin(self, running: Processes) -> None:
        """Begin all tables, and wait until everybody sits. Raises TimeoutError."""
        for number, file in self._files.items():
            run = ("run", "--config", str(file), "--plain", "--speed", f"{self._speed:g}")
            own = [sys.executable, "-m", "tools.tournament.at_table", str(self._walking)]
            running.begin(name_of(number), [*own, str(number), *run])
            uplink = [sys.executable, "-m", "firmware.cli.main", "uplink", "--config", str(file)]
            running.begin(f"{name_of(number)}-uplink", uplink)
        _wait_until(lambda: not any(self._walking.iterdir()), "not everybody sits")

    @property
    def chips(self) -> int:
        """All chips at the tables and on their way, and the odd ones that are out of play."""
        walking = sum(int(file.read_text() or 0) for file in self._walking.iterdir())
        return walking + sum(_chips(self._socket(number)) for number in TABLES)

    def _socket(self, number: int) -> Path:
        state = state_directory(simulation_of(self._files[number], None))
        return state / f"{name_of(number)}.sock"


def _chips(socket: Path) -> int:
    try:
        room = ask(socket).room
        meters = ask_line(socket, Request("meters"), Meters)
    except ControlError:
        return 0
    seats = room.seats.values() if room else ()
    return sum(seat.cents for seat in seats) + sum(bet.held for bet in meters.bets.values())


def _wait_until(there: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + SEATED_S
    while not there():
        if time.monotonic() > end:
            raise TimeoutError(why)
        time.sleep(LOOK_S)
