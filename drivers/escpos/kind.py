"""The `printer` section of a ticket printer."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.escpos.printer import TicketPrinter
from drivers.escpos.trace import escpos
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_port


@dataclass(frozen=True, slots=True)
class EscPos:
    """A ticket printer that speaks ESC/POS."""

    part: ClassVar = "escpos"
    port: str
    baud: int


def _read(printer: Section, _needs: Needs) -> EscPos:
    return EscPos(read_port(printer), printer.choice("baud", (9600, 19200, 38400, 115200)))


def _build(printer: EscPos, site: Site) -> Part:
    words = site.stock.screens
    return TicketPrinter(site.port(printer.port, printer.baud), words.tickets, words.copy)


KIND: Final = Kind(EscPos.part, _read, _build, hangs_on="serial", trace=lambda _: escpos())
