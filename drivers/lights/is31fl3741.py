"""IS31FL3741 driver of 351 LEDs (Lumissil IS31FL3741 Rev. E; pages behind a lock)."""

from collections.abc import Iterator, Sequence
from typing import Final

from drivers.lights.chip import LightChip
from drivers.register_trace import Registers, unnamed
from drivers.trace import Traced, Transfer
from hal.errors import BadReply
from hal.ports import I2CBus

CHANNELS: Final = 351
FULL: Final = 4096

_ID, _PAGE, _LOCK = 0xFC, 0xFD, 0xFE
_UNLOCK: Final = 0xC5
_PWM: Final = (0, 1)
_SCALING: Final = (2, 3)
_FUNCTION: Final = 4
_CONFIG, _RESET = 0x00, 0x3F
_RESET_WORD: Final = 0xAE
_ON_AT_HALF_CURRENT: Final = bytes((0x01, 0x80))
"""CONFIG: normal operation; GCC: half of the current set by the resistor."""
_OFF: Final = 0x00
_FIRST_PAGE: Final = 180
"""LEDs on the first of two pages."""
_SIZES: Final = (_FIRST_PAGE, CHANNELS - _FIRST_PAGE)
_FULL_SCALE: Final = b"\xff"
_GAP: Final = 3
"""A run goes on over so many LEDs that are right: a new one costs as many bytes."""
_UNKNOWN: Final = (b"",) * CHANNELS
_DARK: Final = (b"\x00",) * CHANNELS


def word(level: int) -> bytes:
    """Return the PWM register of an LED at `level`, 0 to FULL."""
    return bytes((max(0, min(level, FULL)) * 255 // FULL,))


class Is31fl3741:
    """351 LEDs, each a byte of PWM at full scaling. Untried on real hardware.

    Every call raises HardwareError; after one, the chip's state and page are unknown.
    """

    channels = CHANNELS
    word = staticmethod(word)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._shown: Sequence[bytes] = _UNKNOWN
        self._page: int | None = None

    def start(self) -> None:
        """Set the chip up from any state, all LEDs dark. Raises BadReply if it is another chip."""
        self._shown, self._page = _UNKNOWN, None
        said = self._bus.write_read(self.address, bytes((_ID,)), 1)[0]
        if said != self.address << 1:
            raise BadReply(f"0x{self.address:02X} is no IS31FL3741: FCh holds {said:02X}")
        self._send(_FUNCTION, _RESET, bytes((_RESET_WORD,)))
        self._page = None
        for dark, bright, size in zip(_PWM, _SCALING, _SIZES, strict=True):
            self._send(dark, 0, bytes(size))
            self._send(bright, 0, _FULL_SCALE * size)
        self._send(_FUNCTION, _CONFIG, _ON_AT_HALF_CURRENT)
        self._shown = _DARK
        for page in _SCALING:
            self._expect(page, _FULL_SCALE)
        self.check()

    def blank(self) -> None:
        """Put all LEDs out."""
        self._shown = _UNKNOWN
        self._send(_FUNCTION, _CONFIG, bytes((_OFF,)))

    def check(self) -> None:
        """Raise BadReply if the chip has lost its settings: it was reset."""
        shown, self._shown = self._shown, _UNKNOWN
        self._expect(_FUNCTION, _ON_AT_HALF_CURRENT)
        self._shown = shown

    def show(self, words: Sequence[bytes]) -> None:
        """Bring the LEDs to `words`, one each, sending runs that hold those that differ."""
        shown, self._shown = self._shown, _UNKNOWN
        for first, last in _runs(shown, words):
            page, register = divmod(first, _FIRST_PAGE)
            self._send(_PWM[page], register, b"".join(words[first : last + 1]))
        self._shown = list(words)

    def _send(self, page: int, register: int, data: bytes) -> None:
        self._turn_to(page)
        self._bus.write(self.address, bytes((register,)) + data)

    def _expect(self, page: int, data: bytes) -> None:
        """Raise BadReply unless the page begins with `data`."""
        self._turn_to(page)
        kept = self._bus.write_read(self.address, bytes(1), len(data))
        if kept != data:
            self._page = None
            raise BadReply(f"IS31FL3741 at 0x{self.address:02X} holds {kept.hex()} on page {page}")

    def _turn_to(self, page: int) -> None:
        if page == self._page:
            return
        self._page = None
        self._bus.write(self.address, bytes((_LOCK, _UNLOCK)))
        self._bus.write(self.address, bytes((_PAGE, page)))
        self._page = page


def _runs(shown: Sequence[bytes], wanted: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Yield the first and last LED of each run, none of which goes over the end of a page."""
    both = enumerate(zip(shown, wanted, strict=True))
    run: list[int] = []
    for led in (led for led, (before, after) in both if before != after):
        if run and (led - run[-1] > _GAP or run[0] < _FIRST_PAGE <= led):
            yield run[0], run[-1]
            run = []
        run.append(led)
    if run:
        yield run[0], run[-1]


# the trace of its wire

_NAMES: Final = {0xFC: "ID", _PAGE: "COMMAND", 0xFE: "COMMAND_LOCK", 0xF0: "INT_MASK"}
_FUNCTION_NAMES: Final = {0x00: "CONFIG", 0x01: "GLOBAL_CURRENT", 0x02: "PULL", 0x3F: "RESET"}
_LEDS_BEFORE: Final = (0, 180, 0, 180)


class Pages(Registers):
    """An IS31FL3741's registers, which have their names on the page that was turned to."""

    def __init__(self) -> None:
        super().__init__(unnamed)
        self._pages: dict[int, int] = {}

    def trace(self, transfer: Transfer) -> Iterator[Traced]:
        """Yield the transfer, and note a page that it turns to."""
        yield from super().trace(transfer)
        if transfer.out[:1] == bytes((_PAGE,)) and len(transfer.out) > 1:
            self._pages[transfer.address or 0] = transfer.out[1]

    def named(self, address: int, register: int) -> str:
        """Name a register of the page that the chip is at."""
        page = self._pages.get(address)
        if register in _NAMES or page is None:
            return _NAMES.get(register, unnamed(register))
        if page < len(_LEDS_BEFORE):
            return f"{'PWM' if page < 2 else 'SCALING'}{register + _LEDS_BEFORE[page]}"
        return _FUNCTION_NAMES.get(register, unnamed(register))


CHIP = LightChip(
    word="is31fl3741",
    make=Is31fl3741,
    terminals=[f"LED{channel}" for channel in range(CHANNELS)],
    addresses=range(0x30, 0x34),
    straps=("A1", "A0"),
    trace=Pages,
)
