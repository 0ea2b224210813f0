"""AW9523B sixteen-channel LED driver with constant currents (Awinic AW9523B V1.5)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, unnamed
from hal.errors import BadReply
from hal.ports import I2CBus

PINS: Final = [f"P{port}_{bit}" for port in (0, 1) for bit in range(8)]
CHANNELS: Final = len(PINS)
FULL: Final = 4096

_ID, _DIM = 0x10, 0x20
_SET_UP: Final = bytes((0x02, 0x00, 0x00))
"""CTL: half of 37 mA; LEDMS of both ports: all pins drive LEDs."""
_KEPT: Final = b"\x23" + _SET_UP
"""The ID and the registers after it; a reset changes them."""
_ORDER: Final = [*range(8, 12), *range(8), *range(12, 16)]
"""The channel of each DIM register: P1_0 to P1_3, then port 0, then P1_4 to P1_7."""
_UNKNOWN: Final = (b"",) * CHANNELS
_DARK: Final = (b"\x00",) * CHANNELS


def word(level: int) -> bytes:
    """Return the DIM register of a channel at `level`, 0 to FULL."""
    return bytes((max(0, min(level, FULL)) * 255 // FULL,))


class Aw9523b:
    """Sixteen channels, P0_0 to P0_7 and P1_0 to P1_7, each a byte of current. Untried on real
    hardware.

    It is set up without its software reset, after which all pins are outputs that may light their
    LEDs. Every call raises HardwareError; after one, the chip's state is unknown.
    """

    channels = CHANNELS
    word = staticmethod(word)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown: Sequence[bytes] = _UNKNOWN

    def start(self) -> None:
        """Set the chip up from any state, all dark. Raises BadReply if it is another chip."""
        said = self._bus.write_read(self.address, bytes((_ID,)), 1)
        if said != _KEPT[:1]:
            raise BadReply(f"0x{self.address:02X} is no AW9523B: 10h holds {said.hex()}")
        self.blank()
        self._write(_ID + 1, _SET_UP)
        self.check()

    def blank(self) -> None:
        """Put all channels out."""
        self._shown = _UNKNOWN
        self._write(_DIM, bytes(CHANNELS))
        self._shown = _DARK

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        shown, self._shown = self._shown, _UNKNOWN
        kept = self._bus.write_read(self.address, bytes((_ID,)), len(_KEPT))
        if kept != _KEPT:
            raise BadReply(f"AW9523B at 0x{self.address:02X} holds {kept.hex()} from 10h on")
        self._shown = shown

    def show(self, words: Sequence[bytes]) -> None:
        """Bring the channels to `words`, one each, sending the run that holds those that differ."""
        shown, self._shown = self._shown, _UNKNOWN
        wanted = [words[channel] for channel in _ORDER]
        both = enumerate(zip(shown, wanted, strict=True))
        if differing := [at for at, (before, after) in both if before != after]:
            first, last = differing[0], differing[-1]
            self._write(_DIM + first, b"".join(wanted[first : last + 1]))
        self._shown = wanted

    def _write(self, register: int, data: bytes) -> None:
        self._bus.write(self.address, bytes((register,)) + data)


_NAMES: Final = {
    0x00: "INPUT_P0",
    0x01: "INPUT_P1",
    0x02: "OUTPUT_P0",
    0x03: "OUTPUT_P1",
    0x04: "CONFIG_P0",
    0x05: "CONFIG_P1",
    0x06: "INT_P0",
    0x07: "INT_P1",
    _ID: "ID",
    0x11: "CTL",
    0x12: "LEDMS_P0",
    0x13: "LEDMS_P1",
    **{_DIM + at: f"DIM{at}_{PINS[channel]}" for at, channel in enumerate(_ORDER)},
    0x7F: "SW_RSTN",
}

CHIP = LightChip(
    word="aw9523b",
    make=Aw9523b,
    terminals=PINS,
    addresses=range(0x58, 0x5C),
    straps=("AD1", "AD0"),
    trace=partial(Registers, lambda register: _NAMES.get(register, unnamed(register))),
)
