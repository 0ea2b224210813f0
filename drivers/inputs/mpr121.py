"""MPR121 capacitive sensor of twelve electrodes (NXP MPR121 Rev. 4, AN3889, AN3891, AN3892)."""

from functools import partial
from typing import Final, NamedTuple

from drivers.i2c_chip import I2cChip
from drivers.register_trace import Registers, register_number
from hal.errors import BadReply, DeviceSilent
from hal.ports import I2CBus

ELECTRODES: Final = 12

_STATUS: Final = 0x00
_FILTERED: Final = 0x04
_BASELINE: Final = 0x1E
_FILTERS: Final = 0x2B
_THRESHOLDS: Final = 0x41
_DEBOUNCE: Final = 0x5B
_CONFIG_2: Final = 0x5D
_ECR: Final = 0x5E
_AUTO_CONFIG: Final = 0x7B
_RESET: Final = 0x80
_RESET_TRIES: Final = 40
"""An address without an acknowledge takes 25 us at 400 kHz."""

TOUCH_COUNTS, RELEASE_COUNTS = 12, 6
"""Counts below its baseline at which an electrode is touched, and at which it is released."""
_FILTER_SET: Final = bytes.fromhex("01010E00010501000000 00")
"""MHD, NHD, NCL, FDL rising, falling and touched (AN3891): slow down, quick up."""
_THRESHOLD_SET: Final = bytes((TOUCH_COUNTS, RELEASE_COUNTS)) * ELECTRODES
_CONFIG_SET: Final = bytes((0x22, 0x10, 0x20))
"""Three equal samples for a change; 16 uA, 0.5 us, 4 samples, 1 ms."""
_CONFIG_2_AFTER_RESET: Final = 0x24
_AUTO_CONFIG_VALUES: Final = bytes((0x0B, 0x00, 201, 130, 181))
"""Auto-configuration (AN3889) at 3.3 V: USL (3.3 - 0.7) / 3.3 x 256,
LSL 65 % and TL 90 % of USL."""
_RUN_MODE: Final = 0x8F
"""All twelve electrodes; the baseline begins at the first measurement."""
_OVER_CURRENT: Final = 0x8000
_AUTO_CONFIG_FAILED: Final = 0xC000
"""ACFF and ARFF: auto-configuration or its repetition failed."""
_ALL_ELECTRODES: Final = (1 << ELECTRODES) - 1


class TouchStatus(NamedTuple):
    """The touched and the out-of-range electrodes, as bits; and their baselines."""

    touched: int
    out_of_range: int
    over_current: bool
    baselines: bytes
    """One for each electrode, in units of four counts."""


