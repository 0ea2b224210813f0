"""The far end of an MPR121: its registers, its electrodes and its interrupt (NXP MPR121 Rev. 4)."""

import threading
from typing import Final

from hal.ports import InputLine

ELECTRODES: Final = 12

_STATUS, _OUT_OF_RANGE, _FILTERED, _BASELINE, _THRESHOLDS = 0x00, 0x02, 0x04, 0x1E, 0x41
_CONFIG_1, _CONFIG_2, _ECR, _RESET = 0x5C, 0x5D, 0x5E, 0x80
_UNLOCKED: Final = frozenset({_ECR, _RESET, *range(0x73, 0x7B)})
"""The registers that can be written while it measures."""
_OVER_CURRENT: Final = 0x80
_FREE_READING: Final = 724
"""The reading of a free electrode, once it has configured itself."""
STACK_DEPTH: Final = 60
"""By how much a stack of chips lowers it."""


class SimMpr121:
    """One chip; the baseline follows a rise at once, and ignores a fall.

    Not modelled: time (samples, debounce, slow drift of the baseline), proximity, the outputs that
    electrodes 4 to 11 can be, auto-configuration but for its failure flags.
    """

    def __init__(self, address: int = 0x5A) -> None:
        self.address = address
        self.addresses = (address,)
        self._lock = threading.RLock()
        self._electrode_levels = [_FREE_READING] * ELECTRODES
        self._covered_electrodes = [False] * ELECTRODES
        self._shorted = False
        self.interrupt: InputLine = self
        self.reset()

    # what happens at the electrodes

    def cover_input(self, electrode: int, *, on: bool) -> None:
        """Put chips on an electrode or take them off."""
        with self._lock:
            self._covered_electrodes[electrode] = on
            self._measure_electrodes()

    def drift_reading(self, electrode: int, count_shift: int) -> None:
        """Shift an electrode's reading, as damp felt does."""
        with self._lock:
            self._electrode_levels[electrode] += count_shift
            self._measure_electrodes()

    def short_rext(self, *, on: bool) -> None:
        """Short-circuit REXT: over-current, and nothing is measured."""
        with self._lock:
            self._shorted = on
            self._measure_electrodes()

    @property
    def shorted(self) -> bool:
        """Whether REXT is short-circuited."""
        return self._shorted

    def fail_range(self, *flag_bits: int) -> None:
        """Set out-of-range flags, by their bit from register 02h on."""
        with self._lock:
            value = sum(1 << bit for bit in flag_bits)
            self._registers[_OUT_OF_RANGE : _OUT_OF_RANGE + 2] = value.to_bytes(2, "little")

    # the bus

    def level(self) -> bool:
        """Return the interrupt output: low from a change until the status was read."""
        return not self._has_changed

    def register(self, address: int) -> int:
        """Return a register without the effects of reading it."""
        return self._registers[address]

    def reset(self) -> None:
        """Reset as at power-up and by soft reset; the chips on the electrodes stay."""
        with self._lock:
            self._registers = bytearray(256)
            self._registers[_CONFIG_1 : _CONFIG_2 + 1] = bytes((0x10, 0x24))
            self._pointer = 0
            self._touched = 0
            self._has_changed = False
            self._baselines = [0] * ELECTRODES

    def write(self, data: bytes) -> None:
        """Take a register address and the bytes for it and those after it."""
        with self._lock:
            for register_index, byte in enumerate(data):
                if register_index == 0:
                    self._pointer = byte
                else:
                    self._write_register(self._pointer, byte)
                    self._pointer = (self._pointer + 1) & 0xFF

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on."""
        with self._lock:
            self._measure_electrodes()
            # Reading the touch status ends the interrupt.
            if self._pointer <= _STATUS + 1:
                self._has_changed = False
            data = bytes(
                self._registers[(self._pointer + offset) & 0xFF] for offset in range(count)
            )
            self._pointer = (self._pointer + count) & 0xFF
            return data

    def _write_register(self, register: int, byte: int) -> None:
        if register == _RESET:
            if byte == 0x63:
                self.reset()
        elif register == _ECR:
            # From stop to run mode: the present readings become the baselines.
            starts_measuring = byte & 0x3F and not self._registers[_ECR] & 0x3F
            self._registers[_ECR] = byte
            if starts_measuring:
                self._baselines = self._filtered()
            self._measure_electrodes()
        elif register == _STATUS + 1:
            # OVCF is cleared by writing a 1.
            self._registers[register] &= ~(byte & _OVER_CURRENT) & 0xFF
        elif register in _UNLOCKED or not self._registers[_ECR] & 0x3F:
            self._registers[register] = byte

    def _filtered(self) -> list[int]:
        readings = zip(self._electrode_levels, self._covered_electrodes, strict=True)
        return [measured - STACK_DEPTH * covered for measured, covered in readings]

    def _measure_electrodes(self) -> None:
        if not self._registers[_ECR] & 0x3F:
            return
        if self._shorted:
            self._has_changed |= not self._registers[_STATUS + 1] & _OVER_CURRENT
            self._registers[_STATUS + 1] |= _OVER_CURRENT
            return
        previous_touched = self._touched
        for electrode, measured in enumerate(self._filtered()):
            self._sense_electrode(electrode, measured)
        self._has_changed |= self._touched != previous_touched
        over_current = self._registers[_STATUS + 1] & _OVER_CURRENT
        self._registers[_STATUS : _STATUS + 2] = bytes(
            (self._touched & 0xFF, over_current | self._touched >> 8)
        )

    def _sense_electrode(self, electrode: int, measured: int) -> None:
        touch_threshold, release_threshold = self._registers[_THRESHOLDS + 2 * electrode :][:2]
        bit_mask = 1 << electrode
        # A rise means that chips were lifted: the baseline follows at once.
        self._baselines[electrode] = max(self._baselines[electrode], measured)
        depth = self._baselines[electrode] - measured
        if depth > touch_threshold:
            self._touched |= bit_mask
        elif depth < release_threshold:
            self._touched &= ~bit_mask
        register = _FILTERED + 2 * electrode
        self._registers[register : register + 2] = measured.to_bytes(2, "little")
        self._registers[_BASELINE + electrode] = self._baselines[electrode] >> 2


far_end = SimMpr121
