"""The HT16K33, a driver of lit segments on I2C, here with a digit on each of its eight rows."""

from typing import Final

from drivers.displays import trace
from drivers.i2c_chip import I2cChip
from hal.ports import I2CBus

DIGITS: Final = 8
_RAM: Final = b"\x00"
_OSCILLATOR_ON: Final = b"\x21"
_DISPLAY_ON: Final = b"\x81"
_DISPLAY_OFF: Final = b"\x80"
_BRIGHTEST: Final = b"\xef"
_DARK_DIGITS: Final = bytes(DIGITS)


class Ht16k33:
    """One chip. Its memory has two bytes a row, of which the wiring uses the first.

    Its settings can't be read back, so `refresh` sends all 20 bytes once more. Never met
    on real hardware.
    """

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._shown_digits = _DARK_DIGITS

    def start(self) -> None:
        """Set the chip up from any state; it is then lit and empty. Raises HardwareError."""
        self._send_all(_DARK_DIGITS)

    def show(self, digits: bytes) -> None:
        """Light eight digits: bits 0 to 6 are segments a to g, bit 7 is the point.

        Raises HardwareError.
        """
        if digits != self._shown_digits:
            self._send_digits(digits)

    def probe(self) -> None:
        """Send a command without effect, for its acknowledge. Raises HardwareError."""
        self._bus.write(self._address, _DISPLAY_ON)

    def refresh(self) -> None:
        """Send everything once more, to a chip that may have been reset. Raises HardwareError."""
        self._send_all(self._shown_digits)

    def blank(self) -> None:
        """Switch the digits off; `start` brings them back. Raises HardwareError."""
        self._bus.write(self._address, _DISPLAY_OFF)

    def _send_digits(self, digits: bytes) -> None:
        # Unknown while the transfer runs: if it fails, the next `show` sends all.
        self._shown_digits = b""
        self._bus.write(self._address, _RAM + b"".join(bytes((segments, 0)) for segments in digits))
        self._shown_digits = digits

    def _send_all(self, digits: bytes) -> None:
        # The oscillator first: without it the chip is in standby. The memory before the display is
        # on: after power-up it may hold noise.
        self._bus.write(self._address, _OSCILLATOR_ON)
        self._send_digits(digits)
        for command in (_DISPLAY_ON, _BRIGHTEST):
            self._bus.write(self._address, command)


CHIP = I2cChip(
    word="ht16k33",
    addresses=range(0x70, 0x78),
    strap_pins=("A2", "A1", "A0"),
    trace=trace.ht16k33,
)
