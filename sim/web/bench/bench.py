"""One table that is seated: its simulated parts with their cables, its chips, and its service."""

from collections.abc import Callable
from contextlib import ExitStack

from sim.bench.sim_table import SimTable
from sim.people.confirming_hands import ConfirmingHands
from sim.people.pot_chips import pot_places
from sim.people.rack import Rack
from sim.web.bench.power import ServicePower
from sim.web.bench.subprocess_world import BenchWorld, SubprocessWorld
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.bench.table_directories import DirectorySource, temporary_directory
from sim.world.table_server import TableServer

CHIP_READ_MS = 100
"""How long a hand rests after a chip."""


class Bench:
    """A simulated table. Its parts are independent of its service's state.

    Raises RequestFailed, ConfigError or RulesError if there can't be such a table.
    """

    def __init__(
        self,
        seating: Seating,
        world: Callable[[TableDir], BenchWorld] = SubprocessWorld,
        rooms: DirectorySource = temporary_directory,
    ) -> None:
        self.seating = seating
        with ExitStack() as stack:
            self.table_dir = TableDir(stack.enter_context(rooms(seating)), seating)
            self.config, self.game = self.table_dir.config, self.table_dir.game
            bench_world = world(self.table_dir)
            self.clock, self.read_status = bench_world.clock, bench_world.read_status
            self.sim_table = SimTable(
                self.config.wiring,
                self.table_dir.tags,
                self.clock.now,
                pot_places(self.game, self.config.table.spots),
            )
            chips = self.table_dir.house_chips
            self.hands = ConfirmingHands(
                self.sim_table, chips, bench_world.pass_time, CHIP_READ_MS, self.game.pack
            )
            self.rack = Rack(self.hands, self.config.table.denominations, chips)
            stack.callback(bench_world.close)
            self.leads = bench_world.connect_parts(self.sim_table)
            self.far_end_server = TableServer(self.sim_table, self.table_dir.far_end)
            stack.callback(self.far_end_server.close)
            self.power = ServicePower(self.table_dir, bench_world.service)
            # Registered last, so that the service ends before its wires are pulled.
            stack.callback(self.power.switch_off)
            self._exit_stack = stack.pop_all()

    def open(self) -> None:
        """Switch the parts on, then the service."""
        self.sim_table.shoe.power_on()
        self.power.switch_on()

    def set_language(self, language: str) -> None:
        """Restart the service in another language, if it runs. Raises ConfigError if it can't."""
        self.config = self.table_dir.set_language(language)
        was_on = self.power.is_on
        self.power.switch_off()
        if was_on:
            self.power.switch_on()

    def close(self) -> None:
        """End the service, and give the room back."""
        self._exit_stack.close()
