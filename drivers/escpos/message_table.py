"""The table of an ESC/POS printer's answers: every octet that the fixed bits allow.

Sources: Epson, TM-T88III specification (appendix G for the fixed bits), TM-U220 specification and
ESC/POS application guide (`DLE EOT`, `GS a`, `GS r`); Citizen CT-S2000, CBM1000 and PPU-231II, HPRT
TP80K and Samsung SRP-350 manuals have the same, with fewer bits in use.
"""

from typing import Final

from drivers.escpos.answers import (
    Answer,
    AutomaticStatus,
    FlowControl,
    PrintedAnswer,
    PrinterId,
)
from drivers.escpos.status import (
    ERROR_CAUSE,
    OFFLINE_CAUSE,
    PRINTER_STATUS,
    ROLL_SENSOR,
    STATUS_KINDS,
    has_paper,
    is_printed,
    is_status,
)
from drivers.message_log import Basis, MessageRow, Outcome

REALTIME: Final = "Epson, ESC/POS application guide, DLE EOT"
AUTOMATIC: Final = "Epson, ESC/POS application guide, GS a"
PRINTED: Final = "Epson, ESC/POS application guide, GS r"
IDENTIFICATION: Final = "Epson, TM-T88III specification, appendix G"
XON: Final = "XON"
XOFF: Final = "XOFF"
PRINTER_ID: Final = "GS I = 5F …"


def status_name(kind: int, octet: int) -> str:
    """Return the name of an answer to `DLE EOT kind`."""
    return f"DLE EOT {kind} = {octet:02X}"


def printed_name(octet: int) -> str:
    """Return the name of an answer to `GS r 1`."""
    return f"GS r 1 = {octet:02X}"


def automatic_name(place: int, octet: int) -> str:
    """Return the name of the octet at a place, 1 to 4, of an automatic status."""
    return f"ASB {place} = {octet:02X}"


def answer_names(answer: Answer) -> list[str]:
    """Return the names of an answer's rows, but for a status, whose kind its request names."""
    match answer:
        case PrintedAnswer(octet):
            return [printed_name(octet)]
        case AutomaticStatus(octets):
            return [automatic_name(place, octet) for place, octet in enumerate(octets, 1)]
        case FlowControl(is_stopped):
            return [XOFF if is_stopped else XON]
        case PrinterId():
            return [PRINTER_ID]
    return []


def _status_row(kind: int, octet: int) -> MessageRow:
    outcome, result = {
        PRINTER_STATUS: _printer_outcome,
        OFFLINE_CAUSE: _cause_outcome,
        ERROR_CAUSE: _error_outcome,
        ROLL_SENSOR: _roll_outcome,
    }[kind](octet)
    source = f"{REALTIME}, n = {kind}"
    return MessageRow(status_name(kind, octet), outcome, result, Basis.STATED, source)


def _printer_outcome(octet: int) -> tuple[Outcome, str]:
    if octet & 0x28:
        return Outcome.COUNTED, "off line: a fault if a ticket is not confirmed"
    return Outcome.COUNTED, "on line; drawer and FEED key don't matter"


def _cause_outcome(octet: int) -> tuple[Outcome, str]:
    if octet & 0x20:
        return Outcome.FAULT, "no_paper"
    if octet & 0x44:
        return Outcome.FAULT, "printer_fault"
    return Outcome.COUNTED, "no cause, or somebody presses FEED"


def _error_outcome(_octet: int) -> tuple[Outcome, str]:
    return Outcome.COUNTED, "names the error, if n = 2 has one"


def _roll_outcome(octet: int) -> tuple[Outcome, str]:
    if octet & 0x20:
        return Outcome.FAULT, "no_paper"
    if octet & 0x0C:
        return Outcome.FAULT, "paper_low"
    return Outcome.COUNTED, "there is paper"


def _printed_row(octet: int) -> MessageRow:
    reason = "all before it is printed" if has_paper(octet) else "no paper: it confirms nothing"
    return MessageRow(printed_name(octet), Outcome.COUNTED, reason, Basis.STATED, PRINTED)


def _automatic_row(place: int, octet: int) -> MessageRow:
    return MessageRow(
        automatic_name(place, octet),
        Outcome.COUNTED,
        "the next enquiry asks for the same",
        Basis.STATED,
        AUTOMATIC,
    )


def _flow_row(name: str, reason: str) -> MessageRow:
    return MessageRow(name, Outcome.COUNTED, reason, Basis.STATED, IDENTIFICATION)


ROWS: Final = (
    *(
        _status_row(kind, octet)
        for kind in STATUS_KINDS
        for octet in range(256)
        if is_status(octet)
    ),
    *(_printed_row(octet) for octet in range(256) if is_printed(octet)),
    *(_automatic_row(1, octet) for octet in range(256) if octet & 0x93 == 0x10),
    *(
        _automatic_row(place, octet)
        for place in (2, 3, 4)
        for octet in range(256)
        if octet & 0x90 == 0
    ),
    _flow_row(XOFF, "the rest of the ticket waits"),
    _flow_row(XON, "the rest of the ticket follows"),
    _flow_row(PRINTER_ID, "it was not asked for"),
)
