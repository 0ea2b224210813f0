"""One table that is seated: its simulated parts with their cables, its chips, and its service."""

from collections.abc import Callable
from contextlib import ExitStack

from drivers.tags.chips import Chip
from firmware.core.vocabulary.money import Cents
from sim.bench.bench import SimTable
from sim.people.confirming_hands import SureHands
from sim.people.hands import Pass
from sim.people.rack import Rack
from sim.web.bench.power import Power
from sim.web.bench.rooms import Rooms, passing_room
from sim.web.bench.subprocess_world import Beside, World
from sim.web.bench.table_dir import Seating, TableDir
from sim.world.world import TableServer

CHIPS_MS = 100
"""How long a hand rests after a chip."""


class Bench:
    """A simulated table. Its parts are independent of its service's state.

    Raises CannotBeDone, ConfigError or RulesError if there can't be such a table.
    """

    def __init__(
        self,
        seating: Seating,
        world: Callable[[TableDir], World] = Beside,
        rooms: Rooms = passing_room,
    ) -> None:
        self.seating = seating
        with ExitStack() as stack:
            self.room = TableDir(stack.enter_context(rooms(seating)), seating)
            self.config, self.game = self.room.config, self.room.game
            around = world(self.room)
            self.clock, self.look = around.clock, around.look
            self.sim = SimTable(self.config.wiring, self.room.tags, self.clock.now)
            self.hands = _HandsAtCage(self.sim, self.room, around.rest)
            self.rack = Rack(self.hands, self.config.table.denominations)
            stack.callback(around.close)
            self.leads = around.join(self.sim)
            self.server = TableServer(self.sim, self.room.far_end)
            stack.callback(self.server.close)
            self.power = Power(self.room, around.service)
            stack.callback(self.power.switch_off)
            self._stack = stack.pop_all()

    def open(self) -> None:
        """Switch the parts on, then the service."""
        self.sim.shoe.power_on()
        self.power.switch_on()

    def speak(self, language: str) -> None:
        """Restart the service in another language, if it runs."""
        ran = self.power.on
        self.power.switch_off()
        self.config = self.room.speak(language)
        if ran:
            self.power.switch_on()

    def close(self) -> None:
        """End the service, and give the room back."""
        self._stack.close()


class _HandsAtCage(SureHands):
    """Hands that lay only the house's registered chips."""

    def __init__(self, table: SimTable, room: TableDir, rest: Pass) -> None:
        super().__init__(table, room.cage, rest, CHIPS_MS, room.game.pack)
        self._house = room.cage

    def mint(self, cents: Cents, bettor: str | None = None, spot: int | None = None) -> bytes:
        """Fetch a chip; return its tag. Raises NoSuchChip."""
        return self._house.fetch(Chip(cents, bettor, spot if self._house.on_a_layout else None))
