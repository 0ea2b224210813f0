"""A table in service for the bench, as `croupier run` starts it, and the people at it."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.apart import Accounts, ApartBoard, MeteredCopy, Spent, Transfer
from bench.shoe_line import BITS, ShoeLine
from drivers.chips import Chip, ChipRegistry
from drivers.decks import DeckRegistry
from firmware.cli.assembly import buses, seat_table, setting_of
from firmware.core.cards import RANKS, SUITS, Card, parse_card
from firmware.core.events import Key, Place
from firmware.core.money import Cents
from firmware.core.rulings import Ruling
from firmware.shell.bus_thread import BusThread
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.journal import Journal, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.part_status import PartReporter
from firmware.shell.parts import Stock
from firmware.shell.reporter import Reporter
from firmware.shell.screens import Screens
from firmware.shell.service import Service
from firmware.shell.status import Status
from firmware.shell.watchdog import Notifier
from firmware.shell.wires import Wires
from firmware.shell.words import Words
from hal.pi.serial_port import PyserialPort
from sim.board import SimBoard
from sim.hands import Hands
from sim.pty import PtyWire, all_acted
from sim.table import SimTable
from sim.world_clock import Pulse

COPY = 8
"""Bytes of a card's frame; the shoe sends it three times."""
I2C_HZ = 400_000
I2C_BITS = 9
STAKE = Cents(25_00)
PATIENCE_S = 120.0
"""So long a full machine may hold the table up; after it, it stands still."""
SETTLED_S = 0.25
"""After this the table has shown what follows from a card, and is at rest."""
HAND_MS = 60
THREADS = ("loop", "shoe", "i2c", "chips", "lines")


class Change(NamedTuple):
    """A card that changed a light: nanoseconds of ours by thread, of them the disk's, and more."""

    spent: Spent
    disk_ns: int
    """The kernel's part of `spent` in writing and syncing the journal's two files."""
    wall_ns: int
    wire_ns: int

    @property
    def own_ns(self) -> int:
        return sum(self.spent.values())


def _ours() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name in THREADS and t.is_alive()]


class Unwatched:
    """Nobody at the terminal."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Let it pass."""

    def show(self, status: Status) -> None:
        """Let it pass."""


