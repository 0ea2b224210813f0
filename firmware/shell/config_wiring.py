"""What is wired where: every address, pin, port and input is held once, and there are enough."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from firmware.core.events import KEYING, Door, Key, Place
from firmware.shell.config_reader import Reader
from firmware.shell.config_tables import Chips, KeyPanel, Lights, Presence, Shoe

INPUTS: Final = 14
"""Of an MCP23017, whose GPA7 and GPB7 are outputs only."""
CHANNELS: Final = 16
"""Of a PCA9685."""
COLOURS: Final = 3
ANTENNAS: Final = 255
PINS: Final = (2, 27)
"""BCM numbers of a Pi's header, but for 0 and 1, which are its identification bus."""
BUS_PINS: Final[Mapping[int, tuple[int, ...]]] = {1: (2, 3)}
"""The pins that an I2C bus is on."""
ALL_CALL: Final = 0x70
"""Every PCA9685 answers here from power-up, so no other part can, and none is set to it."""

KEY_SWITCH: Final = "key_switch"
ALWAYS: Final = tuple(key for key in Key if key not in {*KEYING, Key.CUT_CARD, Key.SHUFFLE})
"""The keys that every table has."""


class _Range(NamedTuple):
    """The first and the last address that a part can be set to."""

    first: int
    last: int


ADDRESSES: Final[Mapping[str, _Range]] = {
    "mcp23017": _Range(0x20, 0x27),
    "ssd1306": _Range(0x3C, 0x3D),
    "pca9685": _Range(0x40, 0x77),
    "ht16k33": _Range(0x70, 0x77),
}


def wired_places(spots: int, bets: Iterable[str]) -> tuple[Place, ...]:
    """Return the places in the order of their sensors and antennas: spot by spot, bet by bet."""
    names = tuple(bets)
    return tuple(Place(spot, on) for spot in range(1, spots + 1) for on in names)


def read_i2c_bus(top: Reader) -> int:
    """Read the number of the bus; its pins are taken."""
    with top.table("i2c") as i2c:
        bus = i2c.integer("bus", 0, 31)
        for pin in BUS_PINS.get(bus, ()):
            i2c.hold("bus", "pin", pin)
        return bus


def read_shoe(top: Reader) -> Shoe:
    """Read the shoe."""
    with top.table("shoe") as shoe:
        shoe.choice("part", ("angel-eye",))
        return Shoe(
            port=_port(shoe),
            baud=shoe.choice("baud", (4800, 9600)),
            copies=shoe.integer("copies", 1, 3),
            commands=shoe.flag("commands"),
        )


def read_chips(top: Reader, places: Sequence[Place]) -> Chips:
    """Read the chip reader; its antennas count on over the places unless they are given."""
    with top.table("chips") as chips:
        chips.choice("part", ("rr3036",))
        return Chips(
            port=_port(chips),
            baud=chips.choice("baud", (19200,)),
            registry=chips.file("registry"),
            antennas=_antennas(chips, places)
            if chips.has("antennas")
            else dict(enumerate(places, start=1)),
        )


def read_presence(top: Reader, places: Sequence[Place]) -> Presence:
    """Read the sensors; the places lie on the inputs in order, from chip to chip."""
    with top.table("presence") as presence:
        presence.choice("part", ("mcp23017",))
        addresses = _addresses(presence, "mcp23017")
        interrupt = _pin(presence, "interrupt")
        have, need = INPUTS * len(addresses), len(places)
        if presence.sound("addresses") and top.sound("table.spots", "limits") and need > have:
            presence.fault("addresses", "few_inputs", have=have, need=need)
    inputs = ((address, number) for address in addresses for number in range(INPUTS))
    return Presence(addresses, interrupt, dict(zip(inputs, places, strict=False)))


