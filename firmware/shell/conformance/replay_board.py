"""The board whose one port ends at a capture."""

from pathlib import Path
from typing import NoReturn

from drivers.kind import Registries
from firmware.shell.conformance.replay_bus import ReplayBus
from firmware.shell.conformance.replay_clock import ReplayClock
from firmware.shell.conformance.replay_port import ReplayPort
from hal.board_health import UNKNOWN_HEALTH, BoardHealth
from hal.errors import BoardUnfit
from hal.ports import Board, I2CAdapter, I2CBus, InputLine, SerialPort


class ReplayBoard:
    """Implements `hal.ports.Board`; an input line is an interrupt of the I2C bus."""

    simulated = True

    def __init__(self) -> None:
        self.clock = ReplayClock()
        self.port = ReplayPort(self.clock)
        self.bus = ReplayBus(self.clock)

    def serial(self, path: str, baud: int) -> SerialPort:  # noqa: ARG002
        """Return the port."""
        return self.port

    def i2c(self, bus_number: int) -> I2CAdapter:  # noqa: ARG002
        """Return the bus."""
        return self.bus

    def input(self, pin: int) -> InputLine:  # noqa: ARG002
        """Return the interrupt."""
        return self.bus.interrupt

    def output(self, pin: int) -> NoReturn:
        """Raise BoardUnfit: nothing that only listens is replayed."""
        raise BoardUnfit(f"no capture has an output {pin}")

    def tone(self, pin: int) -> NoReturn:
        """Raise BoardUnfit: nothing that only listens is replayed."""
        raise BoardUnfit(f"no capture has a tone {pin}")

    def speaker(self, device: str, espeak_voice: str, cache_dir: Path) -> NoReturn:  # noqa: ARG002
        """Raise BoardUnfit: nothing that only listens is replayed."""
        raise BoardUnfit(f"no capture has a loudspeaker {device}")

    def health(self) -> BoardHealth:
        """Return none: no capture has it."""
        return UNKNOWN_HEALTH

    def close(self) -> None:
        """Nothing is held."""


class ReplayContext:
    """Implements `drivers.kind.BuildContext`."""

    def __init__(self, section: str, board: ReplayBoard, registries: Registries) -> None:
        self.section = section
        self.board: Board = board
        self.registries = registries

    def bus(self) -> I2CBus:
        """Return the bus."""
        return self.board.i2c(0)

    def port(self, path: str, baud: int) -> SerialPort:
        """Return the port."""
        return self.board.serial(path, baud)
