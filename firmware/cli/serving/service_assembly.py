"""A table in service, assembled: its parts, sockets, views and self-checks."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from typing import Final

from msgspec.structs import replace

from firmware.cli.serving.assembly import make_buses, tournament_inbox
from firmware.cli.serving.backup_writer import BackupWriter
from firmware.cli.serving.technician_acts import technician_acts
from firmware.cli.serving.wired_table import WiredTable
from firmware.cli.terminal.view import TableView, open_view
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.jackpot import JackpotTableMessage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk import KenoDesk
from firmware.shell.desk.desk_socket import DESK_SOCKET, DeskSocket
from firmware.shell.device.disk_wear import WearLog
from firmware.shell.device.gc_tuning import freeze_objects
from firmware.shell.device.host import HostMonitor
from firmware.shell.device.host_status import HostReporter
from firmware.shell.device.inspection import DeviceCheck, DeviceInspection
from firmware.shell.history.journal_entries import Attested
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.locked_view import LockedView
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox
from firmware.shell.jackpot.jackpot_socket import SOCKET_NAME as JACKPOT_SOCKET
from firmware.shell.jackpot.jackpot_socket import JackpotSocket
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.journal import (
    Journal,
    JournalReader,
)
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.parts.wires import TableWires
from firmware.shell.poker_room.tournament_socket import SOCKET_NAME as TOURNAMENT_SOCKET
from firmware.shell.poker_room.tournament_socket import LevelSocket
from firmware.shell.service.loop import Listener
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import TableService
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.sheets.posted_sheet import rules_poster
from firmware.shell.sockets.control import ControlSocket
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.technician.client import TECHNICIAN_SOCKET
from firmware.shell.technician.table_acts import is_between_rounds
from firmware.shell.technician.technician_socket import TechnicianSocket
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.trust.versions import promote_version
from firmware.shell.words.languages import Language
from hal.gauges import LinuxGauges
from hal.ports import Clock, Millis

TRIAL_BLOCKING_FAULTS: Final = (("program", "program_changed"), ("configuration", "config_changed"))
"""The faults with which a version on trial is not accepted."""
FOREIGN_JOURNALS: Final = (("journal", "journal_foreign"), ("journal", "journal_former"))


class ServiceAssembly:
    """One table in service. The exit stack closes everything that it opens."""

    def __init__(
        self,
        exit_stack: ExitStack,
        wired_table: WiredTable,
        journal: Journal,
        ticket_desk: KenoDesk | None,
        reporter: StatusReporter,
        start_faults: Sequence[Event] = (),
        listeners: Sequence[Listener] = (),
        notes: Sequence[Text] = (),
        jackpot_inbox: JackpotInbox | None = None,
    ) -> None:
        simulation = wired_table.simulation
        self._exit_stack = exit_stack
        self._wired_table = wired_table
        self._ticket_desk = ticket_desk
        self._jackpot_inbox = jackpot_inbox
        self._reporter = reporter
        self._tournament_inbox = tournament_inbox(wired_table.table)
        self._ledger = ledger = Ledger(
            journal, wired_table.journal_setting, attest=_jackpot_signer(wired_table)
        )
        self._gauges = LinuxGauges(wired_table.board.health)
        self._wear_log = WearLog(self._gauges, wired_table.copy_directories, wired_table.state_path)
        self._wires, clock = wires, clock = self._make_wires(), wired_table.board.clock
        self.service = TableService(
            wired_table.table,
            ledger,
            lambda reported_losses: _bus_threads(wires, clock, reported_losses),
            clock,
            reporter,
            exit_stack.enter_context(_terminal_view(wired_table)),
            PartReporter(wires, clock),
            shoe_port=simulation.world.shoe_port if simulation else "",
            notes=notes,
            listeners=[*listeners, ticket_desk.take_rulings] if ticket_desk else listeners,
            device_events=start_faults,
            poll_events=self._inbox_events(),
        )
        exit_stack.enter_context(self.service)

    def _make_wires(self) -> TableWires:
        wired_table = self._wired_table
        host_monitor = HostMonitor(
            self._gauges,
            wired_table.copy_directories,
            partial(_last_wall_ms, self._ledger),
            lambda *fault_key: self.service.is_raised(*fault_key),  # the service is made later
        )
        return TableWires(
            wired_table.config.wiring,
            wired_table.board,
            wired_table.registries,
            self._ticket_desk,
            host_monitor,
        )

    def _inbox_events(self) -> Callable[[Millis], list[Event]] | None:
        """Return the function that the loop polls for events of the inbox, if there is one."""
        inbox = self._jackpot_inbox or self._tournament_inbox
        return inbox.poll if inbox else None

    def end_foreign_faults(self, start_faults: Sequence[Event]) -> None:
        """End the fault of another device's disk, once it was taken out."""
        present_faults = {
            (start_fault.part, start_fault.code)
            for start_fault in start_faults
            if isinstance(start_fault, FaultRaised)
        }
        for foreign_fault in FOREIGN_JOURNALS:
            if self.service.is_raised(*foreign_fault) and foreign_fault not in present_faults:
                self.service.put_events([FaultEnded(*foreign_fault)])

    @property
    def last_known(self) -> LockedView | None:
        """The status of the table when everything was durable last."""
        last_opening = self._ledger.opening
        return last_opening and LockedView(self.service.status, last_opening)

    def make_inspection(
        self,
        checks: Sequence[DeviceCheck],
        is_quiet: Callable[[], bool],
        *,
        is_incomplete: Callable[[], bool] = lambda: False,
        interval_s: float = 60.0,
    ) -> None:
        """Make the inspection that checks the device while it serves."""
        service = self.service
        self.inspection = DeviceInspection(
            checks,
            service.is_raised,
            service.put_events,
            is_quiet,
            is_incomplete,
            interval_s,
            self._wear_log.store,
        )

    def run(self, device: DeviceKey | None) -> Text | None:
        """Serve until stopped; return the reason to serve again, if there is one."""
        service = self.service
        stop_in_order = partial(service.end_in_order, None)
        with _stopped_by_signals(stop_in_order), closing(SystemdNotifier()) as notifier:
            service.serve(
                notifier,
                self._wired_table.round_limit,
                partial(self._open_sockets, device),
            )
        return service.restart_reason

    def _open_sockets(self, device: DeviceKey | None) -> None:
        """Open the sockets, now that the device is tested."""
        wired_table, service, exit_stack = self._wired_table, self.service, self._exit_stack
        freeze_objects()  # collections leave out what lives as long as the service
        backup_writer = BackupWriter(
            wired_table.refresh_backup, lambda: is_between_rounds(service.table)
        )
        exit_stack.enter_context(closing(backup_writer))
        handlers = technician_acts(
            wired_table,
            service,
            self.inspection,
            self._wires,
            self._gauges,
            device,
            backup_writer.request,
        )
        technician_path = wired_table.control_socket.with_name(TECHNICIAN_SOCKET)
        technician_socket = TechnicianSocket(technician_path, handlers, service.record_note)
        exit_stack.enter_context(closing(technician_socket))
        for inbox_socket in self._inbox_sockets():
            exit_stack.enter_context(closing(inbox_socket))
        # the last socket: a table that answers on it answers on the others too
        exit_stack.enter_context(closing(self._control_socket()))
        if wired_table.simulation:
            wired_table.simulation.start_people(
                lambda: service.status, wired_table.table, self._ticket_desk
            )
            exit_stack.callback(wired_table.simulation.dismiss_people)
        # a version on trial that has come this far is accepted, unless it is not as signed
        if not any(service.is_raised(*blocking_fault) for blocking_fault in TRIAL_BLOCKING_FAULTS):
            promote_version(wired_table.state_path)
        self._wear_log.store()
        exit_stack.callback(self._wear_log.store)
        self.inspection.start()
        exit_stack.enter_context(closing(self.inspection))

    def _inbox_sockets(self) -> Iterator[LineSocket]:
        """Open the sockets of the ticket desk, the linked jackpot and the tournament, if any."""
        control_path, words = self._wired_table.control_socket, self._wired_table.words
        if self._ticket_desk:
            yield DeskSocket(control_path.with_name(DESK_SOCKET), self._ticket_desk, words)
        if self._jackpot_inbox:
            yield JackpotSocket(control_path.with_name(JACKPOT_SOCKET), self._jackpot_inbox, words)
        if self._tournament_inbox:
            tournament_path = control_path.with_name(TOURNAMENT_SOCKET)
            yield LevelSocket(tournament_path, self._tournament_inbox, words)

    def _control_socket(self) -> ControlSocket:
        wired_table, service, config = (
            self._wired_table,
            self.service,
            self._wired_table.config,
        )
        read_machine = HostReporter(
            self._gauges,
            wired_table.copy_directories,
            wired_table.board.clock,
            self._wear_log.disks,
        )

        def status_in(language: Language | None) -> Status:
            status = replace(
                service.status,
                # measured at each query: parts and machine change without an event at the table
                parts=service.buses.part_statuses(),
                machine=read_machine(),
                unanswered_s=service.stalled_s,
            )
            if language in (None, status.language):
                return status
            words = config.words_in(language)
            reporter = StatusReporter(config.table.name, config.table.game, words)
            return reporter.spoken_status(status, service.table, service.loop.panel)

        return ControlSocket(
            wired_table.control_socket,
            status_in,
            service.buses.test_parts,
            lambda: self._reporter.known_meters(service.table),
            JournalReader(wired_table.copy_directories),
            rules_poster(config),
        )


