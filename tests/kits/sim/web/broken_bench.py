"""A bench whose parts a test breaks, and its state to be compared."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from sim.machines.mercury import SimMercury
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.web.bench.bench import Bench
from sim.web.bench.scene import SceneReader
from sim.web.bench.subprocess_world import BenchWorld
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.hands.fault_injector import FaultInjector
from tests.kits.sim.web.bench_chips import bench_chips
from tests.kits.sim.web.inline_world import InlineWorld


class Broken:
    """A bench without its service, ready for any fault."""

    def __init__(
        self, seating: Seating, world: Callable[[TableDir], BenchWorld] = InlineWorld
    ) -> None:
        self.bench = Bench(seating, world)
        self.sim = self.bench.sim_table
        self.breaking = FaultInjector(self.bench)
        self.eyes = SceneReader(self.bench, self.breaking.active_faults, lambda: 0)
        self._make_ready()

    def _make_ready(self) -> None:
        """Lay a chip, and draw two cards: some mishaps need them."""
        if self.sim.felt.reader:
            place = next(iter(self.sim.felt.stacks))
            bench_chips(self.bench).lay(Place(place.spot or 1, place.on), Cents(500))
        for card in self.bench.game.pack[:2]:
            self.sim.shoe.draw(card)
            self.sim.shoe.remove_card()

    def lasting(self) -> list[tuple[str, str]]:
        return [(p.name, m.fault_name) for p in self.breaking.parts for m in p.breaks if m.lasts]

    def blows(self) -> list[tuple[str, str]]:
        return [
            (p.name, m.fault_name) for p in self.breaking.parts for m in p.breaks if not m.lasts
        ]

    def end_all(self) -> None:
        for part, hows in self.breaking.active_faults().items():
            for how in hows:
                self.breaking.set_fault(part, how, active=False)

    def state(self) -> object:
        """Return the state of every simulated part but of what moves by itself in time."""
        sim = self.sim
        ends = [end for name, end in sim.far_ends.items() if name != "wheel"]
        felt = (sim.felt.sensors, sim.felt.reader)
        parts = (sim.chips, ends, sim.buttons, felt, sim.shoe, sim.shuffler)
        lines = (sim.sounds.tone, sim.sounds.buzzer, sim.sounds.speaker, sim.power, sim.pi)
        bus = (sim.i2c.is_stuck, sim.i2c.unplugged, self.breaking._bus_noise.chips)
        cables = {name: (c.is_plugged, plain(c.impairment)) for name, c in self.bench.leads.items()}
        return plain(parts), plain(lines), plain(bus), cables, self._wheel()

    def _wheel(self) -> object:
        match self.sim.wheel:
            case RouletteWheel(far_end=SimSlingShot() as wheel):
                return wheel.has_ball, wheel.rotor_speed, wheel.motor_failed
            case RouletteWheel(far_end=SimMercury() as wheel):
                return (
                    wheel.is_slow,
                    wheel.rim_faulty,
                    wheel.is_set_otherwise,
                    wheel.shows_otherwise,
                )
            case None:
                return None
        wheel = self.sim.wheel.far_end
        return [(s.forced_state, s.is_wire_cut) for s in (wheel.index, wheel.peg)], set(
            wheel.missed_pegs
        )


IN_TIME = {
    *("_lock", "_random", "_noise_stages", "_next_at", "_unsent_bytes", "_pending_commands"),
    *("_pending_bytes", "_pending_scan", "_in_flight", "move_count", "answered"),
}
"""What no mishap is: locks, chance, the time, counts, who hears a bell, and what is just going
over a wire.
"""


def plain(value: object) -> object:
    """Return everything that an object of the simulator holds, so that it can be compared."""
    if isinstance(value, dict):
        return {str(plain(key)): plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple | deque):
        return [plain(held) for held in value]
    if isinstance(value, set | frozenset):
        return sorted(str(plain(held)) for held in value)
    if type(value).__module__.startswith("sim.") and hasattr(value, "__dict__"):
        held = vars(value).items()
        remaining = {
            n: plain(v) for n, v in held if n not in IN_TIME and not n.startswith("interrupt")
        }
        return type(value).__name__, remaining
    return repr(value)


@contextmanager
def seated(
    seating: Seating, world: Callable[[TableDir], BenchWorld] = InlineWorld
) -> Iterator[Broken]:
    table = Broken(seating, world)
    try:
        yield table
    finally:
        table.bench.close()