class Rig:
    """A table in service, and the people at it."""

    def __init__(self, folder: Path, stack: ExitStack, seed: int) -> None:
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
        pulse = Pulse(lambda: min(all_acted([chips]), self.line.acted()))
        stack.callback(pulse.close)
        pulse.start()
        board = ApartBoard(SimBoard(self.table, pulse.clock, ports), self.accounts)
        words = Words.load(config.language)
        stamp = Stamp("sim", "bench", "", "", config.table.game)
        self.files = MeteredCopy(folder / "card-a"), MeteredCopy(folder / "card-b")
        self.bus = board.bus
        self.lights = frozenset(wiring.lights.addresses)
        stock = Stock(ChipRegistry(cage), DeckRegistry({}), Screens(words))
        wires = Wires(wiring, board, stock)
        waits = {name: port.wait for name, port in wires.ports.items()}
        table = seat_table(config, simulated=True)
        journal = stack.enter_context(closing(Journal.open(self.files, stamp)))
        self.service = stack.enter_context(
            Service(
                table,
                Ledger(journal, setting_of(config, table)),
                lambda known: [
                    BusThread(bus, board.clock, waits.get(bus.name)) for bus in buses(wires, known)
                ],
                board.clock,
                Reporter(config.table.name, config.table.game, words),
                Unwatched(),
                PartReporter(wires, board.clock),
            )
        )
        self.hands = Hands(self.table, cage, pulse.rest, HAND_MS)
        self._cards = self._shuffled(Random(seed))
        self._serve(stack)

    def _shuffled(self, chance: Random) -> list[Card]:
        cards = [parse_card(rank + suit) for rank in RANKS for suit in SUITS] * 8
        chance.shuffle(cards)
        return cards

    def _serve(self, stack: ExitStack) -> None:
        notifier = stack.enter_context(closing(Notifier()))
        loop = threading.Thread(target=self.service.run, args=(notifier,), name="loop")
        loop.start()
        stack.callback(loop.join)
        stack.callback(self.service.stop)
        self.until(lambda: len(_ours()) == len(THREADS))
        for thread in _ours():
            self.accounts.follow(thread)

    # the people

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

    def press(self, key: Key) -> None:
        self.until(lambda: key in self.service.loop.panel.keys)
        self.hands.press(key)

    def open(self) -> None:
        """Open the table, or the next round of it.

        A press that a starved machine does not see in time is pressed again.
        """
        number = self.service.loop.table.round
        while self.service.loop.table.round == number:
            self.press(Key.CONFIRM)
            time.sleep(SETTLED_S)

    def bet(self) -> None:
        """A bet on each hand."""
        self.tags = {
            place: self.hands.put(place, STAKE)
            for place in (Place(1, "player"), Place(2, "banker"))
        }
        self.until(lambda: Key.NO_MORE_BETS in self.service.loop.panel.keys)
        self.until(lambda: len(self.service.loop.table.felt.bets()) == 2)

    def deal(self) -> list[Change]:
        """Deal a round; return what each card that changed a light has cost."""
        self.table.shoe.stand_by()
        self.line.say(self.table.shoe.transmit())
        changes = []
        while not self.service.loop.table.game.finished:
            changes += self._card(self._cards.pop())
        return changes

    def _card(self, card: Card) -> list[Change]:
        before = self.service.loop.panel.spots
        self.table.shoe.draw(card)
        said = self.table.shoe.transmit()
        self.obey()
        time.sleep(SETTLED_S)
        self.line.say(said[: 2 * COPY - 1], ends=False)
        time.sleep(self.line.byte_s)
        self.bus.noted, self.bus.noting = [], True
        disk, start, wall = self._disk_ns(), self.accounts.spent(), time.perf_counter_ns()
        self.line.end(said[2 * COPY - 1 : 2 * COPY])
        time.sleep(SETTLED_S)
        self._await_card()
        lit = self.service.loop.panel.spots != before
        if lit:
            self.until(lambda: any(self._burst()))
        self.bus.noting, disk = False, self._disk_ns() - disk
        self.line.say(said[2 * COPY :])
        return [self._change(start, disk, wall)] if lit else []

    def _await_card(self) -> None:
        """Return when the turn of the loop that has taken the card is over."""
        self.until(lambda: self.service.loop.table.shoe.left == len(self._cards))
        self.service._in_turn(lambda: None, PATIENCE_S)  # noqa: SLF001

    def _disk_ns(self) -> int:
        return sum(file.spent_ns for file in self.files)

    def _burst(self) -> list[Transfer]:
        """Return the first transfers to the lights that nothing else comes between."""
        burst: list[Transfer] = []
        for transfer in list(self.bus.noted):
            if transfer.address in self.lights:
                burst.append(transfer)
            elif burst:
                break
        return burst

    def _change(self, start: Spent, disk: int, wall: int) -> Change:
        burst = self._burst()
        last = burst[-1]
        wire = COPY * BITS * 10**9 // self.baud
        wire += sum(t.size for t in burst) * I2C_BITS * 10**9 // I2C_HZ
        spent = {name: last.spent[name] - start[name] for name in start}
        return Change(spent, disk, last.wall_ns - wall, wire)

    def pay(self) -> None:
        """Pay and take, then open the next round."""
        for place in self.tags:
            self.hands.sweep(place, None)
        while Key.CONFIRM not in self.service.loop.panel.keys:
            if Key.NEXT in self.service.loop.panel.keys:
                self.hands.press(Key.NEXT)
            time.sleep(0.02)
        self.open()
