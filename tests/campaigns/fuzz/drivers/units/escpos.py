"""A ticket printer: every answer that the fixed bits allow, asked for or not, in mid-ticket too."""

from collections import Counter
from random import Random
from typing import ClassVar, Final

from drivers.escpos import TicketPrinter
from drivers.escpos.status import is_status
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis
from sim.machines.escpos import SimTicketPrinter
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit

COPY: Final = "COPY"
MOST_TICKETS: Final = 4
_CHANCE_OF_ACT: Final = 0.15
_VARIABLE_BITS: Final = (0x04, 0x08, 0x20, 0x40)
_UNASKED: Final = (
    b"\x11",
    b"\x13",
    b"_EPSON\0",
    b"_",
    b"\0",
    b"\x0f",
    b"\x10\0\0\0",
    b"\x18\0\x0f",
)


class TalkativePrinter(SimTicketPrinter):
    """Counts its octets, and may answer each status with the same bits."""

    def __init__(self) -> None:
        super().__init__(damage=self._answer)
        self.sent_octets = 0
        self.held_bits: int | None = None

    def transmit(self) -> bytes:
        unsent = super().transmit()
        self.sent_octets += len(unsent)
        return unsent

    def _answer(self, octets: bytes) -> bytes:
        is_held = self.held_bits is not None and is_status(octets[0])
        return bytes((0x12 | (self.held_bits or 0),)) if is_held else octets


class UnusualPrinter:
    """Implements `UnusualUnit`: a simulated printer whose mechanics change, and which says more.

    A ticket is invented if it was printed twice without the mark of a copy.
    """

    SPAN_MS: ClassVar[int] = 100

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._far_end = TalkativePrinter()
        self._tickets: list[tuple[str, tuple[str, ...]]] = []
        self.part = TicketPrinter(
            MemoryPort(self._far_end, impairment=wire), lambda _: tuple(self._tickets), COPY
        )
        self._sold = 0
        self._originals = Counter[str]()

    @property
    def sent_messages(self) -> int:
        return self._far_end.sent_octets

    def speak(self) -> None:
        """Change something of the printer, say something unasked, or sell a ticket."""
        if self._chance.random() < _CHANCE_OF_ACT:
            acts = (self._change, self._hold, self._say, self._sell, self._recover, self._restart)
            self._chance.choices(acts, (20, 5, 20, 10, 40, 1))[0]()
        pages = self._far_end.ticket_texts
        self._originals.update(page[0] for page in pages if COPY not in page)
        self._far_end.cut_tickets.clear()

    def is_invented(self, event: Event) -> bool:
        """Return whether a ticket was printed twice as the original."""
        return any(count > 1 for count in self._originals.values())

    def _change(self) -> None:
        name = self._chance.choice(("is_near_end", "cover_open", "feeds_paper", "drawer_open"))
        self._far_end.change(**{name: self._chance.random() < 0.5})

    def _hold(self) -> None:
        self._far_end.held_bits = self._bits()

    def _say(self) -> None:
        octets = self._chance.choice(_UNASKED)
        if self._chance.random() < 0.5:
            octets = bytes((0x12 | self._bits(),))
        self._far_end._send_answer(octets)

    def _bits(self) -> int:
        return sum(bit for bit in _VARIABLE_BITS if self._chance.random() < 0.5)

    def _sell(self) -> None:
        self._sold += 1
        ticket = f"K-{self._sold}", (f"{self._sold}", "1 4 7 22 80")
        self._tickets = [*self._tickets[1 - MOST_TICKETS :], ticket]
        self.part.show(Panel({}), Millis(0))

    def _recover(self) -> None:
        self._far_end.held_bits = None
        self._far_end.load_paper()
        self._far_end.change(cover_open=False, feeds_paper=False)

    def _restart(self) -> None:
        self._far_end.power_off()
        self._far_end.power_on()


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualPrinter(chance, wire)
