"""The far end of an HD44780 of 20 x 4 characters behind a PCF8574."""

from typing import Final

from drivers.displays.backpack import USUAL, Backpack
from drivers.displays.characters import COLUMNS, ROWS

_RS, _RW, _E, _LIGHT = 0x01, 0x02, 0x04, 0x08
_LINE_STARTS: Final = (0x00, 0x40, 0x14, 0x54)
_ASCII_CODES: Final = range(0x20, 0x7E)
_ROM_LETTERS: Final = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xFF: "█"}


class SimHd44780:
    """Lines, memory and pointers of the chip with ROM A00; a byte of the expander sets its lines.

    After power-up it takes eight bits at a time, of which the lower four are not wired. Not
    modelled: execution times (they are the driver's to keep), shifting, the cursor, reading, Kana.
    """

    def __init__(self, address: int, *, backpack: Backpack = USUAL) -> None:
        self.address = address
        self._to_pins, self._to_lines = backpack.to_pins(), backpack.to_lines()
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up: a row of blocks, off."""
        self.ddram = bytearray(b"\xff" * 128)
        self.cgram = bytearray(64)
        self.is_display_on = False
        self.is_backlit = False
        self.eight_bits = True
        self._first_half: int | None = None
        self._lines = 0
        self._pointer = 0
        self._is_drawing_glyph = False

    @property
    def lit(self) -> bool:
        """Whether anything can be read on it."""
        return self.is_display_on and self.is_backlit

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        return (bytes(self.ddram), bytes(self.cgram), self.lit)

    def glyph_rows(self, slot: int) -> bytes:
        """Return the eight rows of a drawn character."""
        return bytes(self.cgram[slot * 8 : slot * 8 + 8])

    def row_codes(self) -> list[bytes]:
        """Return the four rows as they stand in the memory."""
        return [
            bytes(self.ddram[line_start : line_start + COLUMNS])
            for line_start in _LINE_STARTS[:ROWS]
        ]

    def text(self, glyph_names: dict[bytes, str] | None = None) -> list[str]:
        """Return the visible text, if any; `glyph_names` are those of drawn characters."""
        drawn_characters = glyph_names or {}
        return [
            "".join(self._read_letter(code, drawn_characters) for code in row)
            for row in self.row_codes()
        ]

    def write(self, data: bytes) -> None:
        """Set the lines, byte after byte; a falling E clocks them in."""
        for lines in data.translate(self._to_lines):
            previous_lines, self._lines = self._lines, lines
            self.is_backlit = bool(lines & _LIGHT)
            # The chip takes the lines at the falling edge of E, as they were before it.
            if previous_lines & _E and not lines & _E and not previous_lines & _RW:
                self._clock_half(previous_lines >> 4, data=bool(previous_lines & _RS))

    def read(self, count: int) -> bytes:
        """Give the expander's lines as they stand."""
        return bytes((self._lines,)).translate(self._to_pins) * count

    def _clock_half(self, half_byte: int, *, data: bool) -> None:
        if self.eight_bits:
            self._execute_byte(half_byte << 4, data=data)
        elif self._first_half is None:
            self._first_half = half_byte
        else:
            byte, self._first_half = self._first_half << 4 | half_byte, None
            self._execute_byte(byte, data=data)

    def _execute_byte(self, byte: int, *, data: bool) -> None:
        if data:
            self._store(byte)
        elif byte & 0x80:
            self._pointer, self._is_drawing_glyph = byte & 0x7F, False
        elif byte & 0x40:
            self._pointer, self._is_drawing_glyph = byte & 0x3F, True
        # Function set may come in the middle of a byte: the halves start again.
        elif byte & 0x20:
            self.eight_bits = bool(byte & 0x10)
            self._first_half = None
        # Display control; 1xh would be a shift, which is not modelled.
        elif byte & 0x08 and byte & 0xF0 == 0:
            self.is_display_on = bool(byte & 0x04)
        elif byte == 0x01:
            self.ddram[:] = b" " * len(self.ddram)
            self._pointer, self._is_drawing_glyph = 0, False

    def _store(self, byte: int) -> None:
        if self._is_drawing_glyph:
            # A row of a glyph has five dots.
            self.cgram[self._pointer & 0x3F] = byte & 0x1F
        else:
            self.ddram[self._pointer] = byte
        self._pointer = (self._pointer + 1) & (0x3F if self._is_drawing_glyph else 0x7F)

    def _read_letter(self, code: int, drawn_characters: dict[bytes, str]) -> str:
        if not self.lit:
            return " "
        if code < 16:
            return drawn_characters.get(self.glyph_rows(code & 7), "▯")
        return _ROM_LETTERS.get(code) or (chr(code) if code in _ASCII_CODES else "▯")


far_end = SimHd44780
