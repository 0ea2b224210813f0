"""A ticket printer on a wire, run as its bus would run it."""

from drivers.escpos import TicketPrinter
from drivers.escpos.printer import Tickets
from firmware.core.events import Event, FaultEnded, FaultRaised
from firmware.core.panel import Panel
from hal.errors import HardwareError
from hal.ports import Millis
from sim.far_end import FarEnd
from sim.ticket_printer import SimTicketPrinter
from sim.wire import Manner, MemoryPort

COPY = "DUPLICATA / COPY"
NO_PAPER = FaultRaised("printer", "no_paper")
PAPER = FaultEnded("printer", "no_paper")
WELL = FaultEnded("printer", "printer_fault")
STEP = 50


def fault(code: str) -> FaultRaised:
    return FaultRaised("printer", "printer_fault", {"code": code})


def ticket(number: int) -> tuple[str, tuple[str, ...]]:
    return f"K-{number:04}", (
        "KENO",
        f"Contrôle K-{number:04}",
        "1 4 7 22 80",
        "2,00\u00a0$ × 3 tirages",
        "Réclamer à la caisse, 1 an",
    )


def rows(number: int, *above: str) -> list[str]:
    """Return what a ticket looks like on paper."""
    return [*above, *ticket(number)[1]]


class Bench:
    def __init__(self, far: FarEnd | None = None, manner: Manner | None = None) -> None:
        self.now = Millis(1000)
        self.far = SimTicketPrinter()
        self.port = MemoryPort(far or self.far, manner=manner)
        self.tickets: Tickets = ()
        self.losses = 0
        self.restart()

    def restart(self) -> None:
        """The service comes up anew, on the same wire."""
        self.part = TicketPrinter(self.port, lambda _: self.tickets, COPY)
        self.start()

    def start(self) -> None:
        """Start, and show the panel as it is."""
        self.part.start(self.now)
        self.show()

    def run(self, millis: int = 3000) -> list[Event]:
        """Poll whenever the part is due; a lost one is started again, as its bus does."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            try:
                events += self.part.poll(self.now)
            except HardwareError:
                self.losses += 1
                self._retry()
            self.now = Millis(self.now + STEP)
        return events

    def _retry(self) -> None:
        try:
            self.start()
        except HardwareError:
            return

    def show(self) -> None:
        self.part.show(Panel({}), self.now)

    def sell(self, *numbers: int) -> None:
        """Put tickets on the panel."""
        self.tickets += tuple(ticket(number) for number in numbers)
        self.show()
