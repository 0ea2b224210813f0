"""The SSD1306, a controller of 128 x 64 dots on I2C, in eight pages of eight rows each."""

from collections.abc import Sequence
from operator import ne
from typing import Final

from drivers.displays.chip import DisplayChip
from drivers.displays.set_up import OFF, ON, set_up
from drivers.displays.trace import oled
from drivers.displays.typesetting import HEIGHT, WIDTH, Screen, pictures
from drivers.runs import runs
from hal.ports import I2CBus

_PAGES: Final = HEIGHT // 8

_COMMANDS: Final = b"\x00"
_COMMAND: Final = b"\x80"
_DATA: Final = b"\x40"
"""Control octets: commands only, one command, data only (data sheet, 8.1.5.2)."""

_CUT_SHORT: Final = b"\xe3\xe3"
"""No-operations: they fill up a command that a lost transfer left without its two arguments."""
_DARK: Final = bytes(WIDTH)
_UNKNOWN: Final = b""
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

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._settings = set_up(self.device)
        self._shown = [_UNKNOWN] * _PAGES
        self._next_page = 0

    def start(self) -> None:
        """Set the chip up from any state; it is then lit and empty. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)
        self._command(self._settings)
        self._shown = [_UNKNOWN] * _PAGES
        self.show((_DARK,) * _PAGES)
        self._command(ON)

    def show(self, screen: Screen) -> None:
        """Show a screen. Raises HardwareError."""
        for first, behind in runs(list(map(ne, self._shown, screen)), self.pages_at_once):
            self._send(first, screen[first:behind])

    def probe(self) -> None:
        """Send what has no effect, for its acknowledge. Raises HardwareError."""
        self._command(_CUT_SHORT)

    def refresh(self) -> None:
        """Send the settings and the next page in turn once more. Raises HardwareError."""
        self._command(_CUT_SHORT + self._settings)
        page, self._shown[self._next_page] = self._shown[self._next_page], _UNKNOWN
        self._send(self._next_page, (page,))
        self._command(ON)
        self._next_page = (self._next_page + 1) % _PAGES

    def blank(self) -> None:
        """Switch the display off; `start` brings it back. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)

    def _send(self, top: int, pages: Sequence[bytes]) -> None:
        """Send what differs in these pages; until it is there, they may hold any part of it."""
        rows = slice(top, top + len(pages))
        first, last = _differing(self._shown[rows], pages)
        self._shown[rows] = [_UNKNOWN] * len(pages)
        commands = self._at(top, len(pages), first, last)
        place = bytearray(_COMMAND * 2 * len(commands))
        place[1::2] = commands
        columns = b"".join([page[first : last + 1] for page in pages])
        self._bus.write(self._address, bytes(place) + _DATA + columns)
        self._shown[rows] = pages

    def _at(self, top: int, pages: int, first: int, last: int) -> bytes:
        """Return the commands that point to these columns of so many pages."""
        return bytes((0x21, first, last, 0x22, top, top + pages - 1))

    def _command(self, commands: bytes) -> None:
        self._bus.write(self._address, _COMMANDS + commands)


def _differing(shown: Sequence[bytes], pages: Sequence[bytes]) -> tuple[int, int]:
    """Return the first and the last column in which pages differ; all if one is unknown."""
    if _UNKNOWN in shown:
        return 0, WIDTH - 1
    differs = 0
    for before, after in zip(shown, pages, strict=True):
        differs |= int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    lowest = differs & -differs
    return (lowest.bit_length() - 1) // 8, (differs.bit_length() - 1) // 8


CHIP = DisplayChip(
    word="ssd1306",
    make=Ssd1306,
    set_out=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    straps=("SA0",),
    trace=oled,
)