def read_keys(top: Reader) -> KeyPanel:
    """Read the key panel: an input for each key, the supervisor's switch and each door."""
    with top.table("keys") as panel:
        panel.choice("part", ("mcp23017",))
        address = _address(panel, "mcp23017")
        interrupt = _pin(panel, "interrupt")
        with panel.table("inputs") as inputs:
            return KeyPanel(
                address=address,
                interrupt=interrupt,
                keys={_input(inputs, key): key for key in ALWAYS},
                key_switch=_input(inputs, KEY_SWITCH),
                doors={_input(inputs, f"door_{door}"): door for door in Door},
            )


def read_lights(top: Reader, spots: int) -> Lights:
    """Read the lights: three channels a spot, then one a key."""
    with top.table("lights") as lights:
        lights.choice("part", ("pca9685",))
        addresses = _addresses(lights, "pca9685")
        have, need = CHANNELS * len(addresses), COLOURS * spots + len(ALWAYS)
        if lights.sound("addresses") and top.sound("table.spots") and need > have:
            lights.fault("addresses", "few_channels", have=have, need=need)
    reds = range(0, COLOURS * spots, COLOURS)
    return Lights(
        addresses=addresses,
        spots={spot: (red, red + 1, red + 2) for spot, red in enumerate(reds, start=1)},
        keys={key: COLOURS * spots + number for number, key in enumerate(ALWAYS)},
    )


def read_address(top: Reader, section: str, part: str) -> int:
    """Read a part that has nothing but its address."""
    with top.table(section) as reader:
        reader.choice("part", (part,))
        return _address(reader, part)


def read_pin(top: Reader, section: str, part: str) -> int:
    """Read a part that has nothing but its pin."""
    with top.table(section) as reader:
        reader.choice("part", (part,))
        return _pin(reader, "pin")


def _port(reader: Reader) -> str:
    port = reader.text("port")
    if reader.sound("port"):
        if PurePosixPath(port).is_absolute():
            reader.hold("port", "port", port)
        else:
            reader.fault("port", "path", value=port)
    return port


def _pin(reader: Reader, name: str) -> int:
    pin = reader.integer(name, *PINS)
    if reader.sound(name):
        reader.hold(name, "pin", pin)
    return pin


def _input(inputs: Reader, name: str) -> int:
    number = inputs.integer(name, 0, INPUTS - 1)
    if inputs.sound(name):
        inputs.hold(name, "input", number)
    return number


def _antennas(chips: Reader, places: Sequence[Place]) -> dict[int, Place]:
    spots = max((place.spot for place in places), default=0)
    with chips.table("antennas") as antennas:
        bets = dict.fromkeys(place.on for place in places)
        return dict(chain.from_iterable(_antennas_of(antennas, bet, spots) for bet in bets))


def _antennas_of(antennas: Reader, bet: str, spots: int) -> Iterable[tuple[int, Place]]:
    numbers = antennas.wholes(bet)
    if numbers and len(numbers) != spots:
        antennas.fault(bet, "count", number=len(numbers), count=spots)
    for number in numbers:
        if 1 <= number <= ANTENNAS:
            antennas.hold(bet, "antenna", number)
        else:
            antennas.fault(bet, "range", value=str(number), least=1, most=ANTENNAS)
    return ((number, Place(spot, bet)) for spot, number in enumerate(numbers, start=1))


def _address(reader: Reader, part: str) -> int:
    address = reader.whole("address")
    if address is not None:
        _hold_address(reader, "address", part, address)
    return address or 0


def _addresses(reader: Reader, part: str) -> tuple[int, ...]:
    addresses = reader.wholes("addresses")
    for address in addresses:
        _hold_address(reader, "addresses", part, address)
    return tuple(addresses)


def _hold_address(reader: Reader, name: str, part: str, address: int) -> None:
    first, last = ADDRESSES[part]
    if address == ALL_CALL:
        reader.fault(name, "all_call", value=f"0x{address:02X}")
    elif first <= address <= last:
        reader.hold(name, "address", address, f"0x{address:02X}")
    else:
        ends = {"least": f"0x{first:02X}", "most": f"0x{last:02X}"}
        reader.fault(name, "address", value=f"0x{address:02X}", chip=part.upper(), **ends)
