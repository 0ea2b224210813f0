"""PCA9685 sixteen-channel LED driver (NXP PCA9685 Rev. 4)."""

from collections.abc import Sequence
from functools import partial
from operator import ne
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, register_number
from drivers.runs import differing_runs
from hal.errors import BadReply
from hal.ports import I2CBus

CHANNELS = 16
FULL_LEVEL = 4096

_MODE1 = 0x00
_MODE2 = 0x01
_LED0 = 0x06
_ALL_LEDS = 0xFA
_PRESCALE = 0xFE

_AWAKE = 0x20
"""MODE1: auto-increment, and without ALLCALL, which would answer at 0x70."""
_ASLEEP = 0x30
_TOTEM_POLE = 0x04
_PRESCALE_1017_HZ = 5

_MOST_CHANNELS = 8


def encode_level(level: int) -> bytes:
    """Return the four registers of a channel at `level`, 0 (off) to FULL (on without a gap)."""
    if level <= 0:
        # Bit 4 of OFF_H is full off, bit 4 of ON_H full on: no count of 4096 is left over.
        return b"\x00\x00\x00\x10"
    if level >= FULL_LEVEL:
        return b"\x00\x10\x00\x00"
    return bytes((0, 0, level & 0xFF, level >> 8))


DARK_CHANNEL = encode_level(0)
_UNKNOWN_CHANNELS = [b""] * CHANNELS


class Pca9685:
    """Sixteen channels, each a four-byte `word`. Untried on real hardware.

    Every call raises HardwareError; after one, the chip's state is unknown.
    """

    channels = CHANNELS
    encode_level = staticmethod(encode_level)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown_channels = _UNKNOWN_CHANNELS

    def start(self) -> None:
        """Set the chip up from any state, all channels dark. Raises BadReply if it is not stored.

        PRESCALE can be written in sleep only; the channels are dark before, so that there is
        nothing to restart after it.
        """
        self._write_registers(_MODE1, _AWAKE)
        self.blank()
        # PRESCALE is locked while the oscillator runs.
        self._write_registers(_MODE1, _ASLEEP)
        self._write_registers(_PRESCALE, _PRESCALE_1017_HZ)
        self._write_registers(_MODE1, _AWAKE)
        self._write_registers(_MODE2, _TOTEM_POLE)
        self.check()
        prescale = self._bus.write_read(self.address, bytes((_PRESCALE,)), 1)[0]
        if prescale != _PRESCALE_1017_HZ:
            raise BadReply(f"PCA9685 at 0x{self.address:02X} keeps PRESCALE {prescale:02X}")

    def blank(self) -> None:
        """Put all channels out."""
        self._shown_channels = _UNKNOWN_CHANNELS
        self._write_registers(_ALL_LEDS, *DARK_CHANNEL)
        self._shown_channels = [DARK_CHANNEL] * CHANNELS

    def check(self) -> None:
        """Raise BadReply if the chip no longer has the modes that it was given: it was reset."""
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        # A reset chip has 11h and 04h here: asleep, and answering to ALLCALL.
        modes = self._bus.write_read(self.address, bytes((_MODE1,)), 2)
        if modes != bytes((_AWAKE, _TOTEM_POLE)):
            raise BadReply(f"PCA9685 at 0x{self.address:02X} has modes {modes.hex()}")
        self._shown_channels = shown_channels

    def show(self, channel_values: Sequence[bytes]) -> None:
        """Bring each channel to its `channel_values`, sending runs of those that differ."""
        if channel_values == self._shown_channels:
            return
        for first_channel, run_end in differing_runs(
            list(map(ne, self._shown_channels, channel_values)), _MOST_CHANNELS
        ):
            self._send_channels(first_channel, channel_values[first_channel:run_end])

    def _send_channels(self, first_channel: int, channel_values: Sequence[bytes]) -> None:
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        register = bytes((_LED0 + 4 * first_channel,))
        self._bus.write(self.address, register + b"".join(channel_values))
        self._shown_channels = [
            *shown_channels[:first_channel],
            *channel_values,
            *shown_channels[first_channel + len(channel_values) :],
        ]

    def _write_registers(self, register: int, *data: int) -> None:
        self._bus.write(self.address, bytes((register, *data)))


# the trace of its wire

_REGISTER_NAMES: Final = {
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


def _register_name(register: int) -> str:
    if register in _LEDS_AT:
        channel, part = divmod(register - _LEDS_AT.start, 4)
        return f"LED{channel}_{_PARTS_OF_A_CHANNEL[part]}"
    if register in _ALL_LEDS_AT:
        return f"ALL_LED_{_PARTS_OF_A_CHANNEL[register - _ALL_LEDS_AT.start]}"
    return _REGISTER_NAMES.get(register, register_number(register))


CHIP = LightChip(
    word="pca9685",
    make_driver=Pca9685,
    terminals=[f"LED{channel}" for channel in range(CHANNELS)],
    addresses=range(0x40, 0x78),
    strap_pins=("A5", "A4", "A3", "A2", "A1", "A0"),
    trace=partial(Registers, _register_name),
)
