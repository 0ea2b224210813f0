"""Who answers on the I2C bus, and who should by the configuration."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from firmware.shell.parts.wires import I2C_WIRE, TableWires
from firmware.shell.technician.answers import BusDevice
from hal.errors import DeviceSilent
from hal.ports import I2CBus

PROBED_ADDRESSES: Final = range(0x08, 0x78)
ADDRESSES_A_CALL: Final = 8
"""Addresses probed in one turn of the bus: keys and lights are served in between."""
EXPECTED_TRIES: Final = 3
"""Tries at an address where a part is expected: a busy PN532 may not acknowledge."""
SHARED_ADDRESS: Final = 0x70
SHARED_DEVICES: Final = "PCA9685 ALLCALL, HT16K33"
"""Parts at a shared address: before their setup, or with an unchanged default."""

BusCall = Callable[[Callable[[], set[int]]], set[int]]
"""Has something done in a turn of the bus."""


def scan_bus(wires: TableWires, call_on_bus: BusCall) -> tuple[BusDevice, ...]:
    """Return the devices that answer or should, by address. Sends only addresses, no data.

    Raises BusStuck, and any error of `call_on_bus`.
    """
    expected = dict(_expected_devices(wires))
    answering: set[int] = set()
    # a slice a call, so that keys and lights are polled in between
    for first_address in PROBED_ADDRESSES[::ADDRESSES_A_CALL]:
        addresses = range(first_address, first_address + ADDRESSES_A_CALL)
        answering |= call_on_bus(
            lambda addresses=addresses: _answering_addresses(  # type: ignore[misc]
                wires.i2c_bus, addresses, expected
            )
        )
    return tuple(
        _bus_device(address, expected, answers=address in answering)
        for address in sorted(answering | expected.keys())
    )


def _expected_devices(wires: TableWires) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield each address in use, with its part's section and kind."""
    for section, kind in wires.kind_by_section.items():
        wiring = getattr(wires.wiring, section)
        single_address = (wiring.address,) if hasattr(wiring, "address") else ()
        for address in getattr(wiring, "addresses", single_address):
            if kind.bus_type == I2C_WIRE:
                yield address, (section, kind.word)


def _answering_addresses(i2c: I2CBus, addresses: range, expected: Collection[int]) -> set[int]:
    return {
        address
        for address in addresses
        if any(
            _acknowledges(i2c, address) for _ in range(EXPECTED_TRIES if address in expected else 1)
        )
    }


def _acknowledges(i2c: I2CBus, address: int) -> bool:
    try:
        # the address alone: a chip acknowledges it, and no register is touched
        i2c.write(address, b"")
    except DeviceSilent:
        return False
    return True


def _bus_device(
    address: int, expected: Mapping[int, tuple[str, str]], *, answers: bool
) -> BusDevice:
    unexpected_device = ("", SHARED_DEVICES if address == SHARED_ADDRESS else "")
    part, device_kind = expected.get(address, unexpected_device)
    return BusDevice(address, answers, part, device_kind)
