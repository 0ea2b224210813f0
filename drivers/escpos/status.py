"""Enquiries to an ESC/POS printer and its answers, one byte each.

Source: Epson's ESC/POS reference and the manuals of compatible printers. `DLE EOT n` is answered
at once, even if the printer's buffer is full; `GS r n` once everything before it is printed,
and not while the printer is off line. Fixed bits distinguish the answers from each other and from
XON and XOFF.
"""

from typing import Final, NamedTuple

STATUS_REQUEST: Final = b"\x10\x04\x02\x10\x04\x04"
"""Cause of being off line (n = 2) and state of the roll's sensor (n = 4)."""
PRINTED_REQUEST: Final = b"\x1dr\x01"

COVER_CODE: Final = "CO"
ERROR_CODE: Final = "ER"
"""Our codes for two bits of the printer's: the cover is open; any error."""


class Condition(NamedTuple):
    """A printer's condition: without paper, and the code of its trouble."""

    paper_out: bool = False
    trouble_code: str | None = None


FAULTLESS: Final = Condition()


def is_status(byte: int) -> bool:
    """Return whether it may answer a `DLE EOT`."""
    # Bits 1 and 4 set, 0 and 7 clear in every answer to DLE EOT.
    return byte & 0x93 == 0x12


def is_printed(byte: int) -> bool:
    """Return whether it may answer a `GS r`; a status with one flipped bit never does."""
    return byte & 0x93 in (0x00, 0x03)


def condition(offline_status: int, roll_sensor: int) -> Condition:
    """Decode the answers to `STATUS_REQUEST`."""
    # Either the printing stopped for the paper's end, or the roll's end sensor sees none.
    paper_out = bool(offline_status & 0x20) or roll_sensor & 0x60 == 0x60
    if offline_status & 0x04:
        return Condition(paper_out, COVER_CODE)
    return Condition(paper_out, ERROR_CODE if offline_status & 0x40 else None)
