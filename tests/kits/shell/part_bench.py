"""The parts of a whole table on their wires, on virtual time, and nothing above them."""

from collections.abc import Callable
from typing import TypeVar

from drivers.kind import Registries
from drivers.pn532.kind import Pn532Wiring
from drivers.tags.chip_registry import ChipRegistry
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import make_buses
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.config.config import load_config
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.wires import TableWires
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.part_acts import part_acts
from firmware.shell.technician.requests import TechnicianRequest
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Millis
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.bench.tagged_decks import tagged_decks
from sim.world.virtual_clock import VirtualClock
from tests.kits.paths import EXAMPLES

STEP_MS = 5

Result = TypeVar("Result")


class PartBench:
    """The table of an example, its parts started; `idle` is whether it is closed."""

    def __init__(self, example: str = "baccarat") -> None:
        wiring = load_config(EXAMPLES / f"{example}.toml").wiring
        tagged = isinstance(wiring.shoe, Pn532Wiring)
        tags = tagged_decks(8, FULL_PACK, wiring.shoe.batch) if tagged else {}
        self.clock = VirtualClock()
        self.sim = SimTable(wiring, tags, self.clock.now)
        ports = memory_ports(self.sim)
        self.ports = {section: ports[part.port] for section, part in wiring.serial_parts().items()}
        stock = Registries(ChipRegistry({}), DeckRegistry(tags), DisplayScreens(Words.load("en")))
        self.wires = TableWires(wiring, SimBoard(self.sim, self.clock, ports), stock)
        self.buses = make_buses(self.wires)
        for bus in self.buses:
            bus.target_panel = Panel({})
        self.events: list[Event] = []
        self.idle = True
        self.stopped = False
        self.turns: list[str] = []
        """The buses that ran a call."""
        self.acts: RequestHandlers = part_acts(
            self.wires,
            lambda part: _Turns(self, part),
            lambda: self.idle,
            lambda: self.stopped,
            self._pause,
        )

    def run(self, millis: int) -> "PartBench":
        """Let the buses take their turns."""
        for _ in range(millis // STEP_MS):
            now = self.clock.now()
            for bus in self.buses:
                self.events += [*bus.show(now), *bus.poll(now)]
            self.clock.advance(STEP_MS)
        return self

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        return self.acts[type(request)](request)

    def attached(self, part: str) -> AttachedPart:
        return next(one for bus in self.buses for one in bus.attached if one.part.name == part)

    def _pause(self) -> None:
        self.run(50)


class _Turns:
    """Implements `firmware.shell.technician.part_acts.BusCalls`."""

    def __init__(self, bench: PartBench, part: str) -> None:
        self._bench = bench
        self._bus = next(
            bus for bus in bench.buses if any(one.part.name == part for one in bus.attached)
        )

    def call_on_bus(
        self, operation: Callable[[PartBus, Millis], Result], timeout_s: float = 2.0
    ) -> Result:
        self._bench.turns.append(self._bus.name)
        result = operation(self._bus, self._bench.clock.now())
        self._bench.run(STEP_MS)
        return result
