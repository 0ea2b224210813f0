"""Enquiries to an ESC/POS printer and its answers, one byte each.

Source: Epson's ESC/POS reference and the manuals of compatible printers. `DLE EOT n` is answered
at once, even if the printer's buffer is full; `GS r n` once everything before it is printed,
and not while the printer is off line. Fixed bits distinguish the answers from each other and from
XON and XOFF.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

PRINTER_STATUS: Final = 1
OFFLINE_CAUSE: Final = 2
ERROR_CAUSE: Final = 3
ROLL_SENSOR: Final = 4
STATUS_KINDS: Final = (PRINTER_STATUS, OFFLINE_CAUSE, ERROR_CAUSE, ROLL_SENSOR)
REQUIRED_KINDS: Final = (OFFLINE_CAUSE, ROLL_SENSOR)
"""Without these nobody knows whether it can print; the others name the reason."""
PRINTED_REQUEST: Final = b"\x1dr\x01"

COVER_CODE: Final = "CO"
ERROR_CODE: Final = "ER"
"""Our codes: the cover is open; an error without a name, and those with one."""
UNRECOVERABLE_CODE: Final = "UN"
CUTTER_CODE: Final = "CU"
MECHANICAL_CODE: Final = "ME"
OVERHEATED_CODE: Final = "HT"
FEED_CODE: Final = "FD"
"""It waits for its FEED key before it is on line again."""
OFFLINE_CODE: Final = "OF"
"""It is off line and names no cause."""

_ERROR_CODES: Final = {
    0x20: UNRECOVERABLE_CODE,
    0x08: CUTTER_CODE,
    0x04: MECHANICAL_CODE,
    0x40: OVERHEATED_CODE,
}
"""By the bit of n = 3, the gravest first."""


class Condition(NamedTuple):
    """A printer's condition: its paper, and the code of its trouble."""

    paper_out: bool = False
    paper_low: bool = False
    trouble_code: str | None = None
    idle_code: str | None = None
    """Why it may not print although it has no trouble: many printers say so needlessly."""

    @property
    def is_ready(self) -> bool:
        """Whether a ticket may be sent."""
        return not self.paper_out and self.trouble_code is None


def status_request(kinds: tuple[int, ...]) -> bytes:
    """Return the enquiry for these kinds of status."""
    return b"".join(b"\x10\x04%c" % kind for kind in kinds)


STATUS_REQUEST: Final = status_request(STATUS_KINDS)


def is_status(byte: int) -> bool:
    """Return whether it may answer a `DLE EOT`."""
    # Bits 1 and 4 set, 0 and 7 clear in every answer to DLE EOT.
    return byte & 0x93 == 0x12


def is_printed(byte: int) -> bool:
    """Return whether it may answer a `GS r`; a status with one flipped bit never does."""
    return byte & 0x93 in (0x00, 0x03)


def has_paper(printed_answer: int) -> bool:
    """Return whether a `GS r 1` was answered with paper: without, nobody knows what was printed."""
    return not printed_answer & 0x0C


def condition(statuses: Mapping[int, int]) -> Condition:
    """Decode the answers to the kinds of status that were asked for."""
    cause, roll_sensor = statuses[OFFLINE_CAUSE], statuses[ROLL_SENSOR]
    # Printing stopped for the paper's end, or the end sensor sees none. Bit 6 alone is another
    # sensor's, as of a Citizen PPU-231II's presenter.
    paper_out = bool(cause & 0x20 or roll_sensor & 0x20)
    return Condition(
        paper_out,
        paper_low=bool(roll_sensor & 0x0C) and not paper_out,
        trouble_code=_trouble_code(cause, statuses.get(ERROR_CAUSE, 0)),
        idle_code=_idle_code(cause, statuses.get(PRINTER_STATUS, 0)),
    )


def _trouble_code(cause: int, error_cause: int) -> str | None:
    if cause & 0x04:
        return COVER_CODE
    if not cause & 0x40:
        return None
    codes = (code for bit, code in _ERROR_CODES.items() if error_cause & bit)
    return next(codes, ERROR_CODE)


def _idle_code(cause: int, printer_status: int) -> str | None:
    if printer_status & 0x20:
        return FEED_CODE
    # Bit 3 of the cause: somebody presses FEED.
    return OFFLINE_CODE if printer_status & 0x08 and not cause & 0x08 else None
