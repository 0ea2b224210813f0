"""One table that is seated: its simulated parts with their cables, its chips, and its service."""

import shutil
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from drivers.chips import Chip
from firmware.core.money import Cents
from firmware.shell.control import ask
from firmware.shell.status import Status
from firmware.web.power import Power
from firmware.web.room import Room, Seating
from hal.clock import MonotonicClock
from sim.cable import Cable
from sim.rack import Rack
from sim.sure_hands import SureHands
from sim.table import SimTable
from sim.world import TableServer

CHIPS_MS = 100
"""How long a hand rests after a chip."""


class Floor:
    """A seated table. Its parts stay as they are whatever becomes of its service.

    Raises NoSeat, ConfigError or RulesError where there can't be such a table.
    """

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        with ExitStack() as stack:
            path = Path(tempfile.mkdtemp(prefix="croupier-"))
            stack.callback(shutil.rmtree, path, ignore_errors=True)
            self.room = Room(path, seating)
            self.config, self.game = self.room.config, self.room.game
            self.clock = MonotonicClock()
            self.sim = SimTable(self.config.wiring, self.room.tags, self.clock.now)
            self.hands = _HandsAtCage(self.sim, self.room)
            self.rack = Rack(self.hands, self.config.table.denominations)
            self.cables = self._plugged(stack)
            self.server = TableServer(self.sim, self.room.far_end)
            stack.callback(self.server.close)
            self.power = Power(self.room)
            stack.callback(self.power.switch_off)
            self._stack = stack.pop_all()

    def look(self) -> Status:
        """Return the table as its service tells it. Raises ControlError where none answers."""
        return ask(self.room.socket())

    def open(self) -> None:
        """Switch the parts on, then the service."""
        self.sim.shoe.power_on()
        self.power.switch_on()

    def close(self) -> None:
        """End the service and remove everything of the table."""
        self._stack.close()

    def _plugged(self, stack: ExitStack) -> dict[str, Cable]:
        """Return the cable of each part on a serial wire, by its section."""
        ports = self.config.wiring.ports()
        cables = {}
        for section, end in self.sim.far_ends.items():
            cables[section] = Cable(end, ports[section].baud, Path(ports[section].port))
            stack.callback(cables[section].close)
        return cables


class _HandsAtCage(SureHands):
    """Hands that lay none but the house's registered chips."""

    def __init__(self, table: SimTable, room: Room) -> None:
        super().__init__(table, room.cage, _rest, CHIPS_MS, room.game.pack)
        self._house = room.cage

    def mint(self, cents: Cents, bettor: str | None = None, spot: int | None = None) -> bytes:
        """Fetch a chip; return its tag. Raises NoSuchChip."""
        return self._house.fetch(Chip(cents, bettor, spot if self._house.on_a_layout else None))


def _rest(millis: int) -> None:
    time.sleep(millis / 1000)
