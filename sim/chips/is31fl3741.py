"""The far end of an IS31FL3741: pages behind a lock, and its LEDs (Lumissil, Rev. E)."""

import threading
from typing import Final

LEDS: Final = 351
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
            share = self._pages[page][register] * self._pages[2 + page][register]
            return share * min(function[_CURRENT] * 2, 255) * FULL // 255**3

    def pwm(self, led: int) -> int:
        """Return the PWM register of an LED."""
        page, register = divmod(led, _FIRST_PAGE)
        return self._pages[page][register]

    def reset(self) -> None:
        """Reset as at power-up."""
        with self._lock:
            self._pages = [bytearray(size) for size in _SIZES]
            self._page = 0
            self._unlocked = False
            self._pointer = 0

    def write(self, data: bytes) -> None:
        """Take a register and the bytes for it and those after it."""
        with self._lock:
            if not data:
                return
            self._pointer = data[0]
            for byte in data[1:]:
                self._put(byte)
                self._pointer = (self._pointer + 1) & 0xFF

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        with self._lock:
            said = bytes(self._take((self._pointer + n) & 0xFF) for n in range(count))
            self._pointer = (self._pointer + count) & 0xFF
            return said

    def _put(self, byte: int) -> None:
        register = self._pointer
        if register == _LOCK:
            self._unlocked = byte == 0xC5
        elif register == _PAGE:
            if self._unlocked and byte < len(self._pages):
                self._page = byte
            self._unlocked = False
        elif (self._page, register) == (_FUNCTION, _RESET):
            if byte == 0xAE:
                self.reset()
        elif register < min(len(self._pages[self._page]), _INT_MASK):
            self._pages[self._page][register] = byte

    def _take(self, register: int) -> int:
        if register == _ID:
            return self.address << 1
        page = self._pages[self._page]
        return page[register] if register < min(len(page), _INT_MASK) else 0


far_end = SimIs31fl3741
