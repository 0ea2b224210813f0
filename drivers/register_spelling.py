"""Chips on I2C that are registers: each transfer with the register's name in its data sheet."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from drivers.spelling import Carried, Spelled, hexed, shortened
from hal.ports import Millis

_PCA9685: Final = {
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
_LEDS: Final = range(0x06, 0x46)
_ALL_LEDS: Final = range(0xFA, 0xFE)

_MCP23017: Final = (
    "IODIR IPOL GPINTEN DEFVAL INTCON IOCON GPPU INTF INTCAP GPIO OLAT".split()  # noqa: SIM905
)

_MPR121: Final = {
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
_FILTERED, _BASELINES, _THRESHOLDS = range(0x04, 0x1E), range(0x1E, 0x2B), range(0x41, 0x5B)

_PAGE: Final = 0xFD
_IS31FL3741: Final = {0xFC: "ID", _PAGE: "COMMAND", 0xFE: "COMMAND_LOCK", 0xF0: "INT_MASK"}
_FUNCTION: Final = {0x00: "CONFIG", 0x01: "GLOBAL_CURRENT", 0x02: "PULL", 0x3F: "RESET"}
_LEDS_BEFORE: Final = (0, 180, 0, 180)


class Registers:
    """Implements `drivers.spelling.Speller`. `name` is given a chip's address and a register."""

    def __init__(self, name: Callable[[int, int], str]) -> None:
        self._name = name

    def spell(self, carried: Carried) -> Iterator[Spelled]:
        """Yield the transfer."""
        address = carried.address or 0
        way, verb = ("in", "read") if carried.back else ("out", "write")
        data = carried.back or carried.out[1:]
        register = f" {self._name(address, carried.out[0])}" if carried.out else ""
        value = f" = {shortened(data)}" if data else ""
        said = f"{verb} 0x{address:02X}{register}{value}"
        yield Spelled(carried.at, way, hexed(carried.back or carried.out), said)  # type: ignore[arg-type]

    def settled(self, now: Millis) -> Iterable[Spelled]:  # noqa: ARG002
        """Nothing is held back."""
        return ()


def pca9685() -> Registers:
    """Return what spells PCA9685s."""
    return Registers(lambda _address, register: _pca9685(register))


def mcp23017() -> Registers:
    """Return what spells MCP23017s in BANK 0."""
    return Registers(lambda _address, register: _mcp23017(register))


def mpr121() -> Registers:
    """Return what spells MPR121s."""
    return Registers(lambda _address, register: _mpr121(register))


def is31fl3741() -> "Pages":
    """Return what spells IS31FL3741s."""
    return Pages()


class Pages(Registers):
    """An IS31FL3741's registers, which have their names on the page that was turned to."""

    def __init__(self) -> None:
        super().__init__(self._on_page)
        self._pages: dict[int, int] = {}

    def spell(self, carried: Carried) -> Iterator[Spelled]:
        """Yield the transfer, and note a page that it turns to."""
        yield from super().spell(carried)
        if carried.out[:1] == bytes((_PAGE,)) and len(carried.out) > 1:
            self._pages[carried.address or 0] = carried.out[1]

    def _on_page(self, address: int, register: int) -> str:
        page = self._pages.get(address)
        if register in _IS31FL3741 or page is None:
            return _IS31FL3741.get(register, _unnamed(register))
        if page < len(_LEDS_BEFORE):
            return f"{'PWM' if page < 2 else 'SCALING'}{register + _LEDS_BEFORE[page]}"
        return _FUNCTION.get(register, _unnamed(register))


def _pca9685(register: int) -> str:
    if register in _LEDS:
        channel, part = divmod(register - _LEDS.start, 4)
        return f"LED{channel}_{_PARTS_OF_A_CHANNEL[part]}"
    if register in _ALL_LEDS:
        return f"ALL_LED_{_PARTS_OF_A_CHANNEL[register - _ALL_LEDS.start]}"
    return _PCA9685.get(register, _unnamed(register))


def _mcp23017(register: int) -> str:
    name, port = divmod(register, 2)
    return f"{_MCP23017[name]}{'AB'[port]}" if name < len(_MCP23017) else _unnamed(register)


def _mpr121(register: int) -> str:
    if register in _FILTERED:
        return f"ELE{(register - _FILTERED.start) // 2}_FILTERED"
    if register in _BASELINES:
        return f"ELE{register - _BASELINES.start}_BASELINE"
    if register in _THRESHOLDS:
        electrode, release = divmod(register - _THRESHOLDS.start, 2)
        return f"E{electrode}{'RTH' if release else 'TTH'}"
    return _MPR121.get(register, _unnamed(register))


def _unnamed(register: int) -> str:
    return f"{register:02X}h"
