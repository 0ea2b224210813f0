"""A simulated table's far ends behind real pseudo-terminals, and the board in front of them."""

from dataclasses import replace

from drivers.angel_eye.kind import AngelEyeWiring
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from drivers.wiring import Wiring
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.settings import Config
from hal.pi.serial_port import PyserialPort
from sim.bench.board import SimBoard
from sim.bench.seats import seat_tags
from sim.bench.sim_table import SimTable
from sim.bench.tagged_decks import game_tags
from sim.wires.external_shoe import ExternalShoe
from sim.wires.far_end import FarEnd, FarEndTime
from sim.wires.far_end_clock import PolledClock
from sim.wires.pty import PtyWire
from sim.world.world_clock import WorldPulse


class SimulatedWorld:
    """A table's far ends in real time, `speed` times as quick as real ones.

    Raises RequestFailed if another process is to play a shoe without a serial port.
    """

    def __init__(self, config: Config, table: Table, speed: float, *, external_shoe: bool) -> None:
        wiring = config.wiring
        card_tags = game_tags(wiring.shoe, table.state.game)
        self._pseudo_terminals: dict[str, PtyWire] = {}
        self._polled_times: list[
            PolledClock
        ] = []  # set once the table is made with the pulse's clock
        self.world_pulse = WorldPulse(self._far_end_times)
        self.sim_table = SimTable(wiring, card_tags, self.world_pulse.now)
        self._polled_times = self.sim_table.polled_times
        self.sim_table.set_speed(speed)
        self.cage_chips: dict[bytes, RegisteredChip] = {}
        self.external_end = ExternalShoe() if external_shoe else None
        # the driver opens the pseudo-terminals as it opens serial ports: by their paths
        baud_rates = {
            section_name: part.baud for section_name, part in wiring.serial_parts().items()
        }
        self._pseudo_terminals |= {
            section_name: PtyWire(far_end, baud_rates[section_name])
            for section_name, far_end in self._far_ends().items()
        }
        port_paths = {
            section_name: pseudo_terminal.path
            for section_name, pseudo_terminal in self._pseudo_terminals.items()
        }
        self.config = replace(
            config, wiring=_unlocked_wiring(wiring.with_ports(port_paths), self.external_end)
        )
        serial_ports = {
            port_path: PyserialPort(port_path, baud_rates[section_name])
            for section_name, port_path in port_paths.items()
        }
        self.board = SimBoard(self.sim_table, self.world_pulse, serial_ports)
        self.registries = (
            ChipRegistry(self.cage_chips),
            DeckRegistry(card_tags | seat_tags(wiring.seats)),
        )
        self.shoe_port = self.external_end.path if self.external_end else port_paths.get("shoe", "")

    def _far_ends(self) -> dict[str, FarEnd]:
        far_ends = dict(self.sim_table.far_ends)
        if self.external_end is None:
            return far_ends
        if "shoe" not in far_ends:
            raise RequestFailed(Text("run.no_shoe_port"))
        return {**far_ends, "shoe": self.external_end}

    def _far_end_times(self) -> list[FarEndTime]:
        return [
            *(pseudo_terminal.own_time for pseudo_terminal in self._pseudo_terminals.values()),
            *self._polled_times,
        ]

    def close(self) -> None:
        """Stop the world's time, and close the pseudo-terminals."""
        self.world_pulse.close()
        for pseudo_terminal in self._pseudo_terminals.values():
            pseudo_terminal.close()
        if self.external_end is not None:
            self.external_end.close()


def _unlocked_wiring(wiring: Wiring, external_end: ExternalShoe | None) -> Wiring:
    """Return the wiring: our own Angel Eye shoe takes commands, an external one none."""
    if not isinstance(wiring.shoe, AngelEyeWiring):
        return wiring
    return replace(wiring, shoe=replace(wiring.shoe, commands=external_end is None))
