"""The far end of a text display: an SSD1306 behind the usual module's glass."""

from typing import Final

from PIL import Image

_PAGE_MODE: Final = 2
_VERTICAL_MODE: Final = 1

_WITH_ARGUMENTS: Final = {0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}
_POWER_UP: Final = {
    0x20: 0x02,
    0x81: 0x7F,
    0x8D: 0x10,
    0xA8: 0x3F,
    0xAD: 0x10,
    0xD3: 0x00,
    0xD5: 0x80,
    0xD9: 0x22,
    0xDA: 0x12,
    0xDB: 0x20,
}
_ARGUMENTS: Final = [_WITH_ARGUMENTS.get(byte, int(byte in _POWER_UP)) for byte in range(256)]
"""How many bytes follow a command."""
_SWITCHES: Final = (0xA0, 0xA4, 0xA6, 0xAE)
_NOP: Final = 0xE3
_ONE_COMMAND: Final = b"\x80"


class SimSsd1306:
    """Parser, pointers and memory of the chip; the glass has 128 x 64 dots.

    The module is mounted as they all are: upright with A1 and C8, its light fed by the charge
    pump. Not modelled: scrolling, timing, brightness of the picture, reading the memory.
    Commands that it doesn't know are kept in `unknown`.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up; the memory then holds noise."""
        self.ram = [bytearray(b"\xa5\x5a" * 64) for _ in range(8)]
        self.registers = dict(_POWER_UP)
        self.switches = dict.fromkeys(_SWITCHES, False)
        self.start_line = 0
        self.scans_down = False
        self.columns = (0, 127)
        self.pages = (0, 7)
        self.column = self.page = 0
        self.unknown: list[int] = []
        self._pending = bytearray()

    @property
    def lit(self) -> bool:
        """Whether the display is on and its charge pump runs."""
        return self.switches[0xAE] and bool(self.registers[0x8D] & 0x04)

    def memory(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        settings = (*self.registers.values(), *self.switches.values())
        return (b"".join(self.ram), settings, self.start_line, self.scans_down)

    def image(self) -> Image.Image:
        """Return the visible image: 128 x 64 of mode "1"."""
        dots = bytearray(128 * 64)
        if self.lit:
            for scanned in range(self.registers[0xA8] % 64 + 1):
                at = 128 * self._height_of(scanned)
                dots[at : at + 128] = self._row(scanned)
        return Image.frombytes("L", (128, 64), bytes(dots)).convert("1", dither=Image.Dither.NONE)

    def write(self, data: bytes) -> None:
        """Take control bytes, each with one byte or the rest of the transfer behind it."""
        controls = data[::2]
        single = 2 * (len(controls) - len(controls.lstrip(_ONE_COMMAND)))
        self._pending += data[1:single:2]
        at = single
        while at < len(data):
            control = data[at]
            end = at + 2 if control & 0x80 else len(data)
            if control & 0x40:
                self._obey()
                self._store(data[at + 1 : end])
            else:
                self._pending += data[at + 1 : end]
            at = end
        if self._pending:
            self._obey()

    def read(self, count: int) -> bytes:
        """Give the status byte over and over: bit 6 is set while the display is off."""
        return bytes((0x00 if self.switches[0xAE] else 0x40,)) * count

    def _row(self, scanned: int) -> bytes:
        row = (scanned + self.start_line + self.registers[0xD3]) % 64
        page, bit = self.ram[row // 8], row % 8
        ink = 0x00 if self.switches[0xA6] else 0xFF
        if self.switches[0xA4]:
            return b"\xff" * 128
        # segment 0 is the right edge of the glass
        return bytes(ink if page[127 - x] >> bit & 1 else 0xFF - ink for x in range(128))

    def _height_of(self, scanned: int) -> int:
        """Return how far below the top the glass has the line scanned as `scanned`."""
        return scanned if self.scans_down else 63 - scanned

    def _store(self, data: bytes) -> None:
        mode = self.registers[0x20] & 3
        if mode == _VERTICAL_MODE:
            for at in range(len(data)):
                self._put(self.column, data[at : at + 1])
                if self._step_page():
                    self._step_column()
            return
        first, last = (0, 127) if mode == _PAGE_MODE else self.columns
        at, size = 0, len(data)
        while at < size:
            column = self.column
            run = data[at : at + (last if column <= last else 127) + 1 - column]
            at, behind = at + len(run), column + len(run)
            self._put(column, run)
            if behind != last + 1:
                self.column = behind % 128
                continue
            self.column = first
            if mode != _PAGE_MODE:
                self._step_page()

    def _put(self, column: int, run: bytes) -> None:
        page, behind = self.ram[self.page], column + len(run)
        if self.switches[0xA0]:
            page[128 - behind : 128 - column] = run[::-1]
        else:
            page[column:behind] = run

    def _step_column(self) -> None:
        wraps = self.column == self.columns[1]
        self.column = self.columns[0] if wraps else (self.column + 1) % 128

    def _step_page(self) -> bool:
        """Go on to the next page of the window; return whether that is its first again."""
        wraps = self.page == self.pages[1]
        self.page = self.pages[0] if wraps else (self.page + 1) % 8
        return wraps

    def _obey(self) -> None:
        """Do the commands that are pending, but for a last one that lacks arguments."""
        pending, at = self._pending, 0
        while at < len(pending):
            command, behind = pending[at], at + 1 + _ARGUMENTS[pending[at]]
            if behind > len(pending):
                break
            if behind > at + 1:
                self._set(command, pending[at + 1 : behind])
            elif command & 0xFE in self.switches:
                self.switches[command & 0xFE] = bool(command & 1)
            else:
                self._do(command)
            at = behind
        del pending[:at]

    def _set(self, command: int, arguments: bytearray) -> None:
        windowed = self.registers[0x20] & 3 != _PAGE_MODE
        if command in self.registers:
            self.registers[command] = arguments[0]
        elif command == 0x21 and windowed:
            self.columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self.column = self.columns[0]
        elif command == 0x22 and windowed:
            self.pages = (arguments[0] & 7, arguments[1] & 7)
            self.page = self.pages[0]
        else:
            self.unknown.append(command)

    def _do(self, command: int) -> None:
        if 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif 0xC0 <= command <= 0xCF:
            self.scans_down = bool(command & 0x08)
        elif command <= 0x1F or 0xB0 <= command <= 0xB7:
            self._point(command)
        elif command != _NOP:
            self.unknown.append(command)

    def _point(self, command: int) -> None:
        """Set a pointer, which these commands do in page addressing mode only."""
        if self.registers[0x20] & 3 != _PAGE_MODE:
            return
        if command >= 0xB0:
            self.page = command & 7
        elif command >= 0x10:
            self.column = (command & 7) << 4 | self.column & 0x0F
        else:
            self.column = self.column & 0x70 | command


far_end = SimSsd1306
