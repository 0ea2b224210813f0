"""An ESC/POS ticket printer, 8N1 from 9600 baud: each ticket once, then only as a marked copy."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from drivers.escpos.answers import (
    Answer,
    AnswerFramer,
    FlowControl,
    PrintedAnswer,
    StatusAnswer,
    UnknownOctets,
)
from drivers.escpos.enquiry import Enquiry
from drivers.escpos.message_table import ROWS, answer_names
from drivers.escpos.status import PRINTED_REQUEST, STATUS_REQUEST, Condition, has_paper
from drivers.escpos.ticket_queue import TicketQueue, Tickets
from drivers.fault_tracker import FaultTracker
from drivers.line_watch import LineWatch
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

PRINTER: Final = "printer"
OUT_OF_PAPER: Final = FaultRaised(PRINTER, "no_paper")
PAPER_LOW: Final = FaultRaised(PRINTER, "paper_low")
PRINTER_FAULT: Final = "printer_fault"
UNCONFIRMED: Final = "GS"
"""Our code for a printer without a fault that does not confirm a ticket."""

POLL_INTERVAL: Final = Millis(50)
"""The time of a row of 48 characters at 9600 baud: no queue builds up before the next enquiry."""
PRINT_TIMEOUT: Final = Millis(10_000)
FLOW_TIMEOUT: Final = Millis(5000)
"""How long an XOFF holds at most: its XON may be lost, or it was a damaged status."""


@dataclass
class _TicketPrint:
    """The ticket that is being printed."""

    number: str
    portions: deque[bytes]
    """Still to be sent."""
    due: Millis | None = None
    """When it must be printed at the latest; None until all is sent."""
    confirmed_at_answer: int | None = None
    """The number of answered enquiries when the printer confirmed it."""


class TicketPrinter(Part):
    """Prints the tickets that `tickets` makes of a panel, one at a time (81, 82).

    A ticket counts as printed when the printer has answered the `GS r` behind it and then one more
    enquiry, since a pulled cable may look like that answer; it is never printed again. If the
    cable, the power, the paper or the printer fails during a ticket, the ticket is printed again as
    a copy, with `copy_mark` above it. A ticket that leaves the panel before its turn is not
    printed. `TicketQueue` decides about the tickets of the first panel.

    Untried on real hardware. Raises PortLost when the printer has been silent for five seconds; one
    whose octets are no answers has the fault `unknown_state`.
    """

    name = PRINTER
    panel_fields = ("tickets", "head")
    frames = MappingProxyType({"DLE-EOT": STATUS_REQUEST})

    def __init__(
        self,
        port: SerialPort,
        compose_tickets: Callable[[Panel], Tickets],
        copy_mark: str,
        columns: int = 42,
    ) -> None:
        # python-escpos takes its time, which only a table with a printer should
        from drivers.escpos.ticket import compose

        self.health: Counter[str] = Counter()
        """`tickets` printed, `copies` begun, `interrupted` prints, counters of `Enquiry`, and
        `unknown` octets."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._serial_port = port
        self._compose_tickets = compose_tickets
        self._compose_ticket = partial(compose, columns=columns)
        self._copy_mark = copy_mark
        self._answer_framer = AnswerFramer()
        self._enquiry = Enquiry(port, self.messages, self.health)
        self._line_watch = LineWatch(PRINTER, self.messages)
        self._stopped_until: Millis | None = None
        """Until when an XOFF holds; None without one."""
        self._ticket_queue = TicketQueue()
        self._printing: _TicketPrint | None = None
        self._has_hanging_piece = False
        """Whether a piece of a ticket may hang in the printer."""
        self._confirmations_owed = 0
        """How many `GS r` the printer has still to answer."""
        self._fault_tracker = FaultTracker()

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether an enquiry was answered since the start, or by octets that are no answers."""
        return self._line_watch.has_spoken

    def start(self, now: Millis) -> None:
        """Open the port; nothing is printed before the printer has reported its condition."""
        self._serial_port.reopen()
        self._answer_framer.restart()
        self._enquiry.restart(now)
        self._line_watch.restart(now)
        self._stopped_until = None
        self._break_off()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the printer's bytes, else send: a port lost by sending costs no event."""
        data = self._serial_port.read()
        self._line_watch.receive(data, now)
        if self._line_watch.is_silent(now):
            raise PortLost(f"{self._serial_port.path}: the printer does not answer")
        events = [
            event
            for answer in self._answer_framer.feed(data, now)
            for event in self._handle_answer(answer, now)
        ]
        events += self._line_watch.check_garbage(now)
        self._finish_ticket()
        self.due = Millis(now + POLL_INTERVAL)
        events += self._fault_events(now)
        if not events:
            self._send_or_print(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Take the tickets that should have been printed by now."""
        self._has_hanging_piece |= self._ticket_queue.note_tickets(self._compose_tickets(panel))

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if its condition is unknown or old."""
        if not self._enquiry.is_fresh(now):
            raise PortLost(f"{self._serial_port.path}: no known answer of the printer")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Send an enquiry at once."""
        self._enquiry.request_soon(now)
        self.due = now

    # answers

    def _handle_answer(self, answer: Answer, now: Millis) -> Iterator[Event]:
        for name in answer_names(answer):
            self.messages.note(name)
        match answer:
            case StatusAnswer(octet):
                if self._enquiry.note_status(octet, now):
                    yield from self._line_watch.note_known()
            case PrintedAnswer(octet):
                self._note_confirmation(octet)
            case FlowControl(is_stopped):
                self._stopped_until = Millis(now + FLOW_TIMEOUT) if is_stopped else None
            case UnknownOctets(octets):
                self.messages.note_unknown(octets, "no answer", now)

    # printing

    def _send_or_print(self, now: Millis) -> None:
        enquiry_sent = self._enquiry.send_if_due(now)
        condition = self._enquiry.condition
        if condition is None or not condition.is_ready:
            self._abort_ticket()
        elif not enquiry_sent and not self._is_stopped(now):
            self._print_portion(now)

    def _is_stopped(self, now: Millis) -> bool:
        if self._stopped_until is not None and now >= self._stopped_until:
            self._stopped_until = None
        return self._stopped_until is not None

    def _print_portion(self, now: Millis) -> None:
        if self._printing is None:
            self._printing = self._begin_ticket()
        printing = self._printing
        if printing is not None and printing.portions:
            self._serial_port.write(printing.portions.popleft())
            if not printing.portions:
                self._confirmations_owed += 1
                printing.due = Millis(now + PRINT_TIMEOUT)

    def _begin_ticket(self) -> _TicketPrint | None:
        ticket = self._ticket_queue.begin_ticket()
        if ticket is None:
            return None
        self.health["copies"] += ticket.is_copy
        copy_mark = self._copy_mark if ticket.is_copy else None
        portions = deque(
            self._compose_ticket(
                ticket.lines, copy_mark=copy_mark, has_hanging_piece=self._has_hanging_piece
            )
        )
        # In the same write as the cut: no other byte may come between them.
        portions[-1] += PRINTED_REQUEST
        return _TicketPrint(ticket.number, portions)

    def _note_confirmation(self, octet: int) -> None:
        """Note an answer to a `GS r`: the last one that the printer owes confirms the ticket."""
        self.health["strays"] += not self._confirmations_owed
        if not self._confirmations_owed:
            return
        self._confirmations_owed -= 1
        printing = self._printing
        if (
            not self._confirmations_owed
            and has_paper(octet)
            and printing is not None
            and printing.due is not None
        ):
            printing.confirmed_at_answer = self._enquiry.answered_count

    def _finish_ticket(self) -> None:
        printing = self._printing
        if printing is None or printing.confirmed_at_answer is None:
            return
        # A pulled cable may look like one answer; two different requests answered may not.
        if self._enquiry.answered_count > printing.confirmed_at_answer:
            self.health["tickets"] += 1
            self._ticket_queue.note_printed(printing.number)
            self._printing = None
            self._has_hanging_piece = False

    def _abort_ticket(self) -> None:
        """Break off; a silent printer may have lost its power, and owes no answer."""
        self._break_off()
        # After a power cut no answer comes; if it does, it is a stray and confirms nothing.
        if self._enquiry.condition is None:
            self._confirmations_owed = 0

    def _break_off(self) -> None:
        self.health["interrupted"] += self._printing is not None
        self._has_hanging_piece |= self._printing is not None
        self._printing = None

    # faults

    def _fault_events(self, now: Millis) -> Iterator[Event]:
        condition = self._enquiry.condition
        if condition is None:
            return
        switch_fault = self._fault_tracker.switch_fault
        trouble_code = condition.trouble_code or self._overdue_code(condition, now)
        fault = FaultRaised(PRINTER, PRINTER_FAULT, {"code": trouble_code or ""})
        yield from switch_fault(OUT_OF_PAPER, active=condition.paper_out)
        yield from switch_fault(PAPER_LOW, active=condition.paper_low)
        yield from switch_fault(fault, active=trouble_code is not None)

    def _overdue_code(self, condition: Condition, now: Millis) -> str | None:
        due = self._printing.due if self._printing is not None else None
        is_overdue = due is not None and now >= due
        return (condition.idle_code or UNCONFIRMED) if is_overdue else None
