"""Who answers on the I2C bus, and who should by the configuration."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from firmware.shell.parts.wires import I2C, Wires
from firmware.shell.technician.answers import Device
from hal.errors import DeviceSilent
from hal.ports import I2CBus

ADDRESSES: Final = range(0x08, 0x78)
SLICE: Final = 8
"""Addresses probed in one turn of the bus: keys and lights are served in between."""
TRIES: Final = 3
"""Tries at an address where a part is expected: a busy PN532 may not acknowledge."""
SHARED: Final = 0x70
SHARED_BY: Final = "PCA9685 ALLCALL, HT16K33"
"""Parts at a shared address: before their setup, or with an unchanged default."""

InTurn = Callable[[Callable[[], set[int]]], set[int]]
"""Has something done in a turn of the bus."""


def scan(wires: Wires, in_turn: InTurn) -> tuple[Device, ...]:
    """Return the devices that answer or should, by address. Sends only addresses, no data.

    Raises BusStuck, and any error of `in_turn`.
    """
    expected = dict(_expected(wires))
    answering: set[int] = set()
    for first in ADDRESSES[::SLICE]:
        asked = range(first, first + SLICE)
        answering |= in_turn(lambda asked=asked: _answering(wires.i2c, asked, expected))  # type: ignore[misc]
    return tuple(
        _device(address, expected, answers=address in answering)
        for address in sorted(answering | expected.keys())
    )


def _expected(wires: Wires) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield each address in use, with its part's section and kind."""
    for section, kind in wires.kinds.items():
        wiring = getattr(wires.wiring, section)
        alone = (wiring.address,) if hasattr(wiring, "address") else ()
        for address in getattr(wiring, "addresses", alone):
            if kind.hangs_on == I2C:
                yield address, (section, kind.word)


def _answering(i2c: I2CBus, addresses: range, expected: Collection[int]) -> set[int]:
    return {
        at
        for at in addresses
        if any(_acknowledges(i2c, at) for _ in range(TRIES if at in expected else 1))
    }


def _acknowledges(i2c: I2CBus, address: int) -> bool:
    try:
        i2c.write(address, b"")
    except DeviceSilent:
        return False
    return True


def _device(address: int, expected: Mapping[int, tuple[str, str]], *, answers: bool) -> Device:
    nobody = ("", SHARED_BY if address == SHARED else "")
    part, kind = expected.get(address, nobody)
    return Device(address, answers, part, kind)
