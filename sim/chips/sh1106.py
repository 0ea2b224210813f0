"""The far end of an SH1106: 132 columns of memory, of which the glass shows 128 from the third."""

from PIL import Image

_COLUMNS, _HIDDEN, _PAGES = 132, 2, 8
_NOP = 0xE3
_WITH_ARGUMENT = frozenset({0x20, 0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D})


class SimSh1106:
    """Parser, pointers and memory of the chip behind a glass of 128 x 64 dots.

    It has only the page mode: 20h to 22h take no window, and a pointer stays in its page. Not
    modelled: scrolling, timing, contrast, the charge pump, reading the memory.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up; the memory then holds noise."""
        self.ram = [bytearray(b"\xa5\x5a" * (_COLUMNS // 2)) for _ in range(_PAGES)]
        self.lit = False
        self.inverse = self.all_on = False
        self.page = self.column = 0
        self.unknown: list[int] = []
        self._argument_of: int | None = None

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        return (b"".join(self.ram), self.lit, self.inverse, self.all_on)

    def image(self) -> Image.Image:
        """Return the visible image: 128 x 64 of mode "1"."""
        dots = b"".join(map(self._row, range(64))) if self.lit else bytes(128 * 64)
        return Image.frombytes("L", (128, 64), dots).convert("1", dither=Image.Dither.NONE)

    def _row(self, y: int) -> bytes:
        if self.all_on:
            return b"\xff" * 128
        page, ink = self.ram[y // 8][_HIDDEN : _HIDDEN + 128], 0x00 if self.inverse else 0xFF
        return bytes(ink if byte >> y % 8 & 1 else 0xFF - ink for byte in page)

    def write(self, data: bytes) -> None:
        """Take control bytes, each with one byte or the rest of the transfer behind it."""
        at = 0
        while at < len(data):
            control = data[at]
            end = at + 2 if control & 0x80 else len(data)
            for byte in data[at + 1 : end]:
                (self._store if control & 0x40 else self._command)(byte)
            at = end

    def read(self, count: int) -> bytes:
        """Give the status: busy never."""
        return bytes(count)

    def _store(self, byte: int) -> None:
        if self.column < _COLUMNS:
            self.ram[self.page][self.column] = byte
            self.column += 1

    def _command(self, byte: int) -> None:
        if self._argument_of is not None:
            self._argument_of = None
        elif byte in _WITH_ARGUMENT:
            self._argument_of = byte
        elif byte <= 0x0F:
            self.column = self.column & 0xF0 | byte
        elif byte <= 0x1F:
            self.column = self.column & 0x0F | (byte & 0x0F) << 4
        elif byte == _NOP:
            return
        elif 0xB0 <= byte <= 0xB7:
            self.page = byte & 0x07
        else:
            self._switch(byte)

    def _switch(self, byte: int) -> None:
        match byte & 0xFE:
            case 0xA4:
                self.all_on = bool(byte & 1)
            case 0xA6:
                self.inverse = bool(byte & 1)
            case 0xAE:
                self.lit = bool(byte & 1)
            case _:
                self.unknown.append(byte)


far_end = SimSh1106
