"""Which buses of a virtual table may rest, since a poll would bring nothing new."""

from collections.abc import Callable, Mapping

from drivers.pn532.cards import CardReader
from drivers.rr3036.reader import ChipReader
from drivers.slingshot.wheel import SlingShotWheel
from firmware.shell.parts.wires import Wires
from sim.bench.bench import SimTable
from sim.machines.rfid_shoe import SimRfidShoe
from sim.machines.rr3036 import SimRr3036
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.wires.wire import MemoryPort

Rests = Callable[[], bool]


def resting(sim: SimTable, wires: Wires, ports: Mapping[str, MemoryPort]) -> dict[str, Rests]:
    """Return, by bus, whether its part knows all there is to know at the end of a good wire."""
    ends = {"chips": sim.felt.reader, "shoe": sim.shoe, "wheel": _turned(sim)}
    known = {name: (ports[name], end) for name, end in ends.items() if name in ports}
    found = {name: _rests(wires.parts[name][0], *wire) for name, wire in known.items()}
    return {name: rests for name, rests in found.items() if rests}


def _turned(sim: SimTable) -> SimSlingShot | None:
    wheel = sim.wheel.far_end if isinstance(sim.wheel, RouletteWheel) else None
    return wheel if isinstance(wheel, SimSlingShot) else None


def _rests(part: object, port: MemoryPort, end: object) -> Rests | None:
    match part, end:
        case ChipReader() as reader, SimRr3036() as far_end:
            return _ChipsKnown(port, far_end, reader)
        case CardReader() as reader, SimRfidShoe() as shoe:
            return lambda: port.is_good and reader.lying() == shoe.lying
        case SlingShotWheel() as driver, SimSlingShot() as wheel:
            return lambda: port.is_good and wheel.at_rest and driver.state == wheel.state
    return None


class _ChipsKnown:
    """Returns whether the chip reader is up to date; it compares once after each move."""

    def __init__(self, port: MemoryPort, far_end: SimRr3036, reader: ChipReader) -> None:
        self._port, self._far_end, self._reader = port, far_end, reader
        self._at: int | None = None
        """The far end's moves when it was found to be known."""

    def __call__(self) -> bool:
        far_end, reader = self._far_end, self._reader
        if far_end.statuses or not reader.answered:
            self._at = None
        elif self._at != far_end.moves:
            self._at = far_end.moves if far_end.known(reader.lying()) else None
        return self._at is not None and self._port.is_good
