"""The far end of the figures: an HT16K33 with eight digits of seven segments and a point."""

from typing import Final

_GLYPHS: Final = {
    "": " ",
    "g": "-",
    "abcdef": "0",
    "bc": "1",
    "abdeg": "2",
    "abcdg": "3",
    "bcfg": "4",
    "acdfg": "5",
    "acdefg": "6",
    "abc": "7",
    "abcdefg": "8",
    "abcdfg": "9",
}
_BLINKS_HZ: Final = (0.0, 2.0, 1.0, 0.5)


class SimHt16k33:
    """Memory and settings of the chip. Memory after power-up is taken to be noise.

    Not modelled: the keys it can scan, the interrupt pin, the pace of blinking.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.addresses = (address,)
        self.reset()

    def reset(self) -> None:
        """Return to the state after power-up."""
        self.ram = bytearray(b"\x5a" * 16)
        self.oscillator = False
        self.is_display_on = False
        self.blink_hz = 0.0
        self.sixteenths = 16
        self._pointer = 0

    def text(self) -> str:
        """Return the eight digits with their points, left to right; "" while all is dark.

        A pattern that is no digit is "?".
        """
        if not (self.oscillator and self.is_display_on):
            return ""
        # Two bytes a row; the digits are wired to the first.
        return "".join(_read(self.ram[digit_row]) for digit_row in range(0, 16, 2))

    def write(self, data: bytes) -> None:
        """Take one command; behind a memory address come bytes for the memory."""
        if not data:
            return
        command_byte = data[0]
        command_group, low_nibble = command_byte & 0xF0, command_byte & 0x0F
        if command_group == 0x00:
            self._pointer = low_nibble
            self._store(data[1:])
        elif command_group == 0x20:
            self.oscillator = bool(low_nibble & 1)
        elif command_group == 0x80:
            self.is_display_on = bool(low_nibble & 1)
            self.blink_hz = _BLINKS_HZ[low_nibble >> 1 & 3]
        elif command_group == 0xE0:
            self.sixteenths = low_nibble + 1

    def read(self, count: int) -> bytes:
        """Give the memory from the pointer on."""
        first_row = self._pointer
        self._pointer = (first_row + count) % 16
        return bytes(self.ram[(first_row + byte_offset) % 16] for byte_offset in range(count))

    def _store(self, data: bytes) -> None:
        for byte in data:
            self.ram[self._pointer] = byte
            self._pointer = (self._pointer + 1) % 16


def _read(lit_segments: int) -> str:
    segments = "".join(name for bit, name in enumerate("abcdefg") if lit_segments >> bit & 1)
    return _GLYPHS.get(segments, "?") + ("." if lit_segments & 0x80 else "")


far_end = SimHt16k33
