"""The wires of a table, opened, with the parts that hang on each."""

from typing import Final

from drivers.kind import Stock
from drivers.part import Part
from drivers.wiring import Wiring
from firmware.shell.config.parts import PARTS, kind_of
from firmware.shell.parts.metering import Meter, MeteredBus, MeteredPort
from firmware.shell.parts.tap import Tap, Tracers
from hal.ports import Board, I2CBus, SerialPort

I2C: Final = "i2c"


class Wires:
    """Every part of a table by the wire that it hangs on. Opening raises HardwareError.

    A part on a serial port has a wire of its own, named after its section.
    """

    def __init__(self, wiring: Wiring, board: Board, stock: Stock, *inner: Part | None) -> None:
        """`inner` are parts that are the program's own, each with a wire to itself."""
        self.ports: dict[str, SerialPort] = {}
        self.i2c = board.i2c(wiring.i2c_bus)
        self.kinds = {
            section: kind_of(section, getattr(wiring, section))
            for section in PARTS
            if getattr(wiring, section) is not None
        }
        self.wiring = wiring
        self.meters = {section: Meter(board.clock) for section in self.kinds}
        self.tap = Tap(board.clock.now, self._tracers)
        self.parts: dict[str, list[Part]] = {}
        for section, kind in self.kinds.items():
            wire = section if kind.hangs_on == "serial" else kind.hangs_on
            part = kind.build(getattr(wiring, section), _Site(section, board, stock, self))
            self.parts.setdefault(wire, []).append(part)
        for part in filter(None, inner):
            self.parts[part.name] = [part]
            self.meters[part.name] = Meter(board.clock)

    def settle_ms(self) -> dict[str, int]:
        """Return by part how long its unit is left alone after it was lost."""
        return {section: kind.settle_ms for section, kind in self.kinds.items()}

    def _tracers(self) -> Tracers:
        return {
            section: kind.trace(getattr(self.wiring, section))
            for section, kind in self.kinds.items()
            if kind.trace
        }


class _Site:
    """Implements `firmware.shell.config.parts.Site`."""

    def __init__(self, section: str, board: Board, stock: Stock, wires: Wires) -> None:
        self.section = section
        self.board = board
        self.stock = stock
        self._wires = wires

    def bus(self) -> I2CBus:
        """Return the I2C bus, as this part's."""
        wires = self._wires
        return MeteredBus(wires.i2c, wires.meters[self.section], wires.tap, self.section)

    def port(self, path: str, baud: int) -> SerialPort:
        """Return the serial port of this part."""
        wires = self._wires
        opened = self.board.serial(path, baud)
        port = MeteredPort(opened, wires.meters[self.section], wires.tap, self.section)
        wires.ports[self.section] = port
        return port
