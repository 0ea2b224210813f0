"""What an ESC/POS printer is asked and what it answers, one byte each time.

Source: Epson's ESC/POS reference and the manuals of compatible printers. `DLE EOT n` is answered
at once, whatever else waits in the printer; `GS r n` in its turn, once all before it is printed,
and not while the printer is off line. Fixed bits tell the answers apart, and both from XON, XOFF.
"""

from typing import Final, NamedTuple

ASK: Final = b"\x10\x04\x02\x10\x04\x04"
"""Why are you off line (n = 2)? What does the roll's sensor say (n = 4)?"""
ASK_IF_PRINTED: Final = b"\x1dr\x01"

COVER: Final = "CO"
ERROR: Final = "ER"
"""Our codes for what the printer says in bits: the cover is open; any error of its own."""


class Condition(NamedTuple):
    """How a printer is: without paper, or in trouble by its code."""

    paper_out: bool = False
    trouble: str | None = None


WELL: Final = Condition()


def is_status(byte: int) -> bool:
    """Say whether it may answer a `DLE EOT`."""
    return byte & 0x93 == 0x12


def is_printed(byte: int) -> bool:
    """Say whether it may answer a `GS r`; a status of which one bit was flipped never does."""
    return byte & 0x93 in (0x00, 0x03)


def condition(offline: int, roll: int) -> Condition:
    """Return what the answers to `ASK` say."""
    paper_out = bool(offline & 0x20) or roll & 0x60 == 0x60
    if offline & 0x04:
        return Condition(paper_out, COVER)
    return Condition(paper_out, ERROR if offline & 0x40 else None)
