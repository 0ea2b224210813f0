"""The simulated world of `run`: the far ends, behind real pseudo-terminals, and their people."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from drivers.chips import Chip, ChipRegistry
from firmware.cli.assembly import wiring
from firmware.core.cards import parse_card
from firmware.core.table import Table
from firmware.shell.config import Config
from firmware.shell.status import Status
from hal.clock import MonotonicClock
from hal.pi.serial_port import PyserialPort
from sim.board import SimBoard
from sim.croupier import SimCroupier
from sim.external import ExternalShoe
from sim.far_end import FarEnd
from sim.hands import Hands
from sim.players import Layout
from sim.pty import PtyWire
from sim.table import SimTable

CHIPS_MS = 100
"""How long a hand rests after a chip."""


class Simulation:
    """A simulated table in real time; `speed` is how much quicker than people its people are."""

    def __init__(
        self, config: Config, *, speed: float, seed: int | None, external_shoe: bool
    ) -> None:
        self.table = SimTable(wiring(config))
        self.cage: dict[bytes, Chip] = {}
        self._external = ExternalShoe() if external_shoe else None
        shoe: FarEnd = self._external or self.table.shoe
        self._shoe_wire = PtyWire(shoe, config.shoe.baud)
        self._reader_wire = PtyWire(self.table.reader, config.chips.baud)
        self.config = replace(
            config,
            shoe=replace(config.shoe, port=self._shoe_wire.path, commands=not external_shoe),
            chips=replace(config.chips, port=self._reader_wire.path),
        )
        ports = {
            wire.path: PyserialPort(wire.path, baud)
            for wire, baud in (
                (self._shoe_wire, config.shoe.baud),
                (self._reader_wire, config.chips.baud),
            )
        }
        self.board = SimBoard(self.table, MonotonicClock(), ports)
        self.registry = ChipRegistry(self.cage)
        self.shoe_port = self._external.path if self._external else self._shoe_wire.path
        self._speed = speed
        self._seed = seed
        self._ended = threading.Event()
        self._people: threading.Thread | None = None

    def begin(self, look: Callable[[], Status], table: Table) -> None:
        """Seat the people; on a table that stood before they take up where it stands."""
        config = self.config
        croupier = SimCroupier(
            Hands(self.table, self.cage, _rest, CHIPS_MS),
            look,
            random.Random(self._seed),  # noqa: S311
            Layout(config.table.spots, config.limits, config.table.denominations, table.game.decks),
            speed=self._speed,
            deals=self._external is None,
        )
        gone = {parse_card(name): count for name, count in table.shoe.gone().items()}
        croupier.resume(table.felt.bets(), gone)
        self._people = threading.Thread(
            target=croupier.run, args=(self._ended,), name="people", daemon=True
        )
        self._people.start()

    def dismiss(self) -> None:
        """Send the people home."""
        self._ended.set()
        if self._people is not None:
            self._people.join()

    def close(self) -> None:
        """Pull the cables."""
        self._shoe_wire.close()
        self._reader_wire.close()
        if self._external is not None:
            self._external.close()


def _rest(millis: int) -> None:
    time.sleep(millis / 1000)
