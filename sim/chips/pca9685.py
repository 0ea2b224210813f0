"""The far end of a PCA9685: its registers and outputs (NXP PCA9685 Rev. 4)."""

from collections.abc import Callable
from operator import and_

from hal.errors import DeviceSilent

FULL = 4096

_MODE1, _MODE2, _LED0, _LAST_LED, _ALL_LEDS, _PRESCALE = 0x00, 0x01, 0x06, 0x45, 0xFA, 0xFE
_RESTART, _EXTCLK, _AI, _SLEEP, _ALLCALL = 0x80, 0x40, 0x20, 0x10, 0x01
_FULL_BIT = 0x10
_CALLS = ((0x08, 0x02), (0x04, 0x03), (0x02, 0x04), (_ALLCALL, 0x05))
"""Bits of MODE1 and the registers that hold the address which each makes the chip answer to."""
_KEPT = bytes((0xFF, 0x1F)) * 128
"""The bits of each register of a channel: the odd ones have five."""
_AFTER_RESET = bytes((0x11, 0x04, 0xE2, 0xE4, 0xE8, 0xE0)) + bytes((0, 0, 0, _FULL_BIT)) * 16


class SimPca9685:
    """One chip with sixteen channels.

    Not modelled: the oscillator's start (500 us), PWM in time, the external clock's effect, OE,
    inverted outputs (INVRT), the test mode, that reads at a shared address are forbidden,
    software reset over the general call, OCH (a change counts at once, and ends RESTART).
    """

    def __init__(self, address: int = 0x40) -> None:
        self.address = address
        self.addresses = [address]
        """Its own, and the shared ones that are enabled."""
        self.readdressed: Callable[[], None] = lambda: None
        self.reset()

    def duty(self, channel: int) -> int:
        """Return how much of the time `channel` is on, 0 to FULL; full off wins over full on."""
        on, off = self._counts(channel)
        mode1 = self._registers[_MODE1]
        if mode1 & _SLEEP or off >= FULL:
            return 0
        if on >= FULL:
            return FULL
        return 0 if mode1 & _RESTART else (off - on) % FULL

    def register(self, address: int) -> int:
        """Return a register as it would be read."""
        return self._registers[address]

    def reset(self) -> None:
        """Reset as at power-up."""
        self._registers = bytearray(_AFTER_RESET.ljust(256, b"\x00"))
        self._registers[_PRESCALE] = 0x1E
        self._pointer = 0
        self._listen()

    def write(self, data: bytes) -> None:
        """Take a register address and its octets. A reserved one is not acknowledged."""
        if not data:
            return
        self._point(data[0])
        behind = self._pointer + len(data) - 1
        if self._registers[_MODE1] & _AI and self._pointer >= _LED0 and behind <= _LAST_LED:
            self._put_leds(data[1:])
            return
        for byte in data[1:]:
            self._put(byte)
            self._advance()

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        return bytes(self._take() for _ in range(count))

    def _point(self, register: int) -> None:
        if _LAST_LED < register < _ALL_LEDS:
            raise DeviceSilent(self.address)
        self._pointer = register

    def _advance(self) -> None:
        if self._registers[_MODE1] & _AI:
            last = self._pointer in (_LAST_LED, _PRESCALE)
            self._pointer = 0 if last else (self._pointer + 1) & 0xFF

    def _take(self) -> int:
        value = self._registers[self._pointer]
        self._advance()
        return value

    def _put(self, byte: int) -> None:
        register = self._pointer
        if register == _MODE1:
            self._put_mode1(byte)
            self._listen()
        elif register == _MODE2:
            self._registers[_MODE2] = byte & 0x1F
        elif register < _LED0:
            self._registers[register] = byte & 0xFE
            self._listen()
        elif register <= _LAST_LED:
            self._put_led(register, byte)
        elif register < _PRESCALE:
            for led in range(_LED0 + register - _ALL_LEDS, _LAST_LED + 1, 4):
                self._put_led(led, byte)
        elif register == _PRESCALE and self._registers[_MODE1] & _SLEEP:
            self._registers[_PRESCALE] = max(3, byte)

    def _listen(self) -> None:
        registers = self._registers
        shared = (registers[at] >> 1 for bit, at in _CALLS if registers[_MODE1] & bit)
        self.addresses = [self.address, *shared]
        self.readdressed()

    def _put_mode1(self, byte: int) -> None:
        before = self._registers[_MODE1]
        restart = before & _RESTART
        if byte & _SLEEP and not before & _SLEEP:
            restart |= _RESTART if self._running() else 0
        if byte & _RESTART and not (before | byte) & _SLEEP:
            restart = 0
        external = before & _EXTCLK or (before & byte & _SLEEP and byte & _EXTCLK)
        self._registers[_MODE1] = restart | external | byte & ~(_RESTART | _EXTCLK) & 0xFF

    def _put_led(self, register: int, byte: int) -> None:
        self._registers[register] = byte & 0x1F if register & 1 else byte
        self._registers[_MODE1] &= ~_RESTART & 0xFF

    def _put_leds(self, data: bytes) -> None:
        """Write octets to consecutive registers of channels."""
        at, self._pointer = self._pointer, self._pointer + len(data)
        self._registers[at : self._pointer] = bytes(map(and_, data, _KEPT[at:]))
        if data:
            self._registers[_MODE1] &= ~_RESTART & 0xFF

    def _running(self) -> bool:
        return any(off < FULL and on < FULL for on, off in map(self._counts, range(16)))

    def _counts(self, channel: int) -> tuple[int, int]:
        at = _LED0 + 4 * channel
        on_low, on_high, off_low, off_high = self._registers[at : at + 4]
        return on_low | on_high << 8, off_low | off_high << 8


far_end = SimPca9685
