"""A table in service for the bench, as `croupier run` starts it."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from bench.shoe_line import ShoeLine
from bench.thread_times import Accounts, ApartBoard, MeteredCopy
from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting, make_buses
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import TableService
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.pi.serial_port import PyserialPort
from sim.bench.board import SimBoard
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands
from sim.wires.pty import PtyWire
from sim.world.world_clock import WorldPulse

PATIENCE_S = 120.0
"""A table that does nothing for so long has stopped, however full the machine is."""
HAND_MS = 60
THREADS = ("loop", "shoe", "i2c", "chips", "lines")


def _threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if t.name in THREADS and t.is_alive()}


class Unwatched:
    """Nobody at the terminal."""

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Let it pass."""

    def show(self, status: Status) -> None:
        """Let it pass."""


class Rig:
    """A table in service: its threads are followed, its shoe and its disk are the bench's."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        config = load_config(DEFAULT_TABLE)
        self.accounts = Accounts()
        self.table = SimTable(config.wiring)
        bauds = {section: part.baud for section, part in config.wiring.serial_parts().items()}
        self.baud = bauds["shoe"]
        self.line = stack.enter_context(closing(ShoeLine(self.baud)))
        chips = PtyWire(self.table.far_ends["chips"], bauds["chips"])
        paths = {"shoe": self.line.path, "chips": stack.enter_context(closing(chips)).path}
        wiring = config.wiring.with_ports(paths)
        ports = {path: PyserialPort(path, bauds[section]) for section, path in paths.items()}
        cage: dict[bytes, RegisteredChip] = {}
        pulse = WorldPulse(lambda: (chips.own_time, self.line.time))
        stack.callback(pulse.close)
        board = ApartBoard(SimBoard(self.table, pulse, ports), self.accounts)
        words = Words.load(config.language)
        stamp = JournalStamp("sim", "bench", "", "", config.table.game)
        self.files = MeteredCopy(folder / "card-a"), MeteredCopy(folder / "card-b")
        self.bus = board.bus
        self.lights = frozenset(wiring.lights.addresses)
        stock = Registries(ChipRegistry(cage), DeckRegistry({}), DisplayScreens(words))
        wires = TableWires(wiring, board, stock)
        table = configured_table(config, simulated=True)
        journal = stack.enter_context(closing(Journal.open(self.files, stamp)))
        self.service = stack.enter_context(
            TableService(
                table,
                Ledger(journal, journal_setting(config, table)),
                lambda known: [
                    BusThread(bus, board.clock, wires.port_by_section.get(bus.name))
                    for bus in make_buses(wires, known)
                ],
                board.clock,
                StatusReporter(config.table.name, config.table.game, words),
                Unwatched(),
                PartReporter(wires, board.clock),
            )
        )
        self.hands = TableHands(self.table, cage, pulse.wait_for, HAND_MS)
        self._serve(stack)

    def _serve(self, stack: ExitStack) -> None:
        notifier = stack.enter_context(closing(SystemdNotifier()))
        earlier_threads = _threads()  # of a table that was in service before, and is slow to end
        loop = threading.Thread(target=self.service.serve, args=(notifier,), name="loop")
        loop.start()
        stack.callback(loop.join)
        stack.callback(self.service.stop)
        self.until(lambda: len(_threads() - earlier_threads) == len(THREADS))
        for thread in _threads() - earlier_threads:
            self.accounts.follow(thread)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait; raise TimeoutError where it does not come true."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError(f"the table does not go on: {self.service.loop.panel.dealer}")
            self.obey()
            time.sleep(0.005)

    def obey(self) -> None:
        """Let the shoe hear and answer what the driver asks."""
        received = self.line.receive()
        if received:
            self.table.shoe.receive(received)
            self.line.send(self.table.shoe.transmit())

    def disk_ns(self) -> int:
        """Return the processor time of writing and syncing the journal so far."""
        return sum(file.spent_ns for file in self.files)

    def press(self, key: Key) -> None:
        self.until(lambda: key in self.service.loop.panel.keys)
        self.hands.press_key(key)
