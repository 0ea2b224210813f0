"""An ESC/POS ticket printer, 8N1 from 9600 baud: each ticket once, then only as a marked copy."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from drivers.alarms import Alarms
from drivers.escpos.enquiry import Enquiry
from drivers.escpos.pending import Pending, Tickets
from drivers.escpos.status import ASK, ASK_IF_PRINTED, WELL
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

PRINTER: Final = "printer"
OUT_OF_PAPER: Final = FaultRaised(PRINTER, "no_paper")
FAULT: Final = "printer_fault"
UNCONFIRMED: Final = "GS"
"""Our code for a printer without a fault that does not confirm a ticket."""

POLLED_EVERY: Final = Millis(50)
"""The time of a row of 48 characters at 9600 baud: no queue builds up before the next enquiry."""
PRINTED_WITHIN: Final = Millis(10_000)


@dataclass
class _Print:
    """The ticket that is being printed."""

    number: str
    portions: deque[bytes]
    """Still to be sent."""
    due: Millis | None = None
    """When it must be printed at the latest; None until all is sent."""
    said_at: int | None = None
    """The number of answered enquiries when the printer confirmed it."""


class TicketPrinter(Part):
    """Prints the tickets that `tickets` makes of a panel, one at a time (81, 82).

    A ticket counts as printed when the printer has answered the `GS r` behind it and then one more
    enquiry, since a pulled cable may look like that answer; it is never printed again. If the
    cable, the power, the paper or the printer fails during a ticket, the ticket is printed again as
    a copy, with `mark` above it. A ticket that leaves the panel before its turn is not printed.
    `Pending` decides about the tickets of the first panel.

    Untried on real hardware. Raises PortLost when the printer has not answered for five seconds.
    """

    name = PRINTER
    shows = ("tickets", "head")
    frames = MappingProxyType({"DLE-EOT": ASK})

    def __init__(
        self, port: SerialPort, tickets: Callable[[Panel], Tickets], mark: str, columns: int = 42
    ) -> None:
        # python-escpos takes its time, which only a table with a printer should
        from drivers.escpos.ticket import compose

        self.health: Counter[str] = Counter()
        """`tickets` printed, `copies` begun, `interrupted` prints, and counters of `Enquiry`."""
        self._port = port
        self._tickets = tickets
        self._compose = partial(compose, columns=columns)
        self._mark = mark
        self._enquiry = Enquiry(port, self.health)
        self._pending = Pending()
        self._printing: _Print | None = None
        self._hanging = False
        """Whether a piece of a ticket may hang in the printer."""
        self._owed = 0
        """How many `GS r` the printer has still to answer."""
        self._alarms = Alarms()

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether an enquiry was answered since the start."""
        return self._enquiry.answered > 0

    def start(self, now: Millis) -> None:
        """Open the port; nothing is printed before the printer has reported its condition."""
        self._port.reopen()
        self._enquiry.restart(now)
        self._break_off()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the printer's bytes, else send: a port lost by sending costs no event."""
        self._hear(self._enquiry.hear(self._port.read(), now))
        self._confirm()
        self.due = Millis(now + POLLED_EVERY)
        events = list(self._troubles(now))
        if not events:
            self._step(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Take the tickets that should have been printed by now."""
        self._hanging |= self._pending.take(self._tickets(panel))

    def test(self, now: Millis) -> Proof:
        """Return that it answers. Raises PortLost if its condition is unknown or old."""
        if not self._enquiry.fresh(now):
            raise PortLost(f"{self._port.path}: the printer does not answer")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Send an enquiry at once."""
        self._enquiry.hurry(now)
        self.due = now

    # printing

    def _step(self, now: Millis) -> None:
        asked = self._enquiry.ask(now)
        if self._enquiry.condition != WELL:
            self._fail()
        elif not asked:
            self._print(now)

    def _print(self, now: Millis) -> None:
        if self._printing is None:
            self._printing = self._begin()
        printing = self._printing
        if printing is not None and printing.portions:
            self._port.write(printing.portions.popleft())
            if not printing.portions:
                self._owed += 1
                printing.due = Millis(now + PRINTED_WITHIN)

    def _begin(self) -> _Print | None:
        begun = self._pending.begin()
        if begun is None:
            return None
        self.health["copies"] += begun.is_copy
        mark = self._mark if begun.is_copy else None
        portions = deque(self._compose(begun.lines, mark=mark, hanging=self._hanging))
        portions[-1] += ASK_IF_PRINTED
        return _Print(begun.number, portions)

    def _hear(self, answers: int) -> None:
        """Note the ticket's confirmation: it is the last one that the printer owes."""
        self.health["strays"] += max(0, answers - self._owed)
        self._owed = max(0, self._owed - answers)
        printing = self._printing
        if answers and not self._owed and printing is not None and printing.due is not None:
            printing.said_at = self._enquiry.answered

    def _confirm(self) -> None:
        printing = self._printing
        if printing is None or printing.said_at is None:
            return
        if self._enquiry.answered > printing.said_at:
            self.health["tickets"] += 1
            self._pending.printed(printing.number)
            self._printing = None
            self._hanging = False

    def _fail(self) -> None:
        """Break off; a silent printer may have lost its power, and owes no answer."""
        self._break_off()
        if self._enquiry.condition is None:
            self._owed = 0

    def _break_off(self) -> None:
        self.health["interrupted"] += self._printing is not None
        self._hanging |= self._printing is not None
        self._printing = None

    # faults

    def _troubles(self, now: Millis) -> Iterator[Event]:
        condition = self._enquiry.condition
        if condition is not None:
            due = self._printing.due if self._printing is not None else None
            overdue = due is not None and now >= due
            trouble = condition.trouble or (UNCONFIRMED if overdue else None)
            yield from self._alarms.switch(OUT_OF_PAPER, on=condition.paper_out)
            fault = FaultRaised(PRINTER, FAULT, {"code": trouble or ""})
            yield from self._alarms.switch(fault, on=trouble is not None)
