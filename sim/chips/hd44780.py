"""The far end of an HD44780 of 20 x 4 characters behind a PCF8574."""

from typing import Final

from drivers.displays.characters import COLUMNS, ROWS

_RS, _RW, _E, _LIGHT = 0x01, 0x02, 0x04, 0x08
_LINES: Final = (0x00, 0x40, 0x14, 0x54)
_ASCII: Final = range(0x20, 0x7E)
_OTHER: Final = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xFF: "█"}


class SimHd44780:
    """Lines, memory and pointers of the chip with ROM A00; a byte of the expander sets its lines.

    After power-up it takes eight bits at a time, of which the lower four are not wired. Not
    modelled: execution times (they are the driver's to keep), shifting, the cursor, reading, Kana.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up: a row of blocks, off."""
        self.ddram = bytearray(b"\xff" * 128)
        self.cgram = bytearray(64)
        self.on = False
        self.light = False
        self.eight_bits = True
        self._held: int | None = None
        self._lines = 0
        self._pointer = 0
        self._drawing = False

    @property
    def lit(self) -> bool:
        """Whether anything can be read on it."""
        return self.on and self.light

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        return (bytes(self.ddram), bytes(self.cgram), self.lit)

    def glyph(self, slot: int) -> bytes:
        """Return the eight rows of a drawn character."""
        return bytes(self.cgram[slot * 8 : slot * 8 + 8])

    def codes(self) -> list[bytes]:
        """Return the four rows as they stand in the memory."""
        return [bytes(self.ddram[at : at + COLUMNS]) for at in _LINES[:ROWS]]

    def text(self, glyphs: dict[bytes, str] | None = None) -> list[str]:
        """Return the visible text, drawn characters by `glyphs`; empty if the display is dark."""
        known = glyphs or {}
        return ["".join(self._letter(code, known) for code in row) for row in self.codes()]

    def write(self, data: bytes) -> None:
        """Set the lines, byte after byte; a falling E clocks them in."""
        for lines in data:
            before, self._lines = self._lines, lines
            self.light = bool(lines & _LIGHT)
            if before & _E and not lines & _E and not before & _RW:
                self._clock(before >> 4, data=bool(before & _RS))

    def read(self, count: int) -> bytes:
        """Give the expander's lines as they stand."""
        return bytes((self._lines,)) * count

    def _clock(self, half: int, *, data: bool) -> None:
        if self.eight_bits:
            self._take(half << 4, data=data)
        elif self._held is None:
            self._held = half
        else:
            byte, self._held = self._held << 4 | half, None
            self._take(byte, data=data)

    def _take(self, byte: int, *, data: bool) -> None:
        if data:
            self._store(byte)
        elif byte & 0x80:
            self._pointer, self._drawing = byte & 0x7F, False
        elif byte & 0x40:
            self._pointer, self._drawing = byte & 0x3F, True
        elif byte & 0x20:
            self.eight_bits = bool(byte & 0x10)
            self._held = None
        elif byte & 0x08 and byte & 0xF0 == 0:
            self.on = bool(byte & 0x04)
        elif byte == 0x01:
            self.ddram[:] = b" " * len(self.ddram)
            self._pointer, self._drawing = 0, False

    def _store(self, byte: int) -> None:
        if self._drawing:
            self.cgram[self._pointer & 0x3F] = byte & 0x1F
        else:
            self.ddram[self._pointer] = byte
        self._pointer = (self._pointer + 1) & (0x3F if self._drawing else 0x7F)

    def _letter(self, code: int, known: dict[bytes, str]) -> str:
        if not self.lit:
            return " "
        if code < 16:
            return known.get(self.glyph(code & 7), "▯")
        return _OTHER.get(code) or (chr(code) if code in _ASCII else "▯")


far_end = SimHd44780
