"""The wires of a table, opened, with the parts that hang on each."""

from typing import Final

from drivers.kind import Registries
from drivers.part import Part
from drivers.wiring import Wiring
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.parts.metering import MeteredBus, MeteredPort, WireMeter
from firmware.shell.parts.wire_tap import Tracers, WireTap
from hal.ports import Board, I2CBus, SerialPort

I2C_WIRE: Final = "i2c"


class TableWires:
    """Every part of a table by the wire that it hangs on. Opening raises HardwareError.

    A part on a serial port has a wire of its own, named after its section.
    """

    def __init__(
        self, wiring: Wiring, board: Board, registries: Registries, *own_parts: Part | None
    ) -> None:
        """`own_parts` are parts that are the program's own, each with a wire to itself."""
        self.port_by_section: dict[str, SerialPort] = {}
        self.i2c_bus = board.i2c(wiring.i2c_bus)
        self.kind_by_section = {
            section: part_kind(section, getattr(wiring, section))
            for section in PART_KINDS
            if getattr(wiring, section) is not None
        }
        self.wiring = wiring
        self.meter_by_part = {section: WireMeter(board.clock) for section in self.kind_by_section}
        self.wire_tap = WireTap(board.clock.now, self._part_tracers)
        self.parts_by_wire: dict[str, list[Part]] = {}
        for section, kind in self.kind_by_section.items():
            # a serial port has one part, so the wire has the part's name
            wire_name = section if kind.bus_type == "serial" else kind.bus_type
            part = kind.build_part(
                getattr(wiring, section), _PartContext(section, board, registries, self)
            )
            self.parts_by_wire.setdefault(wire_name, []).append(part)
        for part in filter(None, own_parts):
            self.parts_by_wire[part.name] = [part]
            self.meter_by_part[part.name] = WireMeter(board.clock)

    def settle_ms(self) -> dict[str, int]:
        """Return by part how long its unit is left alone after it was lost."""
        return {section: kind.settle_ms for section, kind in self.kind_by_section.items()}

    def _part_tracers(self) -> Tracers:
        return {
            section: kind.trace(getattr(self.wiring, section))
            for section, kind in self.kind_by_section.items()
            if kind.trace
        }


class _PartContext:
    """Implements `drivers.kind.BuildContext`."""

    def __init__(self, section: str, board: Board, stock: Registries, wires: TableWires) -> None:
        self.section = section
        self.board = board
        self.registries = stock
        self._table_wires = wires

    def bus(self) -> I2CBus:
        """Return the I2C bus, as this part's."""
        wires = self._table_wires
        return MeteredBus(
            wires.i2c_bus, wires.meter_by_part[self.section], wires.wire_tap, self.section
        )

    def port(self, path: str, baud: int) -> SerialPort:
        """Return the serial port of this part."""
        wires = self._table_wires
        serial_port = self.board.serial(path, baud)
        port = MeteredPort(
            serial_port, wires.meter_by_part[self.section], wires.wire_tap, self.section
        )
        wires.port_by_section[self.section] = port
        return port
