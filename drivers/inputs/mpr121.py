"""MPR121 capacitive sensor of twelve electrodes (NXP MPR121 Rev. 4, AN3889, AN3891, AN3892)."""

from functools import partial
from typing import Final, NamedTuple

from drivers.i2c_chip import I2cChip
from drivers.register_trace import Registers, unnamed
from hal.errors import BadReply
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
_AUTO: Final = 0x7B
_RESET: Final = 0x80

TOUCH, RELEASE = 12, 6
"""Counts below its baseline at which an electrode is touched, and at which it is released."""
_FILTER_SET: Final = bytes.fromhex("01010E00010501000000 00")
"""MHD, NHD, NCL, FDL rising, falling and touched (AN3891): slow down, quick up."""
_THRESHOLD_SET: Final = bytes((TOUCH, RELEASE)) * ELECTRODES
_CONFIG_SET: Final = bytes((0x22, 0x10, 0x20))
"""Three equal samples for a change; 16 uA, 0.5 us, 4 samples, 1 ms."""
_CONFIG_2_AFTER_RESET: Final = 0x24
_AUTO_SET: Final = bytes((0x0B, 0x00, 201, 130, 181))
"""Auto-configuration (AN3889) at 3.3 V: USL (3.3 - 0.7) / 3.3 x 256, LSL 65 % and TL 90 % of it."""
_RUN: Final = 0x8F
"""All twelve electrodes; the baseline begins at the first measurement."""
_OVER_CURRENT: Final = 0x8000
_FAILED: Final = 0xC000
"""ACFF and ARFF: auto-configuration or its repetition failed."""
_ALL: Final = (1 << ELECTRODES) - 1


class Status(NamedTuple):
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
        self._write(_RESET, b"\x63")
        self._write(_ECR, b"\x00")
        kind = self._read(_CONFIG_2, 1)[0]
        if kind != _CONFIG_2_AFTER_RESET:
            raise BadReply(f"0x{self.address:02X} is no MPR121: 5Dh holds {kind:02X}")
        self._write(_FILTERS, _FILTER_SET)
        self._write(_THRESHOLDS, _THRESHOLD_SET)
        self._write(_DEBOUNCE, _CONFIG_SET)
        self._write(_AUTO, _AUTO_SET)
        self._write(_ECR, bytes((_RUN,)))
        self.check()

    def status(self) -> Status:
        """Return the state of the electrodes, and end the interrupt.

        The filters come in the same transfer. Raises BadReply if they are not those that were set:
        then nothing that was read means anything.
        """
        data = self._read(_STATUS, _FILTERS + len(_FILTER_SET))
        if data[_FILTERS:] != _FILTER_SET:
            raise BadReply(f"MPR121 at 0x{self.address:02X} was reset, or says nonsense")
        touched, outside = (int.from_bytes(data[at : at + 2], "little") for at in (0, 2))
        return Status(
            touched=touched & _ALL,
            out_of_range=_ALL if outside & _FAILED else outside & _ALL,
            over_current=bool(touched & _OVER_CURRENT),
            baselines=data[_BASELINE : _BASELINE + ELECTRODES],
        )

    def depths(self) -> tuple[int, ...]:
        """Return how far each electrode is below its baseline, in counts; ends no interrupt.

        Readings have ten bits, low byte first; a baseline is kept without its lowest two.
        """
        data = self._read(_FILTERED, _BASELINE + ELECTRODES - _FILTERED)
        baselines = data[_BASELINE - _FILTERED :]
        return tuple(
            (rest << 2) - int.from_bytes(data[2 * n : 2 * n + 2], "little")
            for n, rest in enumerate(baselines)
        )

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        kept = self._read(_THRESHOLDS, len(_THRESHOLD_SET))
        settings = self._read(_DEBOUNCE, 4)
        wanted = _THRESHOLD_SET, _CONFIG_SET + bytes((_RUN,)), _FILTER_SET
        if (kept, settings, self._read(_FILTERS, len(_FILTER_SET))) != wanted:
            raise BadReply(f"MPR121 at 0x{self.address:02X} holds {settings.hex()}")

    def _write(self, register: int, data: bytes) -> None:
        self._bus.write(self.address, bytes((register,)) + data)

    def _read(self, register: int, count: int) -> bytes:
        return self._bus.write_read(self.address, bytes((register,)), count)


# the trace of its wire

_NAMES: Final = {
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


def _named(register: int) -> str:
    if register in _FILTERED_AT:
        return f"ELE{(register - _FILTERED_AT.start) // 2}_FILTERED"
    if register in _BASELINES_AT:
        return f"ELE{register - _BASELINES_AT.start}_BASELINE"
    if register in _THRESHOLDS_AT:
        electrode, release = divmod(register - _THRESHOLDS_AT.start, 2)
        return f"E{electrode}{'RTH' if release else 'TTH'}"
    return _NAMES.get(register, unnamed(register))


CHIP = I2cChip(
    word="mpr121",
    terminals=[f"ELE{electrode}" for electrode in range(ELECTRODES)],
    addresses=range(0x5A, 0x5E),
    straps=("ADDR",),
    levels=("VSS", "VDD", "SDA", "SCL"),
    trace=partial(Registers, _named),
)
