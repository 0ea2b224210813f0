"""The `printer` section of a ticket printer."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.escpos.message_table import ROWS
from drivers.escpos.printer import TicketPrinter
from drivers.escpos.trace import escpos
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port


@dataclass(frozen=True, slots=True)
class EscPosWiring:
    """A ticket printer that speaks ESC/POS."""

    part: ClassVar = "escpos"
    port: str
    baud: int


def read_wiring(printer: ConfigSection) -> EscPosWiring:
    """Read the wiring of a ticket printer, of a table or of a tournament's desk."""
    return EscPosWiring(read_port(printer), printer.choice("baud", (9600, 19200, 38400, 115200)))


def _read_section(printer: ConfigSection, _table_needs: TableNeeds) -> EscPosWiring:
    return read_wiring(printer)


def _build_part(printer: EscPosWiring, build_context: BuildContext) -> Part:
    display_texts = build_context.registries.screens
    return TicketPrinter(
        build_context.port(printer.port, printer.baud),
        display_texts.ticket_lines,
        display_texts.copy_heading,
    )


KIND: Final = PartKind(
    EscPosWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    trace=lambda _: escpos(),
    message_rows=ROWS,
)
