"""Records a real unit on its wire: the driver speaks to it as at a table, and all is written down.

No table is served: the unit's wire belongs to the recording alone.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from drivers.kind import Registries
from firmware.shell.conformance.observed_part import ObservedPart
from firmware.shell.conformance.replay_kinds import ReplayKind
from firmware.shell.parts.metering import MeteredBus, MeteredPort, WireMeter, WireRecorder
from hal.ports import Board, I2CBus, Millis, SerialPort

LONGEST_WAIT: Final = Millis(200)
"""After so long it is looked whether the recording is to end."""


class RecordedWire:
    """Implements `drivers.kind.BuildContext`: a unit's wire, with a recorder on it."""

    def __init__(
        self, section: str, board: Board, registries: Registries, recorder: WireRecorder, bus: int
    ) -> None:
        self.section = section
        self.board = board
        self.registries = registries
        self.serial_port: SerialPort | None = None
        self._recorder = recorder
        self._bus_number = bus

    def bus(self) -> I2CBus:
        """Return the I2C bus."""
        bus, meter = self.board.i2c(self._bus_number), WireMeter(self.board.clock)
        return MeteredBus(bus, meter, self._recorder, self.section)

    def port(self, path: str, baud: int) -> SerialPort:
        """Return the serial port. Raises PortLost or PortTaken if it can't be opened."""
        port = self.board.serial(path, baud)
        port.reopen()
        meter = WireMeter(self.board.clock)
        self.serial_port = MeteredPort(port, meter, self._recorder, self.section)
        return self.serial_port


def record_unit(
    kind: ReplayKind,
    options: Mapping[str, Any],
    wire: RecordedWire,
    wait: Callable[[Millis], None],
) -> Iterator[None]:
    """Let the driver speak to the unit, and yield after each of its turns.

    `wait` lets time pass where no port wakes. Raises HardwareError if the wire can't be opened.
    """
    part = ObservedPart(kind.part_kind.build_part(kind.read_wiring(options), wire))
    clock, port = wire.board.clock, wire.serial_port
    while True:
        part.turn(clock.now(), wire_active=port is not None and port.readable())
        part.reaction()
        yield
        pause = Millis(min(max(part.due_at() - clock.now(), 1), LONGEST_WAIT))
        if port is not None and part.is_up:
            port.wait(pause)
        else:
            wait(pause)
