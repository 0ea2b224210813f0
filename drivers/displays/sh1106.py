"""The SH1106: 132 columns of memory behind 128 of glass, and pages that are set one by one."""

from collections.abc import Mapping
from typing import Final

from drivers.displays.chip import DisplayChip
from drivers.displays.ssd1306 import Ssd1306, read_flips
from drivers.displays.trace import oled
from drivers.displays.typesetting import WIDTH, pictures
from drivers.section import ConfigSection
from hal.ports import I2CBus

MAX_COLUMN_OFFSET: Final = 132 - WIDTH
COLUMN_OFFSET: Final = 2
"""Columns of memory before the glass of most modules, which is wired to the middle ones."""


class Sh1106(Ssd1306):
    """One display; it is sent as little as an SSD1306.

    It knows no window of columns and pages: each page is sent by itself, addressed by B0 and its
    number, and the first column by two halves. Untried on real hardware.
    """

    device = "sh1106"
    pages_at_once = 1

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        *,
        column_offset: int = COLUMN_OFFSET,
        flip_x: bool = False,
        flip_y: bool = False,
    ) -> None:
        """`column_offset` is the column of memory that is the first of the glass, unflipped."""
        super().__init__(bus, address, flip_x=flip_x, flip_y=flip_y)
        self._column_offset = MAX_COLUMN_OFFSET - column_offset if flip_x else column_offset

    def _pointer_commands(
        self,
        top_page: int,
        pages: int,  # noqa: ARG002
        first_column: int,
        last_column: int,  # noqa: ARG002
    ) -> bytes:
        memory_column = self._column_offset + first_column
        return bytes((0xB0 | top_page, memory_column & 0x0F, 0x10 | memory_column >> 4))


def read_module(section: ConfigSection) -> Mapping[str, int]:
    """Read which columns of the memory the module's glass is wired to, and how it is turned."""
    name, offset = "column_offset", COLUMN_OFFSET
    if section.has(name):
        offset = section.integer(name, 0, MAX_COLUMN_OFFSET)
    return {name: offset, **read_flips(section)}


CHIP = DisplayChip(
    word="sh1106",
    make_driver=Sh1106,
    read_module=read_module,
    lay_out_screens=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    strap_pins=("SA0",),
    trace=lambda **_: oled(),
)
