"""The SH1106: 132 columns of memory behind 128 of glass, and pages that are set one by one."""

from typing import Final

from drivers.displays.chip import DisplayChip
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.trace import oled
from drivers.displays.typesetting import pictures

_HIDDEN: Final = 2
"""Columns of memory at the left of the glass."""


class Sh1106(Ssd1306):
    """One display; it is sent as little as an SSD1306.

    It knows no window of columns and pages: each page is sent by itself, addressed by B0 and its
    number, and the first column by two halves. Untried on real hardware.
    """

    device = "sh1106"
    pages_at_once = 1

    def _at(self, top: int, pages: int, first: int, last: int) -> bytes:  # noqa: ARG002
        column = _HIDDEN + first
        return bytes((0xB0 | top, column & 0x0F, 0x10 | column >> 4))


CHIP = DisplayChip(
    word="sh1106",
    make=Sh1106,
    set_out=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    straps=("SA0",),
    trace=oled,
)
