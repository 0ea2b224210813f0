"""The SSD1306, a controller of 128 x 64 dots on I2C, in eight pages of eight rows each."""

from functools import cache
from typing import Final

from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from PIL import Image

from drivers.displays.chip import DisplayChip
from drivers.displays.trace import oled
from drivers.displays.typesetting import HEIGHT, WIDTH, Screen, pictures
from hal.ports import I2CBus

_PAGES: Final = HEIGHT // 8

_COMMANDS: Final = b"\x00"
_COMMAND: Final = b"\x80"
_DATA: Final = b"\x40"
"""Control octets: commands only, one command, data only (data sheet, 8.1.5.2)."""

OFF: Final = b"\xae"
ON: Final = b"\xaf"
_CUT_SHORT: Final = b"\xe3\xe3"
"""No-operations: they fill up a command that a lost transfer left without its two arguments."""
_DARK: Final = bytes(WIDTH)
_UNKNOWN: Final = b""
"""A page of which a lost transfer may have written any part."""


class Ssd1306:
    """One display. luma.oled's own commands set it up.

    Of a page that changed, the columns from the first to the last that differ are sent, behind
    the commands that point to them and in one transfer with them.

    The chip can't be read back, so `refresh` repeats the settings and one page: a chip that was
    reset unnoticed is lit again after one call and right after eight. Never met on metal: that
    the settings may be repeated while the display is on, without a flicker.
    """

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._shown = [_UNKNOWN] * _PAGES
        self._next_page = 0

    def start(self) -> None:
        """Set the chip up from any state; it is then lit and empty. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)
        self._command(self._settings())
        for number in range(_PAGES):
            self._send(number, _DARK)
        self._command(ON)

    def show(self, screen: Screen) -> None:
        """Show a screen. Raises HardwareError."""
        for number, page in enumerate(screen):
            if page != self._shown[number]:
                self._send(number, page, *_differing(self._shown[number], page))

    def refresh(self) -> None:
        """Send the settings and the next page in turn once more. Raises HardwareError."""
        self._command(_CUT_SHORT + self._settings())
        self._send(self._next_page, self._shown[self._next_page])
        self._command(ON)
        self._next_page = (self._next_page + 1) % _PAGES

    def blank(self) -> None:
        """Switch the display off; `start` brings it back. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)

    def _send(self, number: int, page: bytes, first: int = 0, last: int = WIDTH - 1) -> None:
        self._shown[number] = _UNKNOWN
        commands = self._at(number, first, last)
        place = bytearray(_COMMAND * 2 * len(commands))
        place[1::2] = commands
        self._bus.write(self._address, bytes(place) + _DATA + page[first : last + 1])
        self._shown[number] = page

    def _settings(self) -> bytes:
        return _settings()

    def _at(self, page: int, first: int, last: int) -> bytes:
        """Return the commands that point to these columns of a page."""
        return bytes((0x21, first, last, 0x22, page, page))

    def _command(self, commands: bytes) -> None:
        self._bus.write(self._address, _COMMANDS + commands)


def _differing(shown: bytes, page: bytes) -> tuple[int, int]:
    """Return the first and the last column in which two pages differ; all of an unknown one."""
    if shown == _UNKNOWN:
        return 0, WIDTH - 1
    differs = int.from_bytes(shown, "little") ^ int.from_bytes(page, "little")
    lowest = differs & -differs
    return (lowest.bit_length() - 1) // 8, (differs.bit_length() - 1) // 8


@cache
def _settings() -> bytes:
    """Return luma's set-up of the chip, without the switching off before and on after it."""
    return bytes(_SetUp().commands).removeprefix(OFF).removesuffix(ON)


class _SetUp(ssd1306):  # type: ignore[misc]  # luma is not typed
    """luma's display with nothing at its end: the commands that set it up are noted."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        super().__init__(noop())

    def command(self, *values: int) -> None:
        self.commands += values

    def display(self, image: Image.Image) -> None:
        """Let the empty frame go that luma begins with: ours are sent page by page."""


CHIP = DisplayChip(
    word="ssd1306",
    make=Ssd1306,
    set_out=pictures,
    settle_ms=100,
    addresses=(0x3C, 0x3D),
    straps=("SA0",),
    trace=oled,
)
