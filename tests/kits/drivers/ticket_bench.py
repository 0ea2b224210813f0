"""A ticket printer on a wire, run as its bus would run it."""

from drivers.escpos import TicketPrinter
from drivers.escpos.ticket_queue import Tickets
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from sim.machines.escpos import SimTicketPrinter
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.wired_bench import WiredBench

COPY = "DUPLICATA / COPY"
NO_PAPER = FaultRaised("printer", "no_paper")
PAPER = FaultEnded("printer", "no_paper")
WELL = FaultEnded("printer", "printer_fault")
PAPER_LOW = FaultRaised("printer", "paper_low")
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
    """Return a ticket's lines on paper."""
    return [*above, *ticket(number)[1]]


class Bench(WiredBench):
    every = STEP

    def __init__(self, far: FarEnd | None = None, manner: Impairment | None = None) -> None:
        super().__init__()
        self.far = SimTicketPrinter()
        self.port = MemoryPort(far or self.far, impairment=manner)
        self.tickets: Tickets = ()
        self.restart()

    def restart(self) -> None:
        """Restart the service, on the same wire."""
        self.part = TicketPrinter(self.port, lambda _: self.tickets, COPY)
        self.start()

    def run(self, millis: int = 3000) -> list[Event]:
        return super().run(millis)

    def sell(self, *numbers: int) -> None:
        """Put tickets on the panel."""
        self.tickets += tuple(ticket(number) for number in numbers)
        self.show()
