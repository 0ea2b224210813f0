"""AW9523B sixteen-channel LED driver with constant currents (Awinic AW9523B V1.5)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, register_number
from hal.errors import BadReply
from hal.ports import I2CBus

PIN_NAMES: Final = [f"P{port}_{bit_number}" for port in (0, 1) for bit_number in range(8)]
CHANNELS: Final = len(PIN_NAMES)
FULL_LEVEL: Final = 4096

_ID, _DIM = 0x10, 0x20
_SETUP_VALUES: Final = bytes((0x02, 0x00, 0x00))
"""CTL: half of 37 mA; LEDMS of both ports: all pins drive LEDs."""
_ID_AND_SETTINGS: Final = b"\x23" + _SETUP_VALUES
"""The ID and the registers after it; a reset changes them."""
_DIM_CHANNELS: Final = [*range(8, 12), *range(8), *range(12, 16)]
"""The channel of each DIM register: P1_0 to P1_3, then port 0, then P1_4 to P1_7."""
_UNKNOWN_CHANNELS: Final = (b"",) * CHANNELS
_DARK_CHANNELS: Final = (b"\x00",) * CHANNELS


def encode_level(level: int) -> bytes:
    """Return the DIM register of a channel at `level`, 0 to FULL."""
    return bytes((max(0, min(level, FULL_LEVEL)) * 255 // FULL_LEVEL,))


class Aw9523b:
    """Sixteen channels, P0_0 to P0_7 and P1_0 to P1_7, each a byte of current. Untried on real
    hardware.

    It is set up without its software reset, after which all pins are outputs that may light their
    LEDs. Every call raises HardwareError; after one, the chip's state is unknown.
    """

    channels = CHANNELS
    encode_level = staticmethod(encode_level)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown_channels: Sequence[bytes] = _UNKNOWN_CHANNELS

    def start(self) -> None:
        """Set the chip up from any state, all dark. Raises BadReply if it is another chip."""
        chip_id = self._bus.write_read(self.address, bytes((_ID,)), 1)
        if chip_id != _ID_AND_SETTINGS[:1]:
            raise BadReply(f"0x{self.address:02X} is no AW9523B: 10h holds {chip_id.hex()}")
        self.blank()
        # Currents are zero before the pins become LED outputs: no flash at the start.
        self._write_registers(_ID + 1, _SETUP_VALUES)
        self.check()

    def blank(self) -> None:
        """Put all channels out."""
        self._shown_channels = _UNKNOWN_CHANNELS
        self._write_registers(_DIM, bytes(CHANNELS))
        self._shown_channels = _DARK_CHANNELS

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        settings_read = self._bus.write_read(self.address, bytes((_ID,)), len(_ID_AND_SETTINGS))
        if settings_read != _ID_AND_SETTINGS:
            raise BadReply(
                f"AW9523B at 0x{self.address:02X} holds {settings_read.hex()} from 10h on"
            )
        self._shown_channels = shown_channels

    def show(self, channel_values: Sequence[bytes]) -> None:
        """Bring each channel to its `channel_values`, sending the run of those that differ."""
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        # In the order of the registers, so that neighbours can be sent in one transfer.
        target_channels = [channel_values[channel] for channel in _DIM_CHANNELS]
        pairs = enumerate(zip(shown_channels, target_channels, strict=True))
        if differing := [
            register_index for register_index, (previous, current) in pairs if previous != current
        ]:
            first_register, last_register = differing[0], differing[-1]
            self._write_registers(
                _DIM + first_register, b"".join(target_channels[first_register : last_register + 1])
            )
        self._shown_channels = target_channels

    def _write_registers(self, register: int, data: bytes) -> None:
        self._bus.write(self.address, bytes((register,)) + data)


_REGISTER_NAMES: Final = {
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
    **{
        _DIM + register_index: f"DIM{register_index}_{PIN_NAMES[channel]}"
        for register_index, channel in enumerate(_DIM_CHANNELS)
    },
    0x7F: "SW_RSTN",
}

CHIP = LightChip(
    word="aw9523b",
    make_driver=Aw9523b,
    terminals=PIN_NAMES,
    addresses=range(0x58, 0x5C),
    strap_pins=("AD1", "AD0"),
    trace=partial(
        Registers, lambda register: _REGISTER_NAMES.get(register, register_number(register))
    ),
)
