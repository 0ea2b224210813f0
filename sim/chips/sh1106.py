"""The far end of an SH1106: 132 columns of memory, of which the glass shows 128."""

from PIL import Image

from sim.chips.ssd1306 import turned

_MEMORY_COLUMNS, _PAGE_COUNT = 132, 8
_NOP = 0xE3
_WITH_ARGUMENT = frozenset({0x20, 0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D})


class SimSh1106:
    """Parser, pointers and memory of the chip behind a glass of 128 x 64 dots.

    It has only the page mode: 20h to 22h take no window, and a pointer stays in its page. Not
    modelled: scrolling, timing, contrast, the charge pump, reading the memory.
    """

    def __init__(
        self,
        address: int,
        *,
        column_offset: int = 2,
        flip_x: bool = False,
        flip_y: bool = False,
    ) -> None:
        """The glass is wired to the columns from `column_offset` on, and mounted so turned."""
        self.address = address
        self._column_offset = column_offset
        self._flip_x, self._flip_y = flip_x, flip_y
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up; the memory then holds noise."""
        self.ram = [bytearray(b"\xa5\x5a" * (_MEMORY_COLUMNS // 2)) for _ in range(_PAGE_COUNT)]
        self.lit = False
        self.is_inverse = self.is_all_on = False
        self.counts_columns_down = self.scans_down = False
        self.page = self.column = 0
        self.unknown_commands: list[int] = []
        self._argument_of: int | None = None

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        settings = (self.is_inverse, self.is_all_on, self.counts_columns_down, self.scans_down)
        return (b"".join(self.ram), self.lit, *settings)

    def image(self) -> Image.Image:
        """Return the visible image: 128 x 64 of mode "1"."""
        rows = range(64) if self.scans_down else reversed(range(64))
        dot_bytes = b"".join(map(self._dot_row, rows)) if self.lit else bytes(128 * 64)
        upright = Image.frombytes("L", (128, 64), dot_bytes)
        return turned(upright, flip_x=self._flip_x, flip_y=self._flip_y)

    def _dot_row(self, row_index: int) -> bytes:
        if self.is_all_on:
            return b"\xff" * 128
        page, ink_level = (
            self._glass_columns(self.ram[row_index // 8]),
            0x00 if self.is_inverse else 0xFF,
        )
        return bytes(ink_level if byte >> row_index % 8 & 1 else 0xFF - ink_level for byte in page)

    def _glass_columns(self, page: bytearray) -> bytearray:
        """Return the columns of a page from left to right: the first is `column_offset` with A1."""
        columns = page if self.counts_columns_down else page[::-1]
        return columns[self._column_offset : self._column_offset + 128]

    def write(self, data: bytes) -> None:
        """Take control bytes, each with one byte or the rest of the transfer behind it."""
        position = 0
        while position < len(data):
            control_byte = data[position]
            # Co = 1: one octet follows; Co = 0: all the rest is of this kind.
            transfer_end = position + 2 if control_byte & 0x80 else len(data)
            for byte in data[position + 1 : transfer_end]:
                (self._store if control_byte & 0x40 else self._execute_command)(byte)
            position = transfer_end

    def read(self, count: int) -> bytes:
        """Give the status: busy never."""
        return bytes(count)

    def _store(self, byte: int) -> None:
        if self.column < _MEMORY_COLUMNS:
            self.ram[self.page][self.column] = byte
            self.column += 1

    def _execute_command(self, byte: int) -> None:
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
            self._set_switch(byte)

    def _set_switch(self, byte: int) -> None:
        match byte & 0xFE:
            case 0xA4:
                self.is_all_on = bool(byte & 1)
            case 0xA0:
                self.counts_columns_down = bool(byte & 1)
            case 0xC0 | 0xC8:
                self.scans_down = bool(byte & 0x08)
            case 0xA6:
                self.is_inverse = bool(byte & 1)
            case 0xAE:
                self.lit = bool(byte & 1)
            case _:
                self.unknown_commands.append(byte)


far_end = SimSh1106
