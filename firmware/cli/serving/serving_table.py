"""A table in service, wired together: its parts, sockets, views and its own checks."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware.cli.serving.acting import all_acts
from firmware.cli.serving.assembly import buses, hall_mail_of
from firmware.cli.serving.wired_table import Opened
from firmware.cli.terminal.view import View, open_view
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.jackpot import FromTable
from firmware.core.vocabulary.panel import Text
from firmware.shell.desk.desk import Desk
from firmware.shell.desk.socket import SOCKET as DESK
from firmware.shell.desk.socket import DeskSocket
from firmware.shell.device.gc_tuning import take_for_lasting
from firmware.shell.device.host import Host
from firmware.shell.device.host_status import MachineReporter
from firmware.shell.device.inspection import Check, Inspection
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.locked_view import Known
from firmware.shell.history.records import Attested
from firmware.shell.jackpot.inbox import LotMail
from firmware.shell.jackpot.signed import attest
from firmware.shell.jackpot.socket import SOCKET as LOT
from firmware.shell.jackpot.socket import LotSocket
from firmware.shell.journal import (
    Journal,
    JournalReader,
)
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import Wires
from firmware.shell.poker_room.tournament_socket import SOCKET as HALL
from firmware.shell.poker_room.tournament_socket import HallSocket
from firmware.shell.service.loop import Listener
from firmware.shell.service.reporter import Reporter
from firmware.shell.service.service import Service
from firmware.shell.service.watchdog import Notifier
from firmware.shell.sockets.control import Control
from firmware.shell.technician.client import SOCKET as TECHNICIAN
from firmware.shell.technician.socket import TechnicianSocket
from firmware.shell.trust.keys import Device
from firmware.shell.trust.versions import promote
from hal.gauges import LinuxGauges
from hal.ports import Board, Millis

if TYPE_CHECKING:  # a table's release has no simulation
    from firmware.cli.serving.simulation import Simulation

UNTRUSTED: Final = (("program", "program_changed"), ("configuration", "config_changed"))
"""The faults with which a version on trial is not accepted."""
FOREIGN: Final = ("journal", "journal_foreign")


class ServingTable:
    """One table in service. Everything that it opens is the stack's to close."""

    def __init__(
        self,
        stack: ExitStack,
        opened: Opened,
        journal: Journal,
        desk: Desk | None,
        reporter: Reporter,
        found: Sequence[Event] = (),
        listeners: Sequence[Listener] = (),
        notes: Sequence[Text] = (),
        mail: LotMail | None = None,
    ) -> None:
        config, simulation = opened.config, opened.simulation
        self._stack, self._opened, self._desk, self._mail = stack, opened, desk, mail
        self._reporter = reporter
        self._hall = hall_mail_of(opened.table)
        self._ledger = ledger = Ledger(journal, opened.setting, attest=_attest(opened))
        self._gauges = LinuxGauges()
        last_wall = partial(_last_wall_ms, ledger)
        host = Host(self._gauges, opened.journal, last_wall, lambda *of: self.service.stands(*of))
        idle = simulation if simulation and simulation.idle else None
        self._wires = wires = Wires(config.wiring, opened.board, opened.stock, desk, host)
        self.service = Service(
            opened.table,
            ledger,
            lambda known: _threads(wires, opened.board, known),
            opened.board.clock,
            reporter,
            stack.enter_context(_view_of(opened, idle)),
            PartReporter(wires, opened.board.clock),
            shoe_port=simulation.world.shoe_port if simulation else "",
            notes=notes,
            listeners=[*listeners, desk.hear] if desk else listeners,
            found=found,
            watch=self._watch(),
        )
        stack.enter_context(self.service)

    def _watch(self) -> Callable[[Millis], list[Event]] | None:
        """Return what is asked in every turn for events that come from no part."""
        heard = self._mail or self._hall
        return heard.look if heard else None

    def end_foreign(self, found: Sequence[Event]) -> None:
        """Have another table's disk forgotten that was taken out."""
        there = any(isinstance(one, FaultRaised) and one.code == FOREIGN[1] for one in found)
        if self.service.stands(*FOREIGN) and not there:
            self.service.tell([FaultEnded(*FOREIGN)])

    @property
    def known(self) -> Known | None:
        """How the table was when everything was durable last."""
        opening = self._ledger.opening
        return opening and Known(self.service.status, opening)

    def inspect(
        self,
        checks: Sequence[Check],
        quiet: Callable[[], bool],
        *,
        lacking: Callable[[], bool] = lambda: False,
        every_s: float = 60.0,
    ) -> None:
        """Have the device checked while it serves."""
        service = self.service
        self.inspection = Inspection(checks, service.stands, service.tell, quiet, lacking, every_s)

    def run(self, device: Device | None) -> Text | None:
        """Serve until stopped; return why it is to be served again, if it is."""
        service = self.service
        with _stopped_by_signals(partial(service.end, None)):
            service.run(Notifier(), self._opened.rounds, partial(self._open_to_others, device))
        return service.then

    def _open_to_others(self, device: Device | None) -> None:
        """Speak to the world outside, now that the device is tested."""
        opened, service, stack = self._opened, self.service, self._stack
        take_for_lasting()
        socket = opened.socket
        machine = MachineReporter(self._gauges, opened.journal, opened.board.clock)
        acts = all_acts(opened, service, self.inspection, self._wires, self._gauges, device)
        technician = TechnicianSocket(socket.with_name(TECHNICIAN), acts, service.record)
        stack.enter_context(closing(technician))
        if self._desk:
            desk = DeskSocket(socket.with_name(DESK), self._desk, opened.words)
            stack.enter_context(closing(desk))
        if self._mail:
            mail = LotSocket(socket.with_name(LOT), self._mail, opened.words)
            stack.enter_context(closing(mail))
        if self._hall:
            hall = HallSocket(socket.with_name(HALL), self._hall, opened.words)
            stack.enter_context(closing(hall))
        # the last socket: a table that answers on it answers on the others too
        control = Control(
            socket,
            lambda: replace(
                service.status,
                parts=service.buses.parts(),
                machine=machine(),
                unanswered_s=service.unanswered_s,
            ),
            service.buses.test,
            lambda: self._reporter.meters(service.table),
            JournalReader(opened.journal),
        )
        stack.enter_context(closing(control))
        if opened.simulation:
            opened.simulation.begin(lambda: service.status, opened.table, self._desk)
            stack.callback(opened.simulation.dismiss)
        if not any(service.stands(*fault) for fault in UNTRUSTED):
            promote(opened.state)
        self.inspection.start()
        stack.enter_context(closing(self.inspection))


def _view_of(opened: Opened, idle: "Simulation | None") -> AbstractContextManager[View]:
    """Return the view of the terminal, with the hands of a table that nobody plays at."""
    if idle is None:
        return open_view(opened.words, plain=opened.plain)
    return open_view(opened.words, plain=opened.plain, press=idle.press, draw=idle.draw)


def _attest(opened: Opened) -> Callable[[FromTable], Attested] | None:
    """Return how the messages of a linked lot are signed, None without the device's key."""
    return partial(attest, device=opened.device) if opened.device else None


def _last_wall_ms(ledger: Ledger) -> int | None:
    found = ledger.read_until
    return None if found is None else int(found.timestamp() * 1000)


def _threads(wires: Wires, board: Board, known: Mapping[str, str]) -> list[BusThread]:
    return [BusThread(bus, board.clock, wires.ports.get(bus.name)) for bus in buses(wires, known)]


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    def end(_signal: int, _frame: object) -> None:
        stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
