"""The service of a seated table in this process, on virtual time: nothing waits for a clock."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from drivers.kind import Stock
from firmware.cli.serving.assembly import desk_of, seat_table, setting_of
from firmware.cli.serving.chosen import registries
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk import Answer, Desk
from firmware.shell.desk.socket import SOCKET as DESK
from firmware.shell.desk.socket import DeskSocket
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, OsCopy, Stamp
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import Wires
from firmware.shell.service.recent import RecentNews
from firmware.shell.service.reporter import Reporter
from firmware.shell.service.service import PATIENCE_MS as SERVICE_PATIENCE_MS
from firmware.shell.sockets.line_client import NoTable
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard, memory_ports
from sim.people.hands import Pass
from sim.play.inline_table import InlineTable
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import Lead
from sim.world.clock import VirtualClock

LOOK_MS = 20
ANSWERED_MS = 200
"""How long a clerk waits for his ticket, on virtual time."""


class InlineWorld:
    """Implements `sim.web.bench.subprocess_world.World` and `sim.web.bench.power.Service`.

    Time passes only while hands rest. A resting thread runs the controller; one at a time. Not
    modelled: the technician's socket, and the slowness of a bus.
    """

    def __init__(self, room: TableDir) -> None:
        self.clock = VirtualClock()
        self.service = self
        self._room = room
        self._turn = threading.RLock()
        self._controller: _Controller | None = None

    # the world

    def join(self, sim: SimTable) -> dict[str, Lead]:
        ports = memory_ports(sim)
        self._board = SimBoard(sim, self.clock, ports)
        wired = self._room.config.wiring.ports()
        return {section: ports[wired[section].port] for section in sim.far_ends}

    def rest(self, millis: int) -> None:
        with self._turn:
            if self._controller is None:
                self.clock.advance(millis)
            else:
                self._controller.table.run_for(millis)

    def look(self) -> Status:
        with self._turn:
            if self._controller is None:
                raise NoTable(self._room.socket())
            return self._controller.status()

    def close(self) -> None:
        self.kill()

    # the service

    @property
    def runs(self) -> bool:
        return self._controller is not None

    def start(self) -> None:
        with self._turn:
            controller = _Controller(self._room, self._board, self.clock, self.rest)
            controller.await_tests()
            self._controller = controller

    def kill(self) -> None:
        with self._turn:
            if self._controller is not None:
                self._controller.close()
                self._controller = None

    def end(self) -> None:
        with self._turn:
            if self._controller is not None:
                self._controller.table.loop.end(self.clock.now())
            self.kill()

    @contextmanager
    def held(self) -> Iterator[None]:
        with self._turn:
            yield


class _Controller:
    """The controller of a room, from one start to its end; its journal is in the room."""

    def __init__(self, room: TableDir, board: SimBoard, clock: VirtualClock, rest: Pass) -> None:
        config, words = room.config, Words.load(room.config.language)
        self._core = core = seat_table(config, simulated=True)
        desk = desk_of(config)
        wires = Wires(config.wiring, board, Stock(*registries(config.wiring), Screens(words)), desk)
        first, second = (
            OsCopy(room.state / path.relative_to(path.anchor)) for path in config.journal.copies
        )
        self._journal = Journal.open((first, second), Stamp("sim", "", "", "", config.table.game))
        self._reporter = Reporter(config.table.name, config.table.game, words)
        self._heard = RecentNews(self._reporter)
        self._part = PartReporter(wires, clock)
        self.table = InlineTable(
            core,
            Ledger(self._journal, setting_of(config, core)),
            wires,
            clock,
            [self._hear, *([desk.hear] if desk else [])],
        )
        at_desk = DeskSocket(room.socket(DESK), _Counter(desk, rest), words) if desk else None
        self._at_desk = at_desk

    def await_tests(self) -> None:
        """Let time pass until each part was tested or is lost, as a service does at its start."""
        for _ in range(0, SERVICE_PATIENCE_MS, LOOK_MS):
            if all(attached.selftest.count or attached.losses for attached in self._attached()):
                return
            self.table.run_for(LOOK_MS)

    def status(self) -> Status:
        loop = self.table.loop
        self._heard.tell()
        return replace(
            self._reporter.status(loop.table, loop.panel, self._heard.results),
            parts=tuple(map(self._part, self._attached())),
            last_fault=self._heard.last_fault(loop.table),
        )

    def close(self) -> None:
        """Drop everything as a power cut does: uncommitted records are lost."""
        if self._at_desk:
            self._at_desk.close()
        self._journal.close()

    def _attached(self) -> list[Attached]:
        return [attached for bus in self.table.buses for attached in bus.attached]

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._heard.take(self._core, rulings)


class _Counter:
    """The desk of a controller whose time passes while a clerk waits for an answer."""

    def __init__(self, desk: Desk, rest: Pass) -> None:
        self._desk, self._rest = desk, rest
        self.ask, self.claim = desk.ask, desk.claim

    def answer_to(self, control: str) -> Answer | None:
        self._rest(ANSWERED_MS)
        return self._desk.answer_to(control)
