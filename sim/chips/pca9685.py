"""The far end of a PCA9685: its registers and outputs (NXP PCA9685 Rev. 4)."""

from collections.abc import Callable
from operator import and_

from hal.errors import DeviceSilent

FULL = 4096

_MODE1, _MODE2, _LED0, _LAST_LED, _ALL_LEDS, _PRESCALE = 0x00, 0x01, 0x06, 0x45, 0xFA, 0xFE
_RESTART, _EXTCLK, _AI, _SLEEP, _ALLCALL = 0x80, 0x40, 0x20, 0x10, 0x01
_FULL_BIT = 0x10
_SHARED_ADDRESS_BITS = ((0x08, 0x02), (0x04, 0x03), (0x02, 0x04), (_ALLCALL, 0x05))
"""Bits of MODE1 and the registers that hold the address which each makes the chip answer to."""
_CHANNEL_MASKS = bytes((0xFF, 0x1F)) * 128
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
        on_count, off_count = self._on_off_counts(channel)
        mode1 = self._registers[_MODE1]
        if mode1 & _SLEEP or off_count >= FULL:
            return 0
        if on_count >= FULL:
            return FULL
        # Channels stay off after sleep until RESTART is cleared.
        return 0 if mode1 & _RESTART else (off_count - on_count) % FULL

    def register(self, address: int) -> int:
        """Return a register as it would be read."""
        return self._registers[address]

    def reset(self) -> None:
        """Reset as at power-up."""
        self._registers = bytearray(_AFTER_RESET.ljust(256, b"\x00"))
        self._registers[_PRESCALE] = 0x1E
        self._pointer = 0
        self._update_addresses()

    def write(self, data: bytes) -> None:
        """Take a register address and its octets. A reserved one is not acknowledged."""
        if not data:
            return
        self._set_pointer(data[0])
        write_end = self._pointer + len(data) - 1
        if self._registers[_MODE1] & _AI and self._pointer >= _LED0 and write_end <= _LAST_LED:
            self._write_leds(data[1:])
            return
        for byte in data[1:]:
            self._write_register(byte)
            self._advance_pointer()

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        return bytes(self._next_register() for _ in range(count))

    def _set_pointer(self, register: int) -> None:
        # Reserved addresses are not acknowledged.
        if _LAST_LED < register < _ALL_LEDS:
            raise DeviceSilent(self.address)
        self._pointer = register

    def _advance_pointer(self) -> None:
        if self._registers[_MODE1] & _AI:
            last_register = self._pointer in (_LAST_LED, _PRESCALE)
            self._pointer = 0 if last_register else (self._pointer + 1) & 0xFF

    def _next_register(self) -> int:
        value = self._registers[self._pointer]
        self._advance_pointer()
        return value

    def _write_register(self, byte: int) -> None:
        register = self._pointer
        if register == _MODE1:
            self._write_mode1(byte)
            self._update_addresses()
        elif register == _MODE2:
            self._registers[_MODE2] = byte & 0x1F
        elif register < _LED0:
            # Bit 0 of SUBADRx and ALLCALLADR is read-only 0.
            self._registers[register] = byte & 0xFE
            self._update_addresses()
        elif register <= _LAST_LED:
            self._write_led(register, byte)
        elif register < _PRESCALE:
            for led in range(_LED0 + register - _ALL_LEDS, _LAST_LED + 1, 4):
                self._write_led(led, byte)
        elif register == _PRESCALE and self._registers[_MODE1] & _SLEEP:
            # The hardware forces a least value of 3.
            self._registers[_PRESCALE] = max(3, byte)

    def _update_addresses(self) -> None:
        registers = self._registers
        shared_addresses = (
            registers[register] >> 1
            for bit, register in _SHARED_ADDRESS_BITS
            if registers[_MODE1] & bit
        )
        self.addresses = [self.address, *shared_addresses]
        self.readdressed()

    def _write_mode1(self, byte: int) -> None:
        previous_mode = self._registers[_MODE1]
        restart = previous_mode & _RESTART
        if byte & _SLEEP and not previous_mode & _SLEEP:
            restart |= _RESTART if self._is_running() else 0
        if byte & _RESTART and not (previous_mode | byte) & _SLEEP:
            restart = 0
        # EXTCLK is sticky, and can be set in sleep only.
        external = previous_mode & _EXTCLK or (previous_mode & byte & _SLEEP and byte & _EXTCLK)
        self._registers[_MODE1] = restart | external | byte & ~(_RESTART | _EXTCLK) & 0xFF

    def _write_led(self, register: int, byte: int) -> None:
        self._registers[register] = byte & 0x1F if register & 1 else byte
        self._registers[_MODE1] &= ~_RESTART & 0xFF

    def _write_leds(self, data: bytes) -> None:
        """Write octets to consecutive registers of channels."""
        first_register, self._pointer = self._pointer, self._pointer + len(data)
        self._registers[first_register : self._pointer] = bytes(
            map(and_, data, _CHANNEL_MASKS[first_register:])
        )
        if data:
            self._registers[_MODE1] &= ~_RESTART & 0xFF

    def _is_running(self) -> bool:
        return any(
            off_count < FULL and on_count < FULL
            for on_count, off_count in map(self._on_off_counts, range(16))
        )

    def _on_off_counts(self, channel: int) -> tuple[int, int]:
        first_register = _LED0 + 4 * channel
        on_low, on_high, off_low, off_high = self._registers[first_register : first_register + 4]
        return on_low | on_high << 8, off_low | off_high << 8


far_end = SimPca9685
