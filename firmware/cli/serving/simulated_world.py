"""The far ends of a simulated table, behind real pseudo-terminals, and the board before them."""

from dataclasses import replace

from drivers.angel_eye.kind import AngelEye
from drivers.tags.chips import Chip, ChipRegistry
from drivers.tags.decks import DeckRegistry
from drivers.wiring import Wiring
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.settings import Config
from hal.pi.serial_port import PyserialPort
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard
from sim.bench.seats import seat_tags
from sim.bench.tagged import tags_of
from sim.wires.external import ExternalShoe
from sim.wires.far_end import FarEnd, FarEndTime
from sim.wires.own_time import PolledTime
from sim.wires.pty import PtyWire
from sim.world.world_clock import Pulse


class SimulatedWorld:
    """A table's far ends in real time, `speed` times as quick as real ones.

    Raises CannotBeDone if another process is to play a shoe without a serial port.
    """

    def __init__(self, config: Config, table: Table, speed: float, *, external_shoe: bool) -> None:
        wiring = config.wiring
        tags = tags_of(wiring.shoe, table.state.game)
        self._wires: dict[str, PtyWire] = {}
        self._polled: list[PolledTime] = []
        self.pulse = Pulse(self._times)
        self.table = SimTable(wiring, tags, self.pulse.now)
        self._polled = self.table.polled
        self.table.quicken(speed)
        self.cage: dict[bytes, Chip] = {}
        self.external = ExternalShoe() if external_shoe else None
        bauds = {section: part.baud for section, part in wiring.ports().items()}
        self._wires |= {name: PtyWire(end, bauds[name]) for name, end in self._far_ends().items()}
        paths = {name: wire.path for name, wire in self._wires.items()}
        self.config = replace(config, wiring=_as_played(wiring.moved(paths), self.external))
        ports = {path: PyserialPort(path, bauds[name]) for name, path in paths.items()}
        self.board = SimBoard(self.table, self.pulse, ports)
        self.registries = ChipRegistry(self.cage), DeckRegistry(tags | seat_tags(wiring.seats))
        self.shoe_port = self.external.path if self.external else paths.get("shoe", "")

    def _far_ends(self) -> dict[str, FarEnd]:
        far_ends = dict(self.table.far_ends)
        if self.external is None:
            return far_ends
        if "shoe" not in far_ends:
            raise CannotBeDone(Text("run.no_shoe_port"))
        return {**far_ends, "shoe": self.external}

    def _times(self) -> list[FarEndTime]:
        return [*(wire.time for wire in self._wires.values()), *self._polled]

    def close(self) -> None:
        """Stop the world's time, and pull the cables."""
        self.pulse.close()
        for wire in self._wires.values():
            wire.close()
        if self.external is not None:
            self.external.close()


def _as_played(wiring: Wiring, external: ExternalShoe | None) -> Wiring:
    """Return the wiring with the commands of an Angel Eye shoe unlocked if it is our own."""
    if not isinstance(wiring.shoe, AngelEye):
        return wiring
    return replace(wiring, shoe=replace(wiring.shoe, commands=external is None))
