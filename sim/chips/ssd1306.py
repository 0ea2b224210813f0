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


def turned(upright: Image.Image, *, flip_x: bool, flip_y: bool) -> Image.Image:
    """Return the image of a module in black and white, as it is seen where it is mounted."""
    if flip_x:
        upright = upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if flip_y:
        upright = upright.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return upright.convert("1", dither=Image.Dither.NONE)


class SimSsd1306:
    """Parser, pointers and memory of the chip; the glass has 128 x 64 dots.

    The module is mounted as most are: upright with A1 and C8, its light fed by the charge pump; or
    turned, so that left and right or top and bottom are exchanged. Not modelled: scrolling, timing,
    brightness of the picture, reading the memory.
    Unknown commands are collected in `unknown_commands`.
    """

    def __init__(self, address: int, *, flip_x: bool = False, flip_y: bool = False) -> None:
        self.address = address
        self._flip_x, self._flip_y = flip_x, flip_y
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up; the memory then holds noise."""
        self.ram = [bytearray(b"\xa5\x5a" * 64) for _ in range(8)]
        self.registers = dict(_POWER_UP)
        self.switches = dict.fromkeys(_SWITCHES, False)
        self.start_line = 0
        self.scans_down = False
        self.column_window = (0, 127)
        self.page_window = (0, 7)
        self.column = self.page = 0
        self.unknown_commands: list[int] = []
        self._pending_commands = bytearray()

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
        dot_bytes = bytearray(128 * 64)
        if self.lit:
            for scan_line in range(self.registers[0xA8] % 64 + 1):
                position = 128 * self._glass_row(scan_line)
                dot_bytes[position : position + 128] = self._dot_row(scan_line)
        upright = Image.frombytes("L", (128, 64), bytes(dot_bytes))
        return turned(upright, flip_x=self._flip_x, flip_y=self._flip_y)

    def write(self, data: bytes) -> None:
        """Take control bytes, each with one byte or the rest of the transfer behind it."""
        controls = data[::2]
        # Pairs of a control octet and one command, at the beginning: the usual case, taken at once.
        single_commands = 2 * (len(controls) - len(controls.lstrip(_ONE_COMMAND)))
        self._pending_commands += data[1:single_commands:2]
        position = single_commands
        while position < len(data):
            control_byte = data[position]
            transfer_end = position + 2 if control_byte & 0x80 else len(data)
            if control_byte & 0x40:
                self._execute_pending()
                self._store(data[position + 1 : transfer_end])
            else:
                self._pending_commands += data[position + 1 : transfer_end]
            position = transfer_end
        if self._pending_commands:
            self._execute_pending()

    def read(self, count: int) -> bytes:
        """Give the status byte over and over: bit 6 is set while the display is off."""
        return bytes((0x00 if self.switches[0xAE] else 0x40,)) * count

    def _dot_row(self, scan_line: int) -> bytes:
        row = (scan_line + self.start_line + self.registers[0xD3]) % 64
        page, bit = self.ram[row // 8], row % 8
        ink_level = 0x00 if self.switches[0xA6] else 0xFF
        if self.switches[0xA4]:
            return b"\xff" * 128
        # segment 0 is the right edge of the glass
        return bytes(
            ink_level if page[127 - column_index] >> bit & 1 else 0xFF - ink_level
            for column_index in range(128)
        )

    def _glass_row(self, scan_line: int) -> int:
        """Return how far below the top the glass has the line scanned as `scan_line`."""
        return scan_line if self.scans_down else 63 - scan_line

    def _store(self, data: bytes) -> None:
        addressing_mode = self.registers[0x20] & 3
        if addressing_mode == _VERTICAL_MODE:
            for position in range(len(data)):
                self._store_run(self.column, data[position : position + 1])
                if self._step_page():
                    self._step_column()
            return
        first_column, last_column = (
            (0, 127) if addressing_mode == _PAGE_MODE else self.column_window
        )
        position, size = 0, len(data)
        while position < size:
            column = self.column
            column_run = data[
                position : position + (last_column if column <= last_column else 127) + 1 - column
            ]
            # In runs of columns, for speed: screens are the largest transfers of a table.
            position, write_end = position + len(column_run), column + len(column_run)
            self._store_run(column, column_run)
            if write_end != last_column + 1:
                self.column = write_end % 128
                continue
            self.column = first_column
            if addressing_mode != _PAGE_MODE:
                self._step_page()

    def _store_run(self, column: int, column_run: bytes) -> None:
        page, write_end = self.ram[self.page], column + len(column_run)
        if self.switches[0xA0]:
            page[128 - write_end : 128 - column] = column_run[::-1]
        else:
            page[column:write_end] = column_run

    def _step_column(self) -> None:
        is_wrapping = self.column == self.column_window[1]
        self.column = self.column_window[0] if is_wrapping else (self.column + 1) % 128

    def _step_page(self) -> bool:
        """Move to the next page of the window; return whether it has wrapped to the first."""
        is_wrapping = self.page == self.page_window[1]
        self.page = self.page_window[0] if is_wrapping else (self.page + 1) % 8
        return is_wrapping

    def _execute_pending(self) -> None:
        """Execute the pending commands, except for a last one that lacks arguments."""
        pending_commands, position = self._pending_commands, 0
        while position < len(pending_commands):
            command_byte, write_end = (
                pending_commands[position],
                position + 1 + _ARGUMENTS[pending_commands[position]],
            )
            if write_end > len(pending_commands):
                break
            if write_end > position + 1:
                self._set_register(command_byte, pending_commands[position + 1 : write_end])
            elif command_byte & 0xFE in self.switches:
                self.switches[command_byte & 0xFE] = bool(command_byte & 1)
            else:
                self._switch_command(command_byte)
            position = write_end
        del pending_commands[:position]

    def _set_register(self, command_byte: int, arguments: bytearray) -> None:
        windowed = self.registers[0x20] & 3 != _PAGE_MODE
        if command_byte in self.registers:
            self.registers[command_byte] = arguments[0]
        elif command_byte == 0x21 and windowed:
            self.column_window = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self.column = self.column_window[0]
        elif command_byte == 0x22 and windowed:
            self.page_window = (arguments[0] & 7, arguments[1] & 7)
            self.page = self.page_window[0]
        else:
            self.unknown_commands.append(command_byte)

    def _switch_command(self, command_byte: int) -> None:
        if 0x40 <= command_byte <= 0x7F:
            self.start_line = command_byte & 0x3F
        elif 0xC0 <= command_byte <= 0xCF:
            self.scans_down = bool(command_byte & 0x08)
        elif command_byte <= 0x1F or 0xB0 <= command_byte <= 0xB7:
            self._set_pointer(command_byte)
        elif command_byte != _NOP:
            self.unknown_commands.append(command_byte)

    def _set_pointer(self, command_byte: int) -> None:
        """Set a pointer, which these commands do in page addressing mode only."""
        if self.registers[0x20] & 3 != _PAGE_MODE:
            return
        if command_byte >= 0xB0:
            self.page = command_byte & 7
        elif command_byte >= 0x10:
            self.column = (command_byte & 7) << 4 | self.column & 0x0F
        else:
            self.column = self.column & 0x70 | command_byte


far_end = SimSsd1306
