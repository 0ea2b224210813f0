"""HD44780 of 20 x 4 characters behind a PCF8574 (Hitachi HD44780U, NXP PCF8574).

A byte goes as two halves, each clocked by E falling. Bit 0 is RS, 1 RW, 2 E, 3 the backlight, 4 to
7 the upper half of the data; the backpack decides at which pins these lines are.
"""

from collections.abc import Iterable
from typing import Final

from drivers.displays import trace
from drivers.displays.backpack import USUAL, Backpack, read_backpack
from drivers.displays.characters import COLUMNS, ROWS, CharacterScreen, lay_out_screens
from drivers.displays.chip import DisplayChip
from hal.ports import I2CBus

_RS, _E, _LIGHT = 0x01, 0x04, 0x08
_CLEAR, _ENTRY, _DISPLAY_OFF, _DISPLAY_ON, _FOUR_BITS = 0x01, 0x06, 0x08, 0x0C, 0x28
_CGRAM, _DDRAM = 0x40, 0x80
# DDRAM addresses of the rows: rows 3 and 4 continue rows 1 and 2 of a 40 x 2 controller.
_LINES: Final = (0x00, 0x40, 0x14, 0x54)
_GLYPH_SLOTS: Final = 8
_FIRST_DELAY_BYTES: Final = 210
_CLEAR_DELAY_BYTES: Final = 80
_SETTLE_BYTES: Final = 8
"""Bytes without effect, sent as a delay on the wire: 4.1 ms, 1.52 ms and 100 us at 400 kHz, more on
a slower bus.
"""
_UNKNOWN_ROW: Final = "\N{REPLACEMENT CHARACTER}" * COLUMNS
"""Differs from any text of the chip's: a drawn character is any of 0 to 7."""


class Hd44780:
    """One display. Only characters that differ are sent, and glyphs before the text that has them.

    The chip's memory can't be read without turning its lines round, so `refresh` sets it up again
    without clearing it and repeats the glyphs and a row: a display that was reset is right after
    four calls. A PCF8574 is specified for 100 kHz. Untried on real hardware. Every call raises
    HardwareError; after one, the display's state is unknown.
    """

    def __init__(self, bus: I2CBus, address: int, *, backpack: Backpack = USUAL) -> None:
        self._bus = bus
        self._address = address
        self._to_pins = backpack.to_pins()
        self._glyphs: tuple[bytes, ...] = ()
        self._forget_screen()
        self._next_row = 0

    def start(self) -> None:
        """Set the display up from any state, empty and lit."""
        self._forget_screen()
        self._send_bytes(_from_any_state())
        self._send_bytes(
            _command_bytes(_DISPLAY_OFF) + _command_bytes(_CLEAR) + _idle_bytes(_CLEAR_DELAY_BYTES)
        )
        self._send_bytes(_command_bytes(_ENTRY) + _command_bytes(_DISPLAY_ON))
        self._shown_rows = [" " * COLUMNS] * ROWS
        self._target_rows = list(self._shown_rows)

    def show(self, screen: CharacterScreen) -> None:
        self._target_rows = list(screen.rows)
        new_glyphs, shown_glyphs = screen.glyphs, self._glyphs
        for slot, glyph_bytes in enumerate(new_glyphs):
            if shown_glyphs[slot : slot + 1] != (glyph_bytes,):
                self._write_glyph(slot, glyph_bytes)
        self._glyphs = (*new_glyphs, *shown_glyphs[len(new_glyphs) :])
        for row_number, text in enumerate(screen.rows):
            self._write_row(row_number, text)

    def probe(self) -> None:
        """Send a byte without effect, for its acknowledge."""
        self._send_bytes(_idle_bytes(1))

    def refresh(self) -> None:
        """Set the display up once more, and repeat the glyphs and the next row."""
        self._send_bytes(_from_any_state() + _command_bytes(_ENTRY) + _command_bytes(_DISPLAY_ON))
        for slot, glyph_bytes in enumerate(self._glyphs):
            self._write_glyph(slot, glyph_bytes)
        self._shown_rows[self._next_row] = _UNKNOWN_ROW
        self._write_row(self._next_row, self._target_rows[self._next_row])
        self._next_row = (self._next_row + 1) % ROWS

    def blank(self) -> None:
        """Switch display and light off; `start` brings them back."""
        self._send_bytes(_command_bytes(_DISPLAY_OFF) + bytes(1))

    def _forget_screen(self) -> None:
        self._shown_rows = [_UNKNOWN_ROW] * ROWS
        self._target_rows = [" " * COLUMNS] * ROWS
        self._glyphs = ()

    def _write_glyph(self, slot: int, glyph_bytes: bytes) -> None:
        self._shown_rows = [
            # A new glyph changes each character that has its code: send those rows again.
            _UNKNOWN_ROW if chr(slot) in text else text
            for text in self._shown_rows
        ]
        self._send_bytes(_command_bytes(_CGRAM | slot << 3) + _data_bytes(glyph_bytes))

    def _write_row(self, row_number: int, text: str) -> None:
        # If the transfer fails, the row holds any part of the new text.
        shown_text, self._shown_rows[row_number] = self._shown_rows[row_number], _UNKNOWN_ROW
        differing = [
            column
            for column, code_pair in enumerate(zip(shown_text, text, strict=True))
            if code_pair[0] != code_pair[1]
        ]
        if differing:
            first_column, last_column = differing[0], differing[-1]
            codes = text[first_column : last_column + 1].encode("latin-1")
            self._send_bytes(
                _command_bytes(_DDRAM | _LINES[row_number] + first_column) + _data_bytes(codes)
            )
        self._shown_rows[row_number] = text

    def _send_bytes(self, lines: bytes) -> None:
        self._bus.write(self._address, lines.translate(self._to_pins))


def _from_any_state() -> bytes:
    """Return the bytes that bring the chip to four-bit mode from any half of a byte."""
    eight_bit_half = _clocked_half(0x30, 0)
    initial_step = eight_bit_half + _idle_bytes(_FIRST_DELAY_BYTES)
    return (
        initial_step
        + (eight_bit_half + _idle_bytes(_SETTLE_BYTES)) * 2
        + _clocked_half(0x20, 0)
        # Data sheet, figure 24: function set three times in eight-bit mode, then once to four bits.
        # Half a byte may be pending, so the first two may be read as one command.
        + _command_bytes(_FOUR_BITS)
    )


def _idle_bytes(count: int) -> bytes:
    return bytes((_LIGHT,)) * count


def _command_bytes(byte: int) -> bytes:
    return _clocked_half(byte & 0xF0, 0) + _clocked_half(byte << 4 & 0xF0, 0)


def _data_bytes(data: Iterable[int]) -> bytes:
    return b"".join(
        _clocked_half(byte & 0xF0, _RS) + _clocked_half(byte << 4 & 0xF0, _RS) for byte in data
    )


def _clocked_half(high: int, register: int) -> bytes:
    # E falls from the first byte to the second: that edge clocks the half in.
    return bytes((high | _LIGHT | register | _E, high | _LIGHT | register))


CHIP = DisplayChip(
    word="hd44780",
    make_driver=Hd44780,
    read_module=read_backpack,
    lay_out_screens=lay_out_screens,
    settle_ms=40,
    addresses=(*range(0x20, 0x28), *range(0x38, 0x40)),
    strap_pins=("A2", "A1", "A0"),
    trace=trace.hd44780,
)
"""The address is that of its PCF8574 or PCF8574A."""
