"""The SSD1306, a controller of 128 x 64 dots on I2C, in eight pages of eight rows each."""

from collections.abc import Mapping, Sequence
from operator import ne
from typing import Final

from drivers.displays.chip import DisplayChip
from drivers.displays.luma_setup import DISPLAY_OFF, DISPLAY_ON, setup_commands
from drivers.displays.trace import oled
from drivers.displays.typesetting import HEIGHT, WIDTH, DotScreen, pictures
from drivers.runs import differing_runs
from drivers.section import ConfigSection
from hal.ports import I2CBus

_PAGES: Final = HEIGHT // 8

_COMMANDS: Final = b"\x00"
_COMMAND: Final = b"\x80"
_DATA_CONTROL: Final = b"\x40"
"""Control octets: commands only, one command, data only (data sheet, 8.1.5.2)."""

_CUT_SHORT: Final = b"\xe3\xe3"
"""No-operations: they fill up a command that a lost transfer left without its two arguments."""
_COLUMNS_BACKWARDS: Final = b"\xa1"
_COLUMNS_FORWARDS: Final = b"\xa0"
_ROWS_BACKWARDS: Final = b"\xc8"
_ROWS_FORWARDS: Final = b"\xc0"
"""Segment remap and COM scan direction: most modules want both backwards, as luma sets them."""
_DARK_PAGE: Final = bytes(WIDTH)
_UNKNOWN_PAGE: Final = b""
"""A page of which a lost transfer may have written any part."""


class Ssd1306:
    """One display.

    Of neighbouring pages that changed, the columns from the first to the last that differ are sent,
    behind the commands that point to them and in one transfer with them.

    The chip can't be read back, so `refresh` repeats the settings and one page: a chip that was
    reset unnoticed is lit again after one call and right after eight. Never met on metal: that
    the settings may be repeated while the display is on, without a flicker.
    """

    device = "ssd1306"
    """Its name in luma.oled, whose own commands set it up."""
    pages_at_once = 4
    """The most pages of a transfer: at 100 kHz they take 48 ms of the 100 that the bus allows."""

    def __init__(
        self, bus: I2CBus, address: int, *, flip_x: bool = False, flip_y: bool = False
    ) -> None:
        """`flip_x` exchanges left and right against most modules, `flip_y` top and bottom."""
        self._bus = bus
        self._address = address
        self._settings = setup_commands(self.device)
        if flip_x:
            self._settings = self._settings.replace(_COLUMNS_BACKWARDS, _COLUMNS_FORWARDS)
        if flip_y:
            self._settings = self._settings.replace(_ROWS_BACKWARDS, _ROWS_FORWARDS)
        self._shown_pages = [_UNKNOWN_PAGE] * _PAGES
        self._next_page = 0

    def start(self) -> None:
        """Set the chip up from any state; it is then lit and empty. Raises HardwareError."""
        self._send_commands(_CUT_SHORT + DISPLAY_OFF)
        self._send_commands(self._settings)
        self._shown_pages = [_UNKNOWN_PAGE] * _PAGES
        self.show((_DARK_PAGE,) * _PAGES)
        self._send_commands(DISPLAY_ON)

    def show(self, screen: DotScreen) -> None:
        """Show a screen. Raises HardwareError."""
        for first_page, run_end in differing_runs(
            list(map(ne, self._shown_pages, screen)), self.pages_at_once
        ):
            self._send_pages(first_page, screen[first_page:run_end])

    def probe(self) -> None:
        """Send no-operations, for their acknowledge. Raises HardwareError."""
        self._send_commands(_CUT_SHORT)

    def refresh(self) -> None:
        """Send the settings and the next page in turn once more. Raises HardwareError."""
        self._send_commands(_CUT_SHORT + self._settings)
        page, self._shown_pages[self._next_page] = self._shown_pages[self._next_page], _UNKNOWN_PAGE
        self._send_pages(self._next_page, (page,))
        self._send_commands(DISPLAY_ON)
        self._next_page = (self._next_page + 1) % _PAGES

    def blank(self) -> None:
        """Switch the display off; `start` brings it back. Raises HardwareError."""
        self._send_commands(_CUT_SHORT + DISPLAY_OFF)

    def _send_pages(self, top_page: int, pages: Sequence[bytes]) -> None:
        """Send the columns that differ; if the transfer fails, the pages are unknown."""
        rows = slice(top_page, top_page + len(pages))
        first_column, last_column = _differing(self._shown_pages[rows], pages)
        self._shown_pages[rows] = [_UNKNOWN_PAGE] * len(pages)
        commands = self._pointer_commands(top_page, len(pages), first_column, last_column)
        commands_prefix = bytearray(_COMMAND * 2 * len(commands))
        # Each command has its own control octet, so that data may follow in the same transfer.
        commands_prefix[1::2] = commands
        columns = b"".join([page[first_column : last_column + 1] for page in pages])
        self._bus.write(self._address, bytes(commands_prefix) + _DATA_CONTROL + columns)
        self._shown_pages[rows] = pages

    def _pointer_commands(
        self, top_page: int, pages: int, first_column: int, last_column: int
    ) -> bytes:
        """Return the commands that point to these columns of so many pages."""
        return bytes((0x21, first_column, last_column, 0x22, top_page, top_page + pages - 1))

    def _send_commands(self, commands: bytes) -> None:
        self._bus.write(self._address, _COMMANDS + commands)


def _differing(shown_pages: Sequence[bytes], pages: Sequence[bytes]) -> tuple[int, int]:
    """Return the first and the last column in which pages differ; all if one is unknown."""
    if _UNKNOWN_PAGE in shown_pages:
        return 0, WIDTH - 1
    differing_bits = 0
    for previous, current in zip(shown_pages, pages, strict=True):
        differing_bits |= int.from_bytes(previous, "little") ^ int.from_bytes(current, "little")
    # All pages are sent with one column window: the union of their differences.
    lowest_bit = differing_bits & -differing_bits
    return (lowest_bit.bit_length() - 1) // 8, (differing_bits.bit_length() - 1) // 8


def read_flips(section: ConfigSection) -> Mapping[str, bool]:
    """Read whether left and right, or top and bottom, are exchanged against most modules."""
    return {name: section.has(name) and section.flag(name) for name in ("flip_x", "flip_y")}


CHIP = DisplayChip(
    word="ssd1306",
    make_driver=Ssd1306,
    read_module=read_flips,
    lay_out_screens=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    strap_pins=("SA0",),
    trace=lambda **_: oled(),
)
