"""The SSD1306, a controller of 128 x 64 dots on I2C, in eight pages of eight rows each."""

from functools import cache
from typing import Final

from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from PIL import Image

from hal.ports import I2CBus

WIDTH: Final = 128
HEIGHT: Final = 64
_PAGES: Final = HEIGHT // 8

_COMMANDS: Final = b"\x00"
_DATA: Final = b"\x40"
_PIECE: Final = 32

OFF: Final = b"\xae"
ON: Final = b"\xaf"
_CUT_SHORT: Final = b"\xe3\xe3"
"""No-operations: they fill up a command that a lost transfer left without its two arguments."""
_DARK: Final = bytes(WIDTH)


class Ssd1306:
    """One display. luma.oled's own commands set it up; only the pages that changed are sent.

    The chip can't be read back, so `refresh` repeats the settings and one page: a chip that was
    reset unnoticed is lit again after one call and right after eight. Never met on metal: that
    the settings may be repeated while the display is on, without a flicker.
    """

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._shown = [b""] * _PAGES
        self._next_page = 0

    def start(self) -> None:
        """Set the chip up from any state; it is then lit and empty. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)
        self._command(self._settings())
        for number in range(_PAGES):
            self._send(number, _DARK)
        self._command(ON)

    def show(self, image: Image.Image) -> None:
        """Show a 128 x 64 picture of mode "1". Raises HardwareError."""
        for number, page in enumerate(_pages(image)):
            if page != self._shown[number]:
                self._send(number, page)

    def refresh(self) -> None:
        """Send the settings and the next page in turn once more. Raises HardwareError."""
        self._command(_CUT_SHORT + self._settings())
        self._send(self._next_page, self._shown[self._next_page])
        self._command(ON)
        self._next_page = (self._next_page + 1) % _PAGES

    def blank(self) -> None:
        """Switch the display off; `start` brings it back. Raises HardwareError."""
        self._command(_CUT_SHORT + OFF)

    def _send(self, number: int, page: bytes) -> None:
        self._shown[number] = b""
        self._command(self._at(number))
        for at in range(0, len(page), _PIECE):
            self._bus.write(self._address, _DATA + page[at : at + _PIECE])
        self._shown[number] = page

    def _settings(self) -> bytes:
        return _settings()

    def _at(self, page: int) -> bytes:
        """Return what points to the beginning of a page."""
        return bytes((0x21, 0, WIDTH - 1, 0x22, page, page))

    def _command(self, commands: bytes) -> None:
        self._bus.write(self._address, _COMMANDS + commands)


def _pages(image: Image.Image) -> list[bytes]:
    """Return the pages of `image`, a byte a column whose lowest bit is the top row."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return [columns[_PAGES - 1 - number :: _PAGES] for number in range(_PAGES)]


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
