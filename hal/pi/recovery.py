"""Freeing an I2C bus that a part holds: its own transfer is clocked out of it, then a STOP.

A part that was interrupted in the middle of a read holds SDA low until it has been given the rest
of its nine clocks (NXP UM10204, 3.1.16). The Pi's adapter can't do that, so the pins are taken from
it by Raspberry Pi OS's program `pinctrl` and given back. Untried on real hardware.
"""

import subprocess
from collections.abc import Mapping
from typing import Final, NamedTuple

from hal.errors import BoardUnfit, BusStuck

PROGRAM: Final = "pinctrl"
CLOCKS: Final = 9
WITHIN_S: Final = 5.0
"""How long one call of the program may take; it usually takes some milliseconds."""


class Pins(NamedTuple):
    """The two lines of a bus, as BCM numbers."""

    data: int
    clock: int


PINS: Final[Mapping[int, Pins]] = {1: Pins(2, 3)}


def clock_out(bus: int) -> None:
    """Free the bus, in some tenths of a second.

    Raises BoardUnfit if the program or the bus's pins are missing, BusStuck if SDA or SCL is still
    low at the end: then only a power cycle helps.
    """
    if bus not in PINS:
        raise BoardUnfit(f"the pins of I2C bus {bus} are not known, so it can't be recovered")
    pins = PINS[bus]
    functions = {pin: _said("get", pin).split()[1] for pin in pins}
    try:
        _clock_and_stop(pins)
        held = [pin for pin in pins if not _is_high(pin)]
    finally:
        for pin, function in functions.items():
            _said("set", pin, function)
    if held:
        raise BusStuck(f"GPIO {held[0]} is still held low after nine clocks: cut the power")


def _clock_and_stop(pins: Pins) -> None:
    for _ in range(CLOCKS):
        if _is_high(pins.data):
            break
        _pull_low(pins.clock)
        _release(pins.clock)
    _pull_low(pins.clock)
    _pull_low(pins.data)
    _release(pins.clock)
    _release(pins.data)


def _pull_low(pin: int) -> None:
    _said("set", pin, "op", "dl")


def _release(pin: int) -> None:
    """Release the line to the bus's pull-up."""
    _said("set", pin, "ip")


def _is_high(pin: int) -> bool:
    return _said("lev", pin).strip() == "1"


def _said(command: str, pin: int, *options: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  # words of our own
            (PROGRAM, command, str(pin), *options),
            capture_output=True,
            check=True,
            text=True,
            timeout=WITHIN_S,
        )
    except FileNotFoundError as error:
        raise BoardUnfit(f"{PROGRAM} is missing: install raspi-utils") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise BoardUnfit(f"{PROGRAM} can't move GPIO {pin}: {error}") from error
    return done.stdout
