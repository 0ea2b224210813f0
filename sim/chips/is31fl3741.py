"""The far end of an IS31FL3741: pages behind a lock, and its LEDs (Lumissil, Rev. E)."""

import threading
from typing import Final

LED_COUNT: Final = 351
FULL: Final = 4096

_INT_MASK, _INT_STATUS, _ID, _PAGE, _LOCK = 0xF0, 0xF1, 0xFC, 0xFD, 0xFE
_FIRST_PAGE: Final = 180
_SIZES: Final = (180, 171, 180, 171, 256)
_FUNCTION: Final = 4
_CONFIG, _CURRENT, _RESET = 0x00, 0x01, 0x3F


class SimIs31fl3741:
    """One chip. Not modelled: open and short detection, PWM frequency, spread spectrum, pull-ups.

    A register beyond the end of its page takes nothing and reads 0.
    """

    def __init__(self, address: int = 0x30) -> None:
        self.address = address
        self.addresses = (address,)
        self._lock = threading.RLock()
        self.reset()

    def duty(self, led: int) -> int:
        """Return how bright an LED is, 0 to 4096: PWM by scaling by current, dark in shutdown."""
        with self._lock:
            page, register = divmod(led, _FIRST_PAGE)
            function = self._pages[_FUNCTION]
            if not function[_CONFIG] & 1:
                return 0
            brightness = self._pages[page][register] * self._pages[2 + page][register]
            return brightness * min(function[_CURRENT] * 2, 255) * FULL // 255**3

    def pwm_register(self, led: int) -> int:
        """Return the PWM register of an LED."""
        page, register = divmod(led, _FIRST_PAGE)
        return self._pages[page][register]

    def reset(self) -> None:
        """Reset as at power-up."""
        with self._lock:
            self._pages = [bytearray(page_size) for page_size in _SIZES]
            self._current_page = 0
            self._unlocked = False
            self._pointer = 0

    def write(self, data: bytes) -> None:
        """Take a register and the bytes for it and those after it."""
        with self._lock:
            if not data:
                return
            self._pointer = data[0]
            for byte in data[1:]:
                self._write_register(byte)
                self._pointer = (self._pointer + 1) & 0xFF

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        with self._lock:
            register_values = bytes(
                self._read_register((self._pointer + offset) & 0xFF) for offset in range(count)
            )
            self._pointer = (self._pointer + count) & 0xFF
            return register_values

    def _write_register(self, byte: int) -> None:
        register = self._pointer
        if register == _LOCK:
            self._unlocked = byte == 0xC5
        elif register == _PAGE:
            # Without the unlock word a page number has no effect.
            if self._unlocked and byte < len(self._pages):
                self._current_page = byte
            self._unlocked = False
        # Only AEh resets.
        elif (self._current_page, register) == (_FUNCTION, _RESET):
            if byte == 0xAE:
                self.reset()
        elif register < min(len(self._pages[self._current_page]), _INT_MASK):
            self._pages[self._current_page][register] = byte

    def _read_register(self, register: int) -> int:
        if register == _ID:
            return self.address << 1
        page = self._pages[self._current_page]
        return page[register] if register < min(len(page), _INT_MASK) else 0


far_end = SimIs31fl3741
