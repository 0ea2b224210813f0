"""PCA9685 sixteen-channel LED driver (NXP PCA9685 Rev. 4)."""

from collections.abc import Sequence
from functools import partial
from operator import ne
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, unnamed
from drivers.runs import runs
from hal.errors import BadReply
from hal.ports import I2CBus

CHANNELS = 16
FULL = 4096

_MODE1 = 0x00
_MODE2 = 0x01
_LED0 = 0x06
_ALL_LEDS = 0xFA
_PRESCALE = 0xFE

_AWAKE = 0x20
"""MODE1: auto-increment, and without ALLCALL, which would answer at 0x70."""
_ASLEEP = 0x30
_TOTEM_POLE = 0x04
_1017_HZ = 5

_MOST_CHANNELS = 8


def word(level: int) -> bytes:
    """Return the four registers of a channel at `level`, 0 (off) to FULL (on without a gap)."""
    if level <= 0:
        return b"\x00\x00\x00\x10"
    if level >= FULL:
        return b"\x00\x10\x00\x00"
    return bytes((0, 0, level & 0xFF, level >> 8))


DARK = word(0)
_UNKNOWN = [b""] * CHANNELS


class Pca9685:
    """Sixteen channels, each a four-byte `word`. Untried on real hardware.

    Every call raises HardwareError; after one, the chip's state is unknown.
    """

    channels = CHANNELS
    word = staticmethod(word)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown = _UNKNOWN

    def start(self) -> None:
        """Set the chip up from any state, all channels dark. Raises BadReply if it is not kept.

        PRESCALE can be written in sleep only; the channels are dark before, so that there is
        nothing to restart after it.
        """
        self._write(_MODE1, _AWAKE)
        self.blank()
        self._write(_MODE1, _ASLEEP)
        self._write(_PRESCALE, _1017_HZ)
        self._write(_MODE1, _AWAKE)
        self._write(_MODE2, _TOTEM_POLE)
        self.check()
        prescale = self._bus.write_read(self.address, bytes((_PRESCALE,)), 1)[0]
        if prescale != _1017_HZ:
            raise BadReply(f"PCA9685 at 0x{self.address:02X} keeps PRESCALE {prescale:02X}")

    def blank(self) -> None:
        """Put all channels out."""
        self._shown = _UNKNOWN
        self._write(_ALL_LEDS, *DARK)
        self._shown = [DARK] * CHANNELS

    def check(self) -> None:
        """Raise BadReply if the chip no longer has the modes that it was given: it was reset."""
        shown, self._shown = self._shown, _UNKNOWN
        modes = self._bus.write_read(self.address, bytes((_MODE1,)), 2)
        if modes != bytes((_AWAKE, _TOTEM_POLE)):
            raise BadReply(f"PCA9685 at 0x{self.address:02X} has modes {modes.hex()}")
        self._shown = shown

    def show(self, words: Sequence[bytes]) -> None:
        """Bring the channels to `words`, one each, sending runs of those that differ."""
        if words == self._shown:
            return
        for first, behind in runs(list(map(ne, self._shown, words)), _MOST_CHANNELS):
            self._send(first, words[first:behind])

    def _send(self, first: int, words: Sequence[bytes]) -> None:
        shown, self._shown = self._shown, _UNKNOWN
        register = bytes((_LED0 + 4 * first,))
        self._bus.write(self.address, register + b"".join(words))
        self._shown = [*shown[:first], *words, *shown[first + len(words) :]]

    def _write(self, register: int, *data: int) -> None:
        self._bus.write(self.address, bytes((register, *data)))


# the trace of its wire

_NAMES: Final = {
    0x00: "MODE1",
    0x01: "MODE2",
    0x02: "SUBADR1",
    0x03: "SUBADR2",
    0x04: "SUBADR3",
    0x05: "ALLCALLADR",
    0xFE: "PRE_SCALE",
    0xFF: "TestMode",
}
_PARTS_OF_A_CHANNEL: Final = ("ON_L", "ON_H", "OFF_L", "OFF_H")
_LEDS_AT: Final = range(0x06, 0x46)
_ALL_LEDS_AT: Final = range(0xFA, 0xFE)


def _named(register: int) -> str:
    if register in _LEDS_AT:
        channel, part = divmod(register - _LEDS_AT.start, 4)
        return f"LED{channel}_{_PARTS_OF_A_CHANNEL[part]}"
    if register in _ALL_LEDS_AT:
        return f"ALL_LED_{_PARTS_OF_A_CHANNEL[register - _ALL_LEDS_AT.start]}"
    return _NAMES.get(register, unnamed(register))


CHIP = LightChip(
    word="pca9685",
    make=Pca9685,
    terminals=[f"LED{channel}" for channel in range(CHANNELS)],
    addresses=range(0x40, 0x78),
    straps=("A5", "A4", "A3", "A2", "A1", "A0"),
    trace=partial(Registers, _named),
)
