"""Which buses of a virtual table may rest, since a poll would bring nothing new."""

from collections.abc import Callable, Mapping

from drivers.pn532.cards import CardReader
from drivers.rr3036.reader import ChipReader
from drivers.slingshot.wheel import SlingShotWheel
from firmware.shell.parts.wires import TableWires
from sim.bench.sim_table import SimTable
from sim.machines.rfid_shoe import SimRfidShoe
from sim.machines.rr3036 import SimRr3036
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.wires.memory_port import MemoryPort

IsIdle = Callable[[], bool]


def idle_tests_of(
    sim_table: SimTable, wires: TableWires, ports: Mapping[str, MemoryPort]
) -> dict[str, IsIdle]:
    """Return, by bus, whether its part knows all there is to know at the end of a good wire."""
    far_ends = {
        "chips": sim_table.felt.reader,
        "shoe": sim_table.shoe,
        "wheel": _slingshot_of(sim_table),
    }
    known = {name: (ports[name], far_end) for name, far_end in far_ends.items() if name in ports}
    tests_by_bus = {
        name: _idle_test(wires.parts_by_wire[name][0], *wire) for name, wire in known.items()
    }
    return {name: idle_test for name, idle_test in tests_by_bus.items() if idle_test}


def _slingshot_of(sim_table: SimTable) -> SimSlingShot | None:
    wheel = sim_table.wheel.far_end if isinstance(sim_table.wheel, RouletteWheel) else None
    return wheel if isinstance(wheel, SimSlingShot) else None


def _idle_test(part: object, port: MemoryPort, known_end: object) -> IsIdle | None:
    match part, known_end:
        case ChipReader() as reader, SimRr3036() as far_end:
            return _ChipsKnown(port, far_end, reader)
        case CardReader() as reader, SimRfidShoe() as shoe:
            return lambda: port.carries_at_once and reader.tags_in_field() == shoe.tags_at_reader
        case SlingShotWheel() as driver, SimSlingShot() as wheel:
            return lambda: port.carries_at_once and wheel.is_at_rest and driver.state == wheel.state
    return None


class _ChipsKnown:
    """Returns whether the chip reader is up to date; it compares once after each move."""

    def __init__(self, port: MemoryPort, far_end: SimRr3036, reader: ChipReader) -> None:
        self._memory_port, self._far_end, self._reader = port, far_end, reader
        self._known_at_move: int | None = None
        """The far end's moves when it was found to be known."""

    def __call__(self) -> bool:
        far_end, reader = self._far_end, self._reader
        if far_end.statuses or not reader.answered:
            self._known_at_move = None
        elif self._known_at_move != far_end.move_count:
            self._known_at_move = (
                far_end.move_count if far_end.host_knows(reader.antenna_tags()) else None
            )
        return self._known_at_move is not None and self._memory_port.carries_at_once
