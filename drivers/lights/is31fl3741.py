"""IS31FL3741 driver of 351 LEDs (Lumissil IS31FL3741 Rev. E; pages behind a lock)."""

from collections.abc import Iterator, Sequence
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, register_number
from drivers.trace import TracedFrame, Transfer
from hal.errors import BadReply
from hal.ports import I2CBus

CHANNELS: Final = 351
FULL_LEVEL: Final = 4096

_ID, _PAGE, _LOCK = 0xFC, 0xFD, 0xFE
_UNLOCK: Final = 0xC5
_PWM: Final = (0, 1)
_SCALING: Final = (2, 3)
_FUNCTION: Final = 4
_CONFIG, _RESET = 0x00, 0x3F
_RESET_WORD: Final = 0xAE
_ON_AT_HALF_CURRENT: Final = bytes((0x01, 0x80))
"""CONFIG: normal operation; GCC: half of the current set by the resistor."""
_SHUTDOWN: Final = 0x00
_FIRST_PAGE: Final = 180
"""LEDs on the first of two pages."""
_PAGE_SIZES: Final = (_FIRST_PAGE, CHANNELS - _FIRST_PAGE)
_FULL_SCALE: Final = b"\xff"
_BRIDGED_LEDS: Final = 3
"""A run continues over so many LEDs that are right: a new run costs as many bytes."""
_UNKNOWN_CHANNELS: Final = (b"",) * CHANNELS
_DARK_CHANNELS: Final = (b"\x00",) * CHANNELS


def encode_level(level: int) -> bytes:
    """Return the PWM register of an LED at `level`, 0 to FULL."""
    return bytes((max(0, min(level, FULL_LEVEL)) * 255 // FULL_LEVEL,))


class Is31fl3741:
    """351 LEDs, each a byte of PWM at full scaling. Untried on real hardware.

    Every call raises HardwareError; after one, the chip's state and page are unknown.
    """

    channels = CHANNELS
    encode_level = staticmethod(encode_level)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown_channels: Sequence[bytes] = _UNKNOWN_CHANNELS
        self._current_page: int | None = None

    def start(self) -> None:
        """Set the chip up from any state, all LEDs dark. Raises BadReply if it is another chip."""
        self._shown_channels, self._current_page = _UNKNOWN_CHANNELS, None
        chip_id = self._bus.write_read(self.address, bytes((_ID,)), 1)[0]
        # The ID register holds the chip's own write address (data sheet, FCh).
        if chip_id != self.address << 1:
            raise BadReply(f"0x{self.address:02X} is no IS31FL3741: FCh holds {chip_id:02X}")
        # A reset returns the chip to page 0, so the page must be selected again.
        self._send_registers(_FUNCTION, _RESET, bytes((_RESET_WORD,)))
        self._current_page = None
        for pwm_page, scaling_page, page_size in zip(_PWM, _SCALING, _PAGE_SIZES, strict=True):
            self._send_registers(pwm_page, 0, bytes(page_size))
            self._send_registers(scaling_page, 0, _FULL_SCALE * page_size)
        self._send_registers(_FUNCTION, _CONFIG, _ON_AT_HALF_CURRENT)
        self._shown_channels = _DARK_CHANNELS
        for page in _SCALING:
            self._verify_page(page, _FULL_SCALE)
        self.check()

    def blank(self) -> None:
        """Put all LEDs out."""
        self._shown_channels = _UNKNOWN_CHANNELS
        self._send_registers(_FUNCTION, _CONFIG, bytes((_SHUTDOWN,)))

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        self._verify_page(_FUNCTION, _ON_AT_HALF_CURRENT)
        self._shown_channels = shown_channels

    def show(self, channel_values: Sequence[bytes]) -> None:
        """Bring each LED to its `channel_values`, sending runs that hold those that differ."""
        shown_channels, self._shown_channels = self._shown_channels, _UNKNOWN_CHANNELS
        for first_led, last_led in _led_runs(shown_channels, channel_values):
            page, register = divmod(first_led, _FIRST_PAGE)
            self._send_registers(
                _PWM[page], register, b"".join(channel_values[first_led : last_led + 1])
            )
        self._shown_channels = list(channel_values)

    def _send_registers(self, page: int, register: int, data: bytes) -> None:
        self._select_page(page)
        self._bus.write(self.address, bytes((register,)) + data)

    def _verify_page(self, page: int, data: bytes) -> None:
        """Raise BadReply unless the page begins with `data`."""
        self._select_page(page)
        settings_read = self._bus.write_read(self.address, bytes(1), len(data))
        if settings_read != data:
            self._current_page = None
            raise BadReply(
                f"IS31FL3741 at 0x{self.address:02X} holds {settings_read.hex()} on page {page}"
            )

    def _select_page(self, page: int) -> None:
        if page == self._current_page:
            return
        self._current_page = None
        # The lock closes again after each write to the page register.
        self._bus.write(self.address, bytes((_LOCK, _UNLOCK)))
        self._bus.write(self.address, bytes((_PAGE, page)))
        self._current_page = page


def _led_runs(
    shown_channels: Sequence[bytes], target_channels: Sequence[bytes]
) -> Iterator[tuple[int, int]]:
    """Yield the first and last LED of each run; a run ends with its page."""
    pairs = enumerate(zip(shown_channels, target_channels, strict=True))
    led_run: list[int] = []
    for led_number in (
        led_number for led_number, (previous, current) in pairs if previous != current
    ):
        if led_run and (
            led_number - led_run[-1] > _BRIDGED_LEDS or led_run[0] < _FIRST_PAGE <= led_number
        ):
            yield led_run[0], led_run[-1]
            led_run = []
        led_run.append(led_number)
    if led_run:
        yield led_run[0], led_run[-1]


# the trace of its wire

_REGISTER_NAMES: Final = {0xFC: "ID", _PAGE: "COMMAND", 0xFE: "COMMAND_LOCK", 0xF0: "INT_MASK"}
_FUNCTION_NAMES: Final = {0x00: "CONFIG", 0x01: "GLOBAL_CURRENT", 0x02: "PULL", 0x3F: "RESET"}
_LEDS_BEFORE: Final = (0, 180, 0, 180)


class PageRegisters(Registers):
    """An IS31FL3741's registers, which have their names on the page that was turned to."""

    def __init__(self) -> None:
        super().__init__(register_number)
        self._current_pages: dict[int, int] = {}

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield the transfer, and note a page that it turns to."""
        yield from super().trace(transfer)
        if transfer.sent_bytes[:1] == bytes((_PAGE,)) and len(transfer.sent_bytes) > 1:
            self._current_pages[transfer.address or 0] = transfer.sent_bytes[1]

    def register_name(self, address: int, register: int) -> str:
        """Name a register of the page that the chip is at."""
        page = self._current_pages.get(address)
        if register in _REGISTER_NAMES or page is None:
            return _REGISTER_NAMES.get(register, register_number(register))
        if page < len(_LEDS_BEFORE):
            return f"{'PWM' if page < 2 else 'SCALING'}{register + _LEDS_BEFORE[page]}"
        return _FUNCTION_NAMES.get(register, register_number(register))


CHIP = LightChip(
    word="is31fl3741",
    make_driver=Is31fl3741,
    terminals=[f"LED{channel}" for channel in range(CHANNELS)],
    addresses=range(0x30, 0x34),
    strap_pins=("ADDR",),
    strap_levels=("GND", "SCL", "SDA", "VCC"),
    trace=PageRegisters,
)
