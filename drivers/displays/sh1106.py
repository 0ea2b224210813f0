"""The SH1106: 132 columns of memory behind 128 of glass, and pages that are set one by one."""

from typing import Final

from drivers.displays.chip import DisplayChip
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.trace import oled
from drivers.displays.typesetting import pictures

_HIDDEN_COLUMNS: Final = 2
"""Columns of memory at the left of the glass."""


class Sh1106(Ssd1306):
    """One display; it is sent as little as an SSD1306.

    It knows no window of columns and pages: each page is sent by itself, addressed by B0 and its
    number, and the first column by two halves. Untried on real hardware.
    """

    device = "sh1106"
    pages_at_once = 1

    def _pointer_commands(
        self,
        top_page: int,
        pages: int,  # noqa: ARG002
        first_column: int,
        last_column: int,  # noqa: ARG002
    ) -> bytes:
        memory_column = _HIDDEN_COLUMNS + first_column
        return bytes((0xB0 | top_page, memory_column & 0x0F, 0x10 | memory_column >> 4))


CHIP = DisplayChip(
    word="sh1106",
    make_driver=Sh1106,
    lay_out_screens=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    strap_pins=("SA0",),
    trace=oled,
)
