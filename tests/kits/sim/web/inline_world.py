"""The service of a seated table in this process, on virtual time: nothing waits for a clock."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from drivers.kind import Registries
from firmware.cli.serving.assembly import configured_table, journal_setting, ticket_desk
from firmware.cli.serving.table_config import load_registries
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk import DeskRuling, KenoDesk
from firmware.shell.desk.desk_socket import DESK_SOCKET, DeskSocket
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.recent_rulings import RecentRulings
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import TEST_TIMEOUT_MS as SERVICE_PATIENCE_MS
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.words.screens import DisplayScreens
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.people.hands import PassTime
from sim.play.inline_table import InlineTable
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import SerialLead
from sim.world.virtual_clock import VirtualClock

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

    def connect_parts(self, sim: SimTable) -> dict[str, SerialLead]:
        ports = memory_ports(sim)
        self._board = SimBoard(sim, self.clock, ports)
        wired = self._room.config.wiring.serial_parts()
        return {section: ports[wired[section].port] for section in sim.far_ends}

    def pass_time(self, millis: int) -> None:
        with self._turn:
            if self._controller is None:
                self.clock.advance(millis)
            else:
                self._controller.table.run_for(millis)

    def read_status(self) -> Status:
        with self._turn:
            if self._controller is None:
                raise NoServiceError(self._room.socket_path())
            return self._controller.status()

    def close(self) -> None:
        self.kill()

    # the service

    @property
    def is_running(self) -> bool:
        return self._controller is not None

    def start(self) -> None:
        with self._turn:
            controller = _Controller(self._room, self._board, self.clock, self.pass_time)
            controller.await_tests()
            self._controller = controller

    def kill(self) -> None:
        with self._turn:
            if self._controller is not None:
                self._controller.close()
                self._controller = None

    def stop_orderly(self) -> None:
        with self._turn:
            if self._controller is not None:
                self._controller.table.loop.end_service(self.clock.now())
            self.kill()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        with self._turn:
            yield


class _Controller:
    """The controller of a room, from one start to its end; its journal is in the room."""

    def __init__(
        self, room: TableDir, board: SimBoard, clock: VirtualClock, rest: PassTime
    ) -> None:
        config, words = room.config, room.config.words_in(room.config.language)
        self._core = core = configured_table(config, simulated=True)
        desk = ticket_desk(config)
        wires = TableWires(
            config.wiring,
            board,
            Registries(*load_registries(config.wiring), DisplayScreens(words)),
            desk,
        )
        first, second = (
            DirectoryCopy(room.state / path.relative_to(path.anchor))
            for path in config.journal.copies
        )
        self._journal = Journal.open(
            (first, second), JournalStamp("sim", "", "", "", config.table.game)
        )
        self._reporter = StatusReporter(config.table.name, config.table.game, words)
        self._heard = RecentRulings(self._reporter)
        self._part = PartReporter(wires, clock)
        self.table = InlineTable(
            core,
            Ledger(self._journal, journal_setting(config, core)),
            wires,
            clock,
            [self._take_rulings, *([desk.take_rulings] if desk else [])],
        )
        at_desk = (
            DeskSocket(room.socket_path(DESK_SOCKET), _Counter(desk, rest), words) if desk else None
        )
        self._at_desk = at_desk

    def await_tests(self) -> None:
        """Let time pass until each part was tested or is lost, as a service does at its start."""
        for _ in range(0, SERVICE_PATIENCE_MS, LOOK_MS):
            if all(
                attached.selftest.test_count or attached.losses for attached in self._attached()
            ):
                return
            self.table.run_for(LOOK_MS)

    def status(self) -> Status:
        loop = self.table.loop
        self._heard.take_unpublished()
        return replace(
            self._reporter.table_status(loop.table, loop.panel, self._heard.results),
            parts=tuple(map(self._part, self._attached())),
            last_fault=self._heard.last_fault(loop.table),
        )

    def close(self) -> None:
        """Drop everything as a power cut does: uncommitted records are lost."""
        if self._at_desk:
            self._at_desk.close()
        self._journal.close()

    def _attached(self) -> list[AttachedPart]:
        return [attached for bus in self.table.buses for attached in bus.attached]

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._heard.add_rulings(self._core, rulings)


class _Counter:
    """The desk of a controller whose time passes while a clerk waits for an answer."""

    def __init__(self, desk: KenoDesk, rest: PassTime) -> None:
        self._desk, self._rest = desk, rest
        self.order_ticket, self.present_ticket = desk.order_ticket, desk.present_ticket

    def await_ruling(self, control: str) -> DeskRuling | None:
        self._rest(ANSWERED_MS)
        return self._desk.await_ruling(control)
