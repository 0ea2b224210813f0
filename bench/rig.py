"""A table in service for the bench, as `croupier run` starts it."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from bench.apart import Accounts, ApartBoard, MeteredCopy
from bench.shoe_line import ShoeLine
from drivers.kind import Stock
from drivers.tags.chips import Chip, ChipRegistry
from drivers.tags.decks import DeckRegistry
from firmware.cli.serving.assembly import buses, seat_table, setting_of
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, Stamp
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import Wires
from firmware.shell.service.reporter import Reporter
from firmware.shell.service.service import Service
from firmware.shell.service.watchdog import Notifier
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from hal.pi.serial_port import PyserialPort
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard
from sim.people.hands import Hands
from sim.wires.pty import PtyWire
from sim.world.world_clock import Pulse

PATIENCE_S = 120.0
"""A table that does nothing for so long has stopped, however full the machine is."""
HAND_MS = 60
THREADS = ("loop", "shoe", "i2c", "chips", "lines")


def _threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if t.name in THREADS and t.is_alive()}


class Unwatched:
    """Nobody at the terminal."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Let it pass."""

    def show(self, status: Status) -> None:
        """Let it pass."""


class Rig:
    """A table in service: its threads are followed, its shoe and its disk are the bench's."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        config = load(DEFAULT_TABLE)
        self.accounts = Accounts()
        self.table = SimTable(config.wiring)
        bauds = {section: part.baud for section, part in config.wiring.ports().items()}
        self.baud = bauds["shoe"]
        self.line = stack.enter_context(closing(ShoeLine(self.baud)))
        chips = PtyWire(self.table.far_ends["chips"], bauds["chips"])
        paths = {"shoe": self.line.path, "chips": stack.enter_context(closing(chips)).path}
        wiring = config.wiring.moved(paths)
        ports = {path: PyserialPort(path, bauds[section]) for section, path in paths.items()}
        cage: dict[bytes, Chip] = {}
        pulse = Pulse(lambda: (chips.time, self.line.time))
        stack.callback(pulse.close)
        board = ApartBoard(SimBoard(self.table, pulse, ports), self.accounts)
        words = Words.load(config.language)
        stamp = Stamp("sim", "bench", "", "", config.table.game)
        self.files = MeteredCopy(folder / "card-a"), MeteredCopy(folder / "card-b")
        self.bus = board.bus
        self.lights = frozenset(wiring.lights.addresses)
        stock = Stock(ChipRegistry(cage), DeckRegistry({}), Screens(words))
        wires = Wires(wiring, board, stock)
        table = seat_table(config, simulated=True)
        journal = stack.enter_context(closing(Journal.open(self.files, stamp)))
        self.service = stack.enter_context(
            Service(
                table,
                Ledger(journal, setting_of(config, table)),
                lambda known: [
                    BusThread(bus, board.clock, wires.ports.get(bus.name))
                    for bus in buses(wires, known)
                ],
                board.clock,
                Reporter(config.table.name, config.table.game, words),
                Unwatched(),
                PartReporter(wires, board.clock),
            )
        )
        self.hands = Hands(self.table, cage, pulse.rest, HAND_MS)
        self._serve(stack)

    def _serve(self, stack: ExitStack) -> None:
        notifier = stack.enter_context(closing(Notifier()))
        others = _threads()  # of a table that was in service before, and is slow to end
        loop = threading.Thread(target=self.service.run, args=(notifier,), name="loop")
        loop.start()
        stack.callback(loop.join)
        stack.callback(self.service.stop)
        self.until(lambda: len(_threads() - others) == len(THREADS))
        for thread in _threads() - others:
            self.accounts.follow(thread)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait; raise TimeoutError where it does not come true."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError(f"the table stands still: {self.service.loop.panel.dealer}")
            self.obey()
            time.sleep(0.005)

    def obey(self) -> None:
        """Let the shoe hear and answer what the driver asks."""
        heard = self.line.heard()
        if heard:
            self.table.shoe.receive(heard)
            self.line.say(self.table.shoe.transmit())

    def disk_ns(self) -> int:
        """Return the processor time of writing and syncing the journal so far."""
        return sum(file.spent_ns for file in self.files)

    def press(self, key: Key) -> None:
        self.until(lambda: key in self.service.loop.panel.keys)
        self.hands.press(key)
