"""Freeing an I2C bus that a part holds: its transfer is clocked to the end, then a STOP.

A part that was interrupted in the middle of a read holds SDA low until it has been given the rest
of its nine clocks (NXP UM10204, 3.1.16). The Pi's adapter can't do that, so the pins are taken from
it by Raspberry Pi OS's program `pinctrl` and given back. Untried on real hardware.
"""

import subprocess
from collections.abc import Mapping
from typing import Final, NamedTuple

from hal.errors import BoardUnfit, BusStuck

PINCTRL: Final = "pinctrl"
CLOCK_PULSES: Final = 9
PINCTRL_TIMEOUT_S: Final = 5.0
"""How long one call of the program may take; it usually takes some milliseconds."""


class BusPins(NamedTuple):
    """The two lines of a bus, as BCM numbers."""

    data_pin: int
    clock_pin: int


BUS_PINS: Final[Mapping[int, BusPins]] = {1: BusPins(2, 3)}


def clock_out(bus_number: int) -> None:
    """Free the bus, in some tenths of a second.

    Raises BoardUnfit if the program or the bus's pins are missing, BusStuck if SDA or SCL is still
    low at the end: then only a power cycle helps.
    """
    if bus_number not in BUS_PINS:
        raise BoardUnfit(
            f"the pins of I2C bus {bus_number} are not known, so it can't be recovered"
        )
    pins = BUS_PINS[bus_number]
    # To be given back to the I2C controller afterwards.
    functions = {pin: _run_pinctrl("get", pin).split()[1] for pin in pins}
    try:
        _clock_out_and_stop(pins)
        held_pins = [pin for pin in pins if not _is_line_high(pin)]
    finally:
        for pin, function in functions.items():
            _run_pinctrl("set", pin, function)
    if held_pins:
        raise BusStuck(f"GPIO {held_pins[0]} is still held low after nine clocks: cut the power")


def _clock_out_and_stop(pins: BusPins) -> None:
    for _ in range(CLOCK_PULSES):
        # The part has let SDA go: further clocks would only start another transfer.
        if _is_line_high(pins.data_pin):
            break
        _pull_low(pins.clock_pin)
        _release_line(pins.clock_pin)
    _pull_low(pins.clock_pin)
    _pull_low(pins.data_pin)
    _release_line(pins.clock_pin)
    _release_line(pins.data_pin)


def _pull_low(pin: int) -> None:
    _run_pinctrl("set", pin, "op", "dl")


def _release_line(pin: int) -> None:
    """Release the line to the bus's pull-up."""
    _run_pinctrl("set", pin, "ip")


def _is_line_high(pin: int) -> bool:
    return _run_pinctrl("lev", pin).strip() == "1"


def _run_pinctrl(pinctrl_command: str, pin: int, *options: str) -> str:
    try:
        completed = subprocess.run(  # noqa: S603  # words of our own
            (PINCTRL, pinctrl_command, str(pin), *options),
            capture_output=True,
            check=True,
            text=True,
            timeout=PINCTRL_TIMEOUT_S,
        )
    except FileNotFoundError as error:
        raise BoardUnfit(f"{PINCTRL} is missing: install raspi-utils") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise BoardUnfit(f"{PINCTRL} can't move GPIO {pin}: {error}") from error
    return completed.stdout
