"""The board whose ports end at a simulated table."""

from collections.abc import Mapping
from pathlib import Path

from hal.board_health import BoardHealth
from hal.errors import BoardUnfit
from hal.ports import Clock, I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine
from sim.bench.sim_table import SimTable
from sim.wires.memory_port import MemoryPort


class SimBoard:
    """Implements `hal.ports.Board` over one simulated table.

    Its serial wires are in memory unless other ports are given, by path.
    """

    simulated = True

    def __init__(
        self, sim_table: SimTable, clock: Clock, serial: Mapping[str, SerialPort] | None = None
    ) -> None:
        self.clock = clock
        self._sim_table = sim_table
        self._serial = memory_ports(sim_table) if serial is None else serial
        self._input_lines = sim_table.input_lines()

    def serial(self, path: str, baud: int) -> SerialPort:  # noqa: ARG002
        """Return the port that was given under this path."""
        if path not in self._serial:
            raise BoardUnfit(f"nothing is simulated behind {path}")
        return self._serial[path]

    def i2c(self, number: int) -> I2CAdapter:  # noqa: ARG002
        """Return the table's only bus, for any number."""
        return self._sim_table.i2c

    def input(self, pin: int) -> InputLine:
        """Return the interrupt line that is wired to the pin."""
        if pin not in self._input_lines:
            raise BoardUnfit(f"nothing is simulated at pin {pin}")
        return self._input_lines[pin]

    def output(self, pin: int) -> OutputLine:  # noqa: ARG002
        """Return the table's buzzer."""
        return self._sim_table.sounds.buzzer

    def tone(self, pin: int) -> ToneLine:  # noqa: ARG002
        """Return the table's piezo."""
        return self._sim_table.sounds.tone

    def speaker(self, device: str, espeak_voice: str, cache: Path) -> Speaker:  # noqa: ARG002
        """Return the table's loudspeaker."""
        return self._sim_table.sounds.speaker

    def health(self) -> BoardHealth:
        """Return that of the table's Pi."""
        return self._sim_table.pi.health

    def close(self) -> None:
        """Nothing is held."""


def memory_ports(sim_table: SimTable) -> dict[str, MemoryPort]:
    """Return a wire in memory to each far end of the table, by the path that it is wired to."""
    paths = {section: part.port for section, part in sim_table.wiring.serial_parts().items()}
    return {paths[section]: MemoryPort(far_end) for section, far_end in sim_table.far_ends.items()}
