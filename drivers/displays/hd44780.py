"""HD44780 of 20 x 4 characters behind a PCF8574 (Hitachi HD44780U, NXP PCF8574).

P0 is RS, P1 RW, P2 E, P3 the backlight, P4 to P7 the upper half of the data. A byte goes as two
halves, each clocked by E falling.
"""

from collections.abc import Iterable
from typing import Final

from drivers.displays import trace
from drivers.displays.characters import COLUMNS, ROWS, Screen, screens
from drivers.displays.chip import DisplayChip
from hal.ports import I2CBus

_RS, _E, _LIGHT = 0x01, 0x04, 0x08
_CLEAR, _ENTRY, _OFF, _ON, _FOUR_BITS = 0x01, 0x06, 0x08, 0x0C, 0x28
_CGRAM, _DDRAM = 0x40, 0x80
_LINES: Final = (0x00, 0x40, 0x14, 0x54)
_SLOTS: Final = 8
_AFTER_FIRST: Final = 210
_AFTER_CLEAR: Final = 80
_BETWEEN: Final = 8
"""Bytes without effect, sent as a delay on the wire: 4.1 ms, 1.52 ms and 100 us at 400 kHz, more on
a slower bus.
"""
_UNKNOWN: Final = "\N{REPLACEMENT CHARACTER}" * COLUMNS
"""Differs from any text of the chip's: a drawn character is any of 0 to 7."""


class Hd44780:
    """One display. Only characters that differ are sent, and glyphs before the text that has them.

    The chip's memory can't be read without turning its lines round, so `refresh` sets it up again
    without clearing it and repeats the glyphs and a row: a display that was reset is right after
    four calls. A PCF8574 is specified for 100 kHz. Untried on real hardware. Every call raises
    HardwareError; after one, the display's state is unknown.
    """

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._glyphs: tuple[bytes, ...] = ()
        self._forget()
        self._next_row = 0

    def start(self) -> None:
        """Set the display up from any state, empty and lit."""
        self._forget()
        self._send(_from_any_state())
        self._send(_command(_OFF) + _command(_CLEAR) + _pause(_AFTER_CLEAR))
        self._send(_command(_ENTRY) + _command(_ON))
        self._rows = [" " * COLUMNS] * ROWS
        self._wanted = list(self._rows)

    def show(self, screen: Screen) -> None:
        self._wanted = list(screen.rows)
        wanted, shown = screen.glyphs, self._glyphs
        for slot, glyph in enumerate(wanted):
            if shown[slot : slot + 1] != (glyph,):
                self._draw(slot, glyph)
        self._glyphs = (*wanted, *shown[len(wanted) :])
        for row, text in enumerate(screen.rows):
            self._write(row, text)

    def probe(self) -> None:
        """Send what has no effect, for its acknowledge."""
        self._send(_pause(1))

    def refresh(self) -> None:
        """Set the display up once more, and repeat the glyphs and the next row."""
        self._send(_from_any_state() + _command(_ENTRY) + _command(_ON))
        for slot, glyph in enumerate(self._glyphs):
            self._draw(slot, glyph)
        self._rows[self._next_row] = _UNKNOWN
        self._write(self._next_row, self._wanted[self._next_row])
        self._next_row = (self._next_row + 1) % ROWS

    def blank(self) -> None:
        """Switch display and light off; `start` brings them back."""
        self._send(_command(_OFF) + bytes(1))

    def _forget(self) -> None:
        self._rows = [_UNKNOWN] * ROWS
        self._wanted = [" " * COLUMNS] * ROWS
        self._glyphs = ()

    def _draw(self, slot: int, glyph: bytes) -> None:
        self._rows = [_UNKNOWN if chr(slot) in text else text for text in self._rows]
        self._send(_command(_CGRAM | slot << 3) + _data(glyph))

    def _write(self, row: int, text: str) -> None:
        shown, self._rows[row] = self._rows[row], _UNKNOWN
        differ = [at for at, pair in enumerate(zip(shown, text, strict=True)) if pair[0] != pair[1]]
        if differ:
            first, last = differ[0], differ[-1]
            codes = text[first : last + 1].encode("latin-1")
            self._send(_command(_DDRAM | _LINES[row] + first) + _data(codes))
        self._rows[row] = text

    def _send(self, lines: bytes) -> None:
        self._bus.write(self._address, lines)


def _from_any_state() -> bytes:
    """Return the bytes that bring the chip to four-bit mode from any half of a byte."""
    eight = _half(0x30, 0)
    first = eight + _pause(_AFTER_FIRST)
    return first + (eight + _pause(_BETWEEN)) * 2 + _half(0x20, 0) + _command(_FOUR_BITS)


def _pause(count: int) -> bytes:
    return bytes((_LIGHT,)) * count


def _command(byte: int) -> bytes:
    return _half(byte & 0xF0, 0) + _half(byte << 4 & 0xF0, 0)


def _data(data: Iterable[int]) -> bytes:
    return b"".join(_half(byte & 0xF0, _RS) + _half(byte << 4 & 0xF0, _RS) for byte in data)


def _half(high: int, register: int) -> bytes:
    return bytes((high | _LIGHT | register | _E, high | _LIGHT | register))


CHIP = DisplayChip(
    word="hd44780",
    make=Hd44780,
    set_out=screens,
    settle_ms=40,
    addresses=(*range(0x20, 0x28), *range(0x38, 0x40)),
    straps=("A2", "A1", "A0"),
    trace=trace.hd44780,
)
"""The address is that of its PCF8574 or PCF8574A."""