class Mpr121:
    """One chip. Untried on real hardware. Every call raises HardwareError."""

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address

    def start(self) -> None:
        """Set the chip up from any state; its present readings become the baselines.

        Raises BadReply if it is no MPR121 or does not keep its settings.
        """
        self._reset()
        self._write_registers(_FILTERS, _FILTER_SET)
        self._write_registers(_THRESHOLDS, _THRESHOLD_SET)
        self._write_registers(_DEBOUNCE, _CONFIG_SET)
        self._write_registers(_AUTO_CONFIG, _AUTO_CONFIG_VALUES)
        self._write_registers(_ECR, bytes((_RUN_MODE,)))
        self.check()

    def _reset(self) -> None:
        """Reset the chip, and bring it to stop mode, in which alone most registers can be written.

        The data sheet gives no time for a reset, others wait for 1 ms: the chip is asked until it
        answers, so often that as much has gone by at 400 kHz.
        """
        self._write_registers(_RESET, b"\x63")
        for tries_left in reversed(range(_RESET_TRIES)):
            try:
                self._write_registers(_ECR, b"\x00")
                break
            except DeviceSilent:
                if not tries_left:
                    raise
        config_value = self._read_registers(_CONFIG_2, 1)[0]
        if config_value != _CONFIG_2_AFTER_RESET:
            raise BadReply(f"0x{self.address:02X} is no MPR121: 5Dh holds {config_value:02X}")

    def read_status(self) -> TouchStatus:
        """Return the state of the electrodes, and end the interrupt.

        The filters come in the same transfer. Raises BadReply if they are not those that were set:
        then nothing that was read means anything.
        """
        data = self._read_registers(_STATUS, _FILTERS + len(_FILTER_SET))
        if data[_FILTERS:] != _FILTER_SET:
            raise BadReply(f"MPR121 at 0x{self.address:02X} was reset, or says nonsense")
        touched, out_of_range = (
            int.from_bytes(data[offset : offset + 2], "little") for offset in (0, 2)
        )
        return TouchStatus(
            touched=touched & _ALL_ELECTRODES,
            out_of_range=_ALL_ELECTRODES
            if out_of_range & _AUTO_CONFIG_FAILED
            else out_of_range & _ALL_ELECTRODES,
            over_current=bool(touched & _OVER_CURRENT),
            baselines=data[_BASELINE : _BASELINE + ELECTRODES],
        )

    def depths(self) -> tuple[int, ...]:
        """Return how far each electrode is below its baseline, in counts; ends no interrupt.

        Readings have ten bits, low byte first; a baseline register lacks the lowest two.
        """
        data = self._read_registers(_FILTERED, _BASELINE + ELECTRODES - _FILTERED)
        baselines = data[_BASELINE - _FILTERED :]
        return tuple(
            # A baseline is in units of four counts, like the baselines of `read_status`.
            (baseline << 2) - int.from_bytes(data[2 * electrode : 2 * electrode + 2], "little")
            for electrode, baseline in enumerate(baselines)
        )

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        thresholds = self._read_registers(_THRESHOLDS, len(_THRESHOLD_SET))
        settings = self._read_registers(_DEBOUNCE, 4)
        expected = _THRESHOLD_SET, _CONFIG_SET + bytes((_RUN_MODE,)), _FILTER_SET
        if (thresholds, settings, self._read_registers(_FILTERS, len(_FILTER_SET))) != expected:
            raise BadReply(f"MPR121 at 0x{self.address:02X} holds {settings.hex()}")

    def _write_registers(self, register: int, data: bytes) -> None:
        self._bus.write(self.address, bytes((register,)) + data)

    def _read_registers(self, register: int, count: int) -> bytes:
        return self._bus.write_read(self.address, bytes((register,)), count)


# the trace of its wire

_REGISTER_NAMES: Final = {
    0x00: "TOUCH_STATUS",
    0x02: "OUT_OF_RANGE_STATUS",
    0x2B: "MHD_RISING",
    0x2C: "NHD_RISING",
    0x2D: "NCL_RISING",
    0x2E: "FDL_RISING",
    0x2F: "MHD_FALLING",
    0x30: "NHD_FALLING",
    0x31: "NCL_FALLING",
    0x32: "FDL_FALLING",
    0x33: "NHD_TOUCHED",
    0x34: "NCL_TOUCHED",
    0x35: "FDL_TOUCHED",
    0x5B: "DEBOUNCE",
    0x5C: "CONFIG1",
    0x5D: "CONFIG2",
    0x5E: "ECR",
    0x7B: "AUTO_CONFIG_0",
    0x7C: "AUTO_CONFIG_1",
    0x7D: "USL",
    0x7E: "LSL",
    0x7F: "TL",
    0x80: "SOFT_RESET",
}
_FILTERED_AT, _BASELINES_AT, _THRESHOLDS_AT = (
    range(0x04, 0x1E),
    range(0x1E, 0x2B),
    range(0x41, 0x5B),
)


def _register_name(register: int) -> str:
    if register in _FILTERED_AT:
        return f"ELE{(register - _FILTERED_AT.start) // 2}_FILTERED"
    if register in _BASELINES_AT:
        return f"ELE{register - _BASELINES_AT.start}_BASELINE"
    if register in _THRESHOLDS_AT:
        electrode, release = divmod(register - _THRESHOLDS_AT.start, 2)
        return f"E{electrode}{'RTH' if release else 'TTH'}"
    return _REGISTER_NAMES.get(register, register_number(register))


CHIP = I2cChip(
    word="mpr121",
    terminals=[f"ELE{electrode}" for electrode in range(ELECTRODES)],
    addresses=range(0x5A, 0x5E),
    strap_pins=("ADDR",),
    strap_levels=("VSS", "VDD", "SDA", "SCL"),
    trace=partial(Registers, _register_name),
)
