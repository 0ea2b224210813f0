"""A table on a real kernel: what a scenario is written with."""

from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating
from tests.kits.kernel.guest_table import GuestTable, in_memory
from tests.kits.kernel.guest_world import GuestWorld
from tests.kits.kernel.made import Made
from tests.kits.paths import EXAMPLES


class KernelTable(GuestTable):
    """An example's table, booted and not started."""

    def __init__(self, example: str, made: Made) -> None:
        seating = Seating(config=EXAMPLES / f"{example}.toml")
        bench = Bench(seating, lambda room: self._world(GuestWorld(room, made)), in_memory)
        self.guest, self.bus = self.world.guest, self.world.bus
        super().__init__(bench, self.guest.sh)

    def close(self) -> None:
        """Pull the plug of everything."""
        self.guest.close()
        self.bench.close()

    def _world(self, world: GuestWorld) -> GuestWorld:
        self.world = world
        return world
