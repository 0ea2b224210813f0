"""The SH1106: 132 columns of memory behind 128 of glass, and pages that are set one by one."""

from functools import cache
from typing import Final

from luma.core.interface.serial import noop
from luma.oled.device import sh1106
from PIL import Image

from drivers.displays.chip import DisplayChip
from drivers.displays.ssd1306 import OFF, ON, Ssd1306
from drivers.displays.trace import oled
from drivers.displays.typesetting import pictures

_HIDDEN: Final = 2
"""Columns of memory at the left of the glass."""


class Sh1106(Ssd1306):
    """One display, set up by luma.oled's own commands; it is sent as little as an SSD1306.

    It knows no window of columns and pages: each page is sent by itself, addressed by B0 and its
    number, and the first column by two halves. Untried on real hardware.
    """

    pages_at_once = 1

    def _settings(self) -> bytes:
        return _settings()

    def _at(self, top: int, pages: int, first: int, last: int) -> bytes:  # noqa: ARG002
        column = _HIDDEN + first
        return bytes((0xB0 | top, column & 0x0F, 0x10 | column >> 4))


@cache
def _settings() -> bytes:
    """Return luma's set-up of the chip, without the switching off before and on after it."""
    return bytes(_SetUp().commands).removeprefix(OFF).removesuffix(ON)


class _SetUp(sh1106):  # type: ignore[misc]  # luma is not typed
    """luma's display with nothing at its end: the commands that set it up are noted."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        super().__init__(noop())

    def command(self, *values: int) -> None:
        self.commands += values

    def display(self, image: Image.Image) -> None:
        """Let the empty frame go that luma begins with: ours are sent page by page."""


CHIP = DisplayChip(
    word="sh1106",
    make=Sh1106,
    set_out=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    straps=("SA0",),
    trace=oled,
)
