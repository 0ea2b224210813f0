"""The far end of an AW9523B: its registers, and the currents of its pins (Awinic AW9523B V1.5)."""

import threading
from typing import Final

FULL: Final = 4096

_ID, _CONTROL, _LED_MODES, _DIM, _RESET = 0x10, 0x11, 0x12, 0x20, 0x7F
_WRITABLE: Final = {
    **dict.fromkeys(range(0x02, 0x08), 0xFF),
    _CONTROL: 0x13,
    **dict.fromkeys((_LED_MODES, _LED_MODES + 1), 0xFF),
    **dict.fromkeys(range(_DIM, _DIM + 16), 0xFF),
}
"""The bits that each register stores."""
_WRITE_ONLY: Final = range(_DIM, 0x80)


class SimAw9523b:
    """One chip. Writes to read-only registers have no effect, write-only ones read 0.

    Not modelled: pins as inputs or outputs, so that an LED is dark unless its pin drives it by a
    current; their levels after power-up, which AD1 and AD0 choose; interrupts, RSTN, temperature.
    """

    def __init__(self, address: int = 0x58) -> None:
        self.address = address
        self.addresses = (address,)
        self._lock = threading.RLock()
        self.reset()

    def duty(self, channel: int) -> int:
        """Return the share of 37 mA of P0_0 to P0_7, P1_0 to P1_7, 0 to 4096."""
        with self._lock:
            port, bit = divmod(channel, 8)
            if self._registers[_LED_MODES + port] >> bit & 1:
                return 0
            # CTL, ISEL: 00 is the full current, 11 a quarter.
            quarters = 4 - (self._registers[_CONTROL] & 0b11)
            return self.dim_register(channel) * quarters * FULL // (255 * 4)

    def dim_register(self, channel: int) -> int:
        """Return the DIM register of a channel; port 0 has the eight in the middle."""
        # DIM registers: P1_0 to P1_3 at 20h, P0 at 24h, P1_4 to P1_7 at 2Ch.
        register_offset = 0x24 if channel < 8 else 0x18 if channel < 12 else 0x20
        return self._registers[register_offset + channel]

    def register(self, address: int) -> int:
        """Return a register, also one that can't be read."""
        return self._registers[address]

    def reset(self) -> None:
        """Reset as at power-up."""
        with self._lock:
            self._registers = bytearray(256)
            self._registers[_ID] = 0x23
            # After a reset every pin is GPIO, none drives its LED by a current.
            self._registers[_LED_MODES] = self._registers[_LED_MODES + 1] = 0xFF
            self._pointer = 0

    def write(self, data: bytes) -> None:
        """Take a register and the bytes for it and those after it."""
        with self._lock:
            if not data:
                return
            self._pointer = data[0]
            for byte in data[1:]:
                self._write_register(byte)

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        with self._lock:
            return bytes(self._next_register() for _ in range(count))

    def _write_register(self, byte: int) -> None:
        register = self._pointer
        self._pointer = (register + 1) & 0xFF
        if register in _WRITABLE:
            self._registers[register] = byte & _WRITABLE[register]
        elif register == _RESET and byte == 0:
            self.reset()

    def _next_register(self) -> int:
        register = self._pointer
        self._pointer = (register + 1) & 0xFF
        return 0 if register in _WRITE_ONLY else self._registers[register]


far_end = SimAw9523b