def _terminal_view(wired_table: WiredTable) -> AbstractContextManager[TableView]:
    """Return the view of the terminal; at an idle simulated table its keyboard plays."""
    simulation = wired_table.simulation
    if simulation is None or not simulation.is_idle:
        return open_view(wired_table.words, plain=wired_table.plain_lines)
    return open_view(
        wired_table.words,
        plain=wired_table.plain_lines,
        press_key=simulation.press_key,
        draw_card=simulation.draw_card,
    )


def _jackpot_signer(wired_table: WiredTable) -> Callable[[JackpotTableMessage], Attested] | None:
    """Return the signer of the linked jackpot's messages, None without the device's key."""
    return partial(attest, device=wired_table.device) if wired_table.device else None


def _last_wall_ms(ledger: Ledger) -> int | None:
    last_read = ledger.last_entry_time
    return None if last_read is None else int(last_read.timestamp() * 1000)


def _bus_threads(
    wires: TableWires, clock: Clock, reported_losses: Mapping[str, str]
) -> list[BusThread]:
    return [
        BusThread(bus, clock, wires.port_by_section.get(bus.name))
        for bus in make_buses(wires, reported_losses)
    ]


@contextmanager
def _stopped_by_signals(stop_service: Callable[[], None]) -> Iterator[None]:
    def handle_signal(_signal: int, _frame: object) -> None:
        stop_service()

    previous_handlers = {
        signal_number: signal.signal(signal_number, handle_signal)
        for signal_number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for signal_number, handler in previous_handlers.items():
            signal.signal(signal_number, handler)
