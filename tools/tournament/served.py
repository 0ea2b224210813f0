"""The tables of a tournament in service: `croupier run` and its uplink for each, in a folder."""

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from firmware.shell.device.directories import simulation_name, state_directory
from firmware.shell.sockets.control import query_status
from firmware.tournament.config import DEFAULT_COPIES
from firmware.tournament.requests import DrawSeats, ask_tournament
from tools.floor.local_floor import print_line
from tools.floor.processes import Processes
from tools.tournament.carried_chips import chips_file, seated_file
from tools.tournament.chips import evening_of
from tools.tournament.files import name_of, table_file
from tools.tournament.reckoned_acts import hold_hall

SEATED_S: Final = 120
LOOK_S: Final = 0.5


class ServedTables:
    """Tables whose players are simulated people."""

    def __init__(self, folder: Path, server: str, speed: float, tables: Iterable[int]) -> None:
        self._folder, self._speed = folder, speed
        self._walking = folder / "walking"
        self._walking.mkdir()
        self._walking.with_name("seated").mkdir()
        self._files = {number: table_file(folder, number, server) for number in tables}

    def draw(self, chips: int) -> None:
        """Draw the seats, and have each player bring so many chips to his."""
        for text in ask_tournament(self._folder, DrawSeats()).texts:
            table, spot = (int(str(text.values[name])) for name in ("table", "spot"))
            chips_file(self._walking, table, spot).write_text(f"{chips} {text.values['who']}")

    def begin(self, running: Processes) -> None:
        """Begin all tables, and wait until everybody sits. Raises TimeoutError."""
        for number, file in self._files.items():
            run = ("run", "--config", str(file), "--plain", "--speed", f"{self._speed:g}")
            own = [sys.executable, "-m", "tools.tournament.carried_chips", str(self._walking)]
            running.begin(name_of(number), [*own, str(number), *run])
            uplink = [sys.executable, "-m", "firmware.cli.main", "uplink", "--config", str(file)]
            running.begin(f"{name_of(number)}-uplink", uplink)
        _wait_until(lambda: not any(self._walking.iterdir()), "not everybody sits")

    def end(self, running: Processes) -> None:
        """End all tables, so that their journals are whole."""
        for number in self._files:
            running.end(f"{name_of(number)}-uplink")
            running.end(name_of(number))

    def present(self) -> set[str]:
        """Return the names of all who sit or walk. Raises ControlError if a table does not answer,
        OSError if somebody has just moved.
        """
        found = {file.read_text().partition(" ")[2] for file in self._walking.iterdir()}
        for number, file in self._files.items():
            room = query_status(_state(file) / f"{name_of(number)}.sock").room
            for spot in room.seats if room else ():
                found.add(seated_file(self._walking, number, spot).read_text())
        return found

    def reckon(self) -> int:
        """Return all chips at the tables, and the odd ones that are out of play, by the journals.
        Raises Differs.
        """
        tables = [evening_of(copies_in(_state(file))) for file in self._files.values()]
        ruled = hold_hall(copies_in(self._folder), tables)
        games = sum(table.games for table in tables)
        print_line(f"reckoned once more: {games} games at the tables, {ruled} acts of the hall")
        return sum(table.chips + table.removed for table in tables)


def copies_in(state: Path) -> list[Path]:
    """Return both copies of the journal in a folder."""
    return [state / copy for copy in DEFAULT_COPIES]


def _state(file: Path) -> Path:
    return state_directory(simulation_name(file, None))


def _wait_until(there: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + SEATED_S
    while not there():
        if time.monotonic() > end:
            raise TimeoutError(why)
        time.sleep(LOOK_S)
