"""One table that is seated: its simulated parts with their cables, its chips, and its service."""

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from drivers.chips import Chip
from firmware.core.money import Cents
from firmware.shell.control import ask
from firmware.shell.status import Status
from firmware.web.power import Power
from firmware.web.room import Room, Seating
from sim.cable import Cable
from sim.hands import Pass
from sim.own_time import OwnTime
from sim.rack import Rack
from sim.remote import time_beside
from sim.sure_hands import SureHands
from sim.table import SimTable
from sim.world import TableServer
from sim.world_clock import Pulse

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
            self.cables: dict[str, Cable] = {}
            self.pulse = Pulse(self._times, time_beside(self.room.far_end))
            self.sim = SimTable(self.config.wiring, self.room.tags, self.pulse.now)
            self.hands = _HandsAtCage(self.sim, self.room, self.pulse.rest)
            self.rack = Rack(self.hands, self.config.table.denominations)
            self._plug(stack)
            self.pulse.start()
            stack.callback(self.pulse.close)
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

    def _plug(self, stack: ExitStack) -> None:
        """Give each part on a serial wire its cable."""
        ports = self.config.wiring.ports()
        for section, end in self.sim.far_ends.items():
            cable = Cable(end, ports[section].baud, Path(ports[section].port))
            self.cables[section] = cable
            stack.callback(cable.close)

    def _times(self) -> list[OwnTime]:
        return [cable.wire.time for cable in self.cables.values()]


class _HandsAtCage(SureHands):
    """Hands that lay none but the house's registered chips."""

    def __init__(self, table: SimTable, room: Room, rest: Pass) -> None:
        super().__init__(table, room.cage, rest, CHIPS_MS, room.game.pack)
        self._house = room.cage

    def mint(self, cents: Cents, bettor: str | None = None, spot: int | None = None) -> bytes:
        """Fetch a chip; return its tag. Raises NoSuchChip."""
        return self._house.fetch(Chip(cents, bettor, spot if self._house.on_a_layout else None))
